package main

import (
	"encoding/json"
	"time"
)

// texts are the catalogue's columns that both lists read, in the statements' order.
type texts struct {
	publicKey, timezone, language string
	groupKey, groupName           string
	activityID                    string
	title, locationHint           string
	activityMinutes               *int64
	ticketTypeName                string
	hasLimitedCapacity            int64
	hostName                      *string
	hostMinutes                   *int64
}

func (row *texts) columns() []interface{} {
	return []interface{}{
		&row.publicKey, &row.timezone, &row.language, &row.groupKey, &row.groupName, &row.activityID, &row.title,
		&row.locationHint, &row.activityMinutes, &row.ticketTypeName, &row.hasLimitedCapacity, &row.hostName,
		&row.hostMinutes,
	}
}

type activity struct {
	ID           string `json:"id"`
	Title        string `json:"title"`
	LocationHint string `json:"location_hint"`
}

type interaction struct {
	PublicKey string `json:"public_key"`
	Timezone  string `json:"timezone"`
}

type group struct {
	UniqueKey   string `json:"unique_key"`
	DisplayName string `json:"display_name"`
}

type ticketType struct {
	DisplayName        string `json:"display_name"`
	HasLimitedCapacity bool   `json:"has_limited_capacity"`
}

type host struct {
	DisplayName string `json:"display_name"`
}

// record is a booking as the interface shows it.
type record struct {
	Activity    activity    `json:"activity"`
	Interaction interaction `json:"interaction"`
	Group       group       `json:"group"`
	SlotStart   string      `json:"slot_starting_at"`
	Minutes     *int64      `json:"slot_duration_in_minutes,omitempty"`
	Status      string      `json:"booking_status"`
	BookedAt    string      `json:"booked_at"`
	TicketType  ticketType  `json:"ticket_type"`
	Host        *host       `json:"host,omitempty"`
	Booking     string      `json:"booking"`
}

// record fills the parts that are not the booking's own.
func (row *texts) record() (record, error) {
	title, err := textIn(row.title, row.language)
	if err != nil {
		return record{}, err
	}
	hint, err := textIn(row.locationHint, row.language)
	if err != nil {
		return record{}, err
	}
	made := record{
		Activity:    activity{row.activityID, title, hint},
		Interaction: interaction{row.publicKey, row.timezone},
		Group:       group{row.groupKey, row.groupName},
		Minutes:     row.activityMinutes,
		TicketType:  ticketType{row.ticketTypeName, row.hasLimitedCapacity == 1},
	}
	if row.hostName != nil {
		made.Minutes = row.hostMinutes
		made.Host = &host{*row.hostName}
	}
	return made, nil
}

func textIn(languages, language string) (string, error) {
	var texts map[string]string
	err := json.Unmarshal([]byte(languages), &texts)
	return texts[language], err
}

const instantForm = "2006-01-02T15:04:05Z"

func instant(milliseconds int64) string {
	return time.UnixMilli(milliseconds).UTC().Format(instantForm)
}
