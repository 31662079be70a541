package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"time"
)

// fragments are the parts of a record's JSON that are the same for several bookings.
type fragments struct{ untilSlot, untilStatus, untilBooking string }

// readFragments renders the catalogue once, by campaign, activity, host and ticket type.
func readFragments(found rows) (map[string]fragments, error) {
	made := map[string]fragments{}
	for found.Next() {
		var interactionID, ticketTypeID, hostID string
		var row texts
		columns := append([]interface{}{&interactionID, &ticketTypeID, &hostID}, row.columns()...)
		if err := found.Scan(columns...); err != nil {
			return nil, err
		}
		whole, err := row.record()
		if err != nil {
			return nil, err
		}
		text, err := json.Marshal(whole)
		if err != nil {
			return nil, err
		}
		// What is the booking's own is still empty, so a part begins at its end.
		var parts [][]byte
		for _, own := range []string{`"slot_starting_at":"`, `"booking_status":"`, `"booked_at":"`, `"booking":"`} {
			end := bytes.Index(text, []byte(own)) + len(own)
			parts = append(parts, text[:end])
			text = text[end:]
		}
		made[interactionID+row.activityID+hostID+ticketTypeID] =
			fragments{string(parts[0]), string(parts[1]), string(parts[3])}
	}
	return made, found.Err()
}

// tunedRow is one booking. Its texts are valid until the next row is read.
type tunedRow struct {
	id, status, interactionID, activityID, hostID, ticketTypeID []byte
	slotStart, bookedAt                                         int64
}

var errNewCatalogue = errors.New("the catalogue has changed")

// pageWriter joins an answer from fragments.
type pageWriter struct {
	fragments map[string]fragments
	text      []byte
	key       []byte
	shown     int
}

func newPage(known map[string]fragments) *pageWriter {
	return &pageWriter{fragments: known, text: append(make([]byte, 0, 6144), `{"bookings":[`...)}
}

func (page *pageWriter) add(row *tunedRow) error {
	key := append(append(page.key[:0], row.interactionID...), row.activityID...)
	key = append(append(key, row.hostID...), row.ticketTypeID...)
	around, ok := page.fragments[string(key)]
	if !ok {
		return errNewCatalogue
	}
	text := page.text
	if page.shown > 0 {
		text = append(text, ',')
	}
	text = append(text, around.untilSlot...)
	text = time.UnixMilli(row.slotStart).UTC().AppendFormat(text, instantForm)
	text = append(text, around.untilStatus...)
	text = append(text, row.status...)
	text = append(text, `","booked_at":"`...)
	text = time.UnixMilli(row.bookedAt).UTC().AppendFormat(text, instantForm)
	text = append(text, around.untilBooking...)
	text = append(text, row.id...)
	page.text, page.key = append(text, `"}`...), key
	page.shown++
	return nil
}

func (page *pageWriter) end(asked question, total int64) []byte {
	text := page.text
	if page.shown == 0 {
		text = append(text[:0], '{')
	} else {
		text = append(text, `],`...)
	}
	text = strconv.AppendInt(append(text, `"page_number":`...), int64(asked.pageNumber), 10)
	text = strconv.AppendInt(append(text, `,"page_size":`...), int64(asked.pageSize), 10)
	if total > 0 {
		text = strconv.AppendInt(append(text, `,"total_count":`...), total, 10)
	}
	return append(text, '}')
}
