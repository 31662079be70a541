package main

import (
	"context"
	"encoding/binary"
	"errors"
	"net/http"

	"github.com/jackc/pgx/v4"
	"github.com/jackc/pgx/v4/pgxpool"
)

var background = context.Background()

// naiveListOnPostgres has a pool of the driver's default size. The statement is prepared once on each connection.
func naiveListOnPostgres(asked *order) (answerer, error) {
	pool, err := pgxpool.Connect(background, asked.DatabaseURL)
	if err != nil {
		return nil, err
	}
	statement := asked.Statements["list"]
	return func(request *http.Request) ([]byte, error) {
		question := readQuestion(request)
		found, err := pool.Query(background, statement, question.externalID, question.pageSize, question.offset())
		if err != nil {
			return nil, err
		}
		defer found.Close()
		return naiveAnswer(found, question)
	}, nil
}

// generic is how every tuned connection is opened, in both languages.
func generic(config *pgx.ConnConfig) {
	config.RuntimeParams["plan_cache_mode"] = "force_generic_plan"
}

type outcome struct {
	text []byte
	err  error
}

var errOtherPage = errors.New("the tuned reference lists first pages of 100")

// tunedListOnPostgres sends all lists that wait as one message over one connection.
func tunedListOnPostgres(asked *order) (answerer, error) {
	config, err := pgx.ParseConfig(asked.DatabaseURL)
	if err != nil {
		return nil, err
	}
	generic(config)
	connection, err := pgx.ConnectConfig(background, config)
	if err != nil {
		return nil, err
	}
	catalogue, err := connection.Query(background, asked.Statements["catalogue"])
	if err != nil {
		return nil, err
	}
	known, err := readFragments(catalogue)
	if err != nil {
		return nil, err
	}
	statement := asked.Statements["list"]
	list := gather(func(batch []waiting[question, outcome]) {
		var messages pgx.Batch
		for _, one := range batch {
			messages.Queue(statement, one.order.externalID)
		}
		answers := connection.SendBatch(background, &messages)
		for _, one := range batch {
			text, err := readPage(answers, known, one.order)
			one.outcome <- outcome{text, err}
		}
		answers.Close()
	})
	return func(request *http.Request) ([]byte, error) {
		question := readQuestion(request)
		if question.pageNumber != 1 || question.pageSize != 100 {
			return nil, errOtherPage
		}
		made := list(question)
		return made.text, made.err
	}, nil
}

func readPage(answers pgx.BatchResults, known map[string]fragments, asked question) ([]byte, error) {
	found, err := answers.Query()
	if err != nil {
		return nil, err
	}
	defer found.Close()
	page := newPage(known)
	var row tunedRow
	for found.Next() {
		values := found.RawValues()
		row.id, row.status = values[0], values[2]
		row.interactionID, row.activityID, row.hostID, row.ticketTypeID = values[4], values[5], values[6], values[7]
		row.slotStart = int64(binary.BigEndian.Uint64(values[1]))
		row.bookedAt = int64(binary.BigEndian.Uint64(values[3]))
		if err := page.add(&row); err != nil {
			return nil, err
		}
	}
	if page.shown > asked.pageSize {
		return nil, errOtherPage
	}
	return page.end(asked, int64(page.shown)), found.Err()
}
