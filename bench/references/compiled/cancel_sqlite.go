package main

import (
	"database/sql"
	"sync"
	"time"
)

// cancelsOnSqlite has one connection, as the engine has one writer. Each statement is prepared once.
func cancelsOnSqlite(asked *order) (answerer, error) {
	file, _ := asked.file()
	database, err := sql.Open("sqlite3", "file:"+file+"?_journal_mode=WAL&_synchronous=FULL&_foreign_keys=on")
	if err != nil {
		return nil, err
	}
	database.SetMaxOpenConns(1)
	statements := map[string]*sql.Stmt{}
	for name, text := range asked.Statements {
		if statements[name], err = database.Prepare(text); err != nil {
			return nil, err
		}
	}
	if asked.Name == "cancel-batched" {
		return answerOrders(gather(func(batch []waiting[string, outcome]) {
			answers, err := carryOut(statements, idsOf(batch))
			deliver(batch, answers, err)
		})), nil
	}
	var turn sync.Mutex
	return answerOrders(func(id string) outcome {
		turn.Lock()
		defer turn.Unlock()
		answers, err := carryOut(statements, []string{id})
		if err != nil {
			return outcome{nil, err}
		}
		return outcome{answers[0], nil}
	}), nil
}

func carryOut(statements map[string]*sql.Stmt, ids []string) ([][]byte, error) {
	if _, err := statements["begin"].Exec(); err != nil {
		return nil, err
	}
	now := time.Now().UnixMilli()
	answers := make([][]byte, len(ids))
	count, one := 0, ""
	for index, id := range ids {
		isDone, err := cancelOne(statements, id, now)
		if err != nil {
			return nil, err
		}
		answers[index] = refusedAnswer
		if isDone {
			answers[index] = cancelAnswer
			count, one = count+1, id
		}
	}
	if count > 0 {
		if _, err := statements["outcome"].Exec(newUUID(), one, outcomeOf(count), now); err != nil {
			return nil, err
		}
	}
	_, err := statements["commit"].Exec()
	return answers, err
}

func cancelOne(statements map[string]*sql.Stmt, id string, now int64) (bool, error) {
	rows, err := readCancelRows(statements["read"], id)
	if err != nil {
		return false, err
	}
	change, err := decideCancel(rows, now)
	if err != nil || change == nil {
		return false, err
	}
	row := change.row
	bookedAt := now
	if row.bookedAt > now {
		bookedAt = row.bookedAt
	}
	if _, err := statements["booking"].Exec(bookedAt, row.contactID, row.slotStart, id); err != nil {
		return false, err
	}
	if _, err := statements["tickets"].Exec(now, id); err != nil {
		return false, err
	}
	if _, err := statements["event"].Exec(id, now, actor, change.details); err != nil {
		return false, err
	}
	if change.seats > 0 {
		_, err = statements["slot"].Exec(change.seats, row.interactionID, row.activityID, row.hostID, row.slotStart)
	}
	return true, err
}

func readCancelRows(statement *sql.Stmt, id string) ([]cancelRow, error) {
	found, err := statement.Query(id)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	var rows []cancelRow
	for found.Next() {
		var row cancelRow
		if err := found.Scan(row.columns()...); err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, found.Err()
}
