package main

import (
	"net/http"
	"net/url"
	"strconv"
)

// question has the parameters of the measured lists; the references parse nothing else.
type question struct {
	externalID string
	pageSize   int
	pageNumber int
}

func readQuestion(request *http.Request) question {
	values := request.URL.Query()
	return question{values.Get("external_id"), number(values, "page_size", 100), number(values, "page_number", 1)}
}

func (asked question) offset() int { return (asked.pageNumber - 1) * asked.pageSize }

func number(values url.Values, name string, otherwise int) int {
	value, err := strconv.Atoi(values.Get(name))
	if err != nil {
		return otherwise
	}
	return value
}
