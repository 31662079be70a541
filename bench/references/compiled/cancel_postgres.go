package main

import (
	"time"

	"github.com/jackc/pgx/v4"
	"github.com/jackc/pgx/v4/pgxpool"
)

// connections is as many as the pool of the Node reference has.
const connections = 16

// cancelsOnPostgres commits each cancel alone over a pool, or together those that arrived during the batch before.
func cancelsOnPostgres(asked *order) (answerer, error) {
	config, err := pgxpool.ParseConfig(asked.DatabaseURL)
	if err != nil {
		return nil, err
	}
	generic(config.ConnConfig)
	config.MaxConns = connections
	pool, err := pgxpool.ConnectConfig(background, config)
	if err != nil {
		return nil, err
	}
	if asked.Name == "cancel-batched" {
		own, err := pool.Acquire(background)
		if err != nil {
			return nil, err
		}
		return answerOrders(gather(func(batch []waiting[string, outcome]) {
			answers, err := cancelTogether(own.Conn(), asked.Statements, idsOf(batch))
			deliver(batch, answers, err)
		})), nil
	}
	return answerOrders(func(id string) outcome {
		own, err := pool.Acquire(background)
		if err != nil {
			return outcome{nil, err}
		}
		defer own.Release()
		answers, err := cancelTogether(own.Conn(), asked.Statements, []string{id})
		if err != nil {
			return outcome{nil, err}
		}
		return outcome{answers[0], nil}
	}), nil
}

func cancelTogether(connection *pgx.Conn, statements map[string]string, ids []string) ([][]byte, error) {
	now := time.Now().UnixMilli()
	rowsOf, err := lockAndRead(connection, statements, ids)
	if err != nil {
		return nil, err
	}
	answers := make([][]byte, len(ids))
	var changes []*cancelled
	for index, id := range ids {
		change, err := decideCancel(rowsOf[id], now)
		if err != nil {
			return nil, err
		}
		answers[index] = refusedAnswer
		if change == nil {
			continue
		}
		// A second order for the same booking finds nothing to cancel.
		delete(rowsOf, id)
		changes = append(changes, change)
		answers[index] = cancelAnswer
	}
	var messages pgx.Batch
	messages.Queue(statements["write"], valuesOf(changes, now)...)
	messages.Queue("commit")
	return answers, connection.SendBatch(background, &messages).Close()
}

func lockAndRead(connection *pgx.Conn, statements map[string]string, ids []string) (map[string][]cancelRow, error) {
	var messages pgx.Batch
	messages.Queue("begin")
	messages.Queue(statements["lock"], ids)
	// The statement sees what was committed before the locks were granted.
	messages.Queue(statements["read"], ids)
	answers := connection.SendBatch(background, &messages)
	defer answers.Close()
	for range []string{"begin", "lock"} {
		if _, err := answers.Exec(); err != nil {
			return nil, err
		}
	}
	found, err := answers.Query()
	if err != nil {
		return nil, err
	}
	defer found.Close()
	rowsOf := make(map[string][]cancelRow, len(ids))
	for found.Next() {
		var row cancelRow
		if err := found.Scan(row.columns()...); err != nil {
			return nil, err
		}
		rowsOf[row.id] = append(rowsOf[row.id], row)
	}
	return rowsOf, found.Err()
}

func valuesOf(changes []*cancelled, now int64) []interface{} {
	length := len(changes)
	ids, contacts := make([]string, length), make([]string, length)
	starts, seats := make([]int64, length), make([]int32, length)
	interactions, activities, hosts := make([]string, length), make([]string, length), make([]string, length)
	details, attempts := make([]string, length), make([]string, length)
	for index, change := range changes {
		row := change.row
		ids[index], contacts[index], starts[index] = row.id, row.contactID, row.slotStart
		interactions[index], activities[index], hosts[index] = row.interactionID, row.activityID, row.hostID
		seats[index], details[index], attempts[index] = change.seats, change.details, newUUID()
	}
	return []interface{}{
		now, actor, outcomeOf(length), ids, contacts, starts, interactions, activities, hosts, seats, details, attempts,
	}
}
