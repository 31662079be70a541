package main

import (
	"database/sql"
	"net/http"

	_ "github.com/mattn/go-sqlite3"
)

// openToRead opens a pool of connections, each with its statements prepared once.
func openToRead(asked *order) (*sql.DB, error) {
	file, _ := asked.file()
	database, err := sql.Open("sqlite3", "file:"+file+"?mode=ro")
	if err != nil {
		return nil, err
	}
	database.SetMaxOpenConns(4)
	database.SetMaxIdleConns(4)
	return database, nil
}

func naiveListOnSqlite(asked *order) (answerer, error) {
	database, err := openToRead(asked)
	if err != nil {
		return nil, err
	}
	statement, err := database.Prepare(asked.Statements["list"])
	if err != nil {
		return nil, err
	}
	return func(request *http.Request) ([]byte, error) {
		question := readQuestion(request)
		found, err := statement.Query(question.externalID, question.pageSize, question.offset())
		if err != nil {
			return nil, err
		}
		defer found.Close()
		return naiveAnswer(found, question)
	}, nil
}

func tunedListOnSqlite(asked *order) (answerer, error) {
	database, err := openToRead(asked)
	if err != nil {
		return nil, err
	}
	catalogue, err := database.Query(asked.Statements["catalogue"])
	if err != nil {
		return nil, err
	}
	known, err := readFragments(catalogue)
	if err != nil {
		return nil, err
	}
	statement, err := database.Prepare(asked.Statements["list"])
	if err != nil {
		return nil, err
	}
	return func(request *http.Request) ([]byte, error) {
		question := readQuestion(request)
		if question.pageNumber != 1 || question.pageSize != 100 {
			return nil, errOtherPage
		}
		found, err := statement.Query(question.externalID)
		if err != nil {
			return nil, err
		}
		defer found.Close()
		page := newPage(known)
		var row tunedRow
		var id, status, interactionID, activityID, hostID, ticketTypeID sql.RawBytes
		columns := []interface{}{
			&id, &row.slotStart, &status, &row.bookedAt, &interactionID, &activityID, &hostID, &ticketTypeID,
		}
		for found.Next() {
			if err := found.Scan(columns...); err != nil {
				return nil, err
			}
			row.id, row.status = id, status
			row.interactionID, row.activityID, row.hostID, row.ticketTypeID = interactionID, activityID, hostID, ticketTypeID
			if err := page.add(&row); err != nil {
				return nil, err
			}
		}
		if page.shown > question.pageSize {
			return nil, errOtherPage
		}
		return page.end(question, int64(page.shown)), found.Err()
	}, nil
}
