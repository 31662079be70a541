package main

import "encoding/json"

// naiveRow is one row of the statement with all joins.
type naiveRow struct {
	id        string
	slotStart int64
	status    string
	bookedAt  int64
	texts     texts
	total     int64
}

func (row *naiveRow) columns() []interface{} {
	own := []interface{}{&row.id, &row.slotStart, &row.status, &row.bookedAt}
	return append(append(own, row.texts.columns()...), &row.total)
}

type page struct {
	Bookings   []record `json:"bookings,omitempty"`
	PageNumber int      `json:"page_number"`
	PageSize   int      `json:"page_size"`
	TotalCount int64    `json:"total_count,omitempty"`
}

// rows is what both drivers give.
type rows interface {
	Next() bool
	Scan(...interface{}) error
	Err() error
}

func naiveAnswer(found rows, asked question) ([]byte, error) {
	answer := page{PageNumber: asked.pageNumber, PageSize: asked.pageSize}
	for found.Next() {
		var row naiveRow
		if err := found.Scan(row.columns()...); err != nil {
			return nil, err
		}
		made, err := row.texts.record()
		if err != nil {
			return nil, err
		}
		made.SlotStart, made.Status = instant(row.slotStart), row.status
		made.BookedAt, made.Booking = instant(row.bookedAt), row.id
		answer.Bookings = append(answer.Bookings, made)
		answer.TotalCount = row.total
	}
	if err := found.Err(); err != nil {
		return nil, err
	}
	return json.Marshal(answer)
}
