package main

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// cancelRow is a booking with one of its tickets, in the statement's order of columns.
type cancelRow struct {
	id, contactID                          string
	slotStart                              int64
	interactionID, activityID, hostID      string
	status                                 string
	bookedAt                               int64
	hasLimitedCapacity                     int64
	cutoffMinutes                          *int64
	number                                 int64
	ticketCancelledAt, attendeeCheckedInAt *int64
}

func (row *cancelRow) columns() []interface{} {
	return []interface{}{
		&row.id, &row.contactID, &row.slotStart, &row.interactionID, &row.activityID, &row.hostID, &row.status,
		&row.bookedAt, &row.hasLimitedCapacity, &row.cutoffMinutes, &row.number, &row.ticketCancelledAt,
		&row.attendeeCheckedInAt,
	}
}

type cancelled struct {
	row     cancelRow
	seats   int32
	details string
}

type details struct {
	Status             [2]string `json:"booking_status"`
	CancelledTickets   []int64   `json:"cancelled_tickets"`
	CheckIns           []int64   `json:"check_ins"`
	SeatsFreed         int32     `json:"seats_freed"`
	HasLimitedCapacity bool      `json:"has_limited_capacity"`
}

// decideCancel is the service's rule, on the rows of one booking; nil refuses.
func decideCancel(rows []cancelRow, now int64) (*cancelled, error) {
	if len(rows) == 0 || rows[0].status == "CANCELLED" {
		return nil, nil
	}
	row := rows[0]
	live := []int64{}
	for _, ticket := range rows {
		if ticket.attendeeCheckedInAt != nil {
			return nil, nil
		}
		if ticket.ticketCancelledAt == nil {
			live = append(live, ticket.number)
		}
	}
	if len(live) == 0 || row.cutoffMinutes != nil && now > row.slotStart-*row.cutoffMinutes*60_000 {
		return nil, nil
	}
	isLimited := row.hasLimitedCapacity == 1
	seats := int32(0)
	if isLimited && row.status == "CONFIRMED" {
		seats = int32(len(live))
	}
	text, err := json.Marshal(details{[2]string{row.status, "CANCELLED"}, live, []int64{}, seats, isLimited})
	if err != nil {
		return nil, err
	}
	return &cancelled{row, seats, string(text)}, nil
}

var (
	cancelAnswer  = []byte("{}")
	refusedAnswer = []byte(`{"code":9,"message":"This booking cannot be cancelled."}`)
)

const actor = "client: bench"

// outcomeOf is the record by which an unanswered commit is resolved: one row, however many changes it holds.
func outcomeOf(changes int) string {
	return "[" + strings.TrimSuffix(strings.Repeat(`{"changed":true},`, changes), ",") + "]"
}

// newUUID returns a random id of version 4.
func newUUID() string {
	var id [16]byte
	if _, err := rand.Read(id[:]); err != nil {
		panic(err)
	}
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

// answerOrders answers each request with the outcome for the booking in its body.
func answerOrders(cancel func(id string) outcome) answerer {
	return func(request *http.Request) ([]byte, error) {
		var body struct{ Booking string }
		if err := json.NewDecoder(request.Body).Decode(&body); err != nil {
			return nil, err
		}
		made := cancel(body.Booking)
		return made.text, made.err
	}
}

// deliver gives each order of a batch its outcome.
func deliver(batch []waiting[string, outcome], answers [][]byte, err error) {
	for index, one := range batch {
		if err != nil {
			one.outcome <- outcome{nil, err}
		} else {
			one.outcome <- outcome{answers[index], nil}
		}
	}
}

func idsOf(batch []waiting[string, outcome]) []string {
	ids := make([]string, len(batch))
	for index, one := range batch {
		ids[index] = one.order
	}
	return ids
}
