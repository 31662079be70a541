package main

import (
	"net/http"
	"strings"
)

// order says what to serve. The statements are those of the Node references, so that they cannot drift apart.
type order struct {
	Name        string
	DatabaseURL string
	// Statements by the names under which the Node references know them.
	Statements map[string]string
	Secret     string
	Token      string
}

// answerer makes the body of an answer.
type answerer func(*http.Request) ([]byte, error)

// file returns the database's file, where the engine is embedded.
func (asked *order) file() (string, bool) {
	return strings.TrimPrefix(asked.DatabaseURL, "sqlite:"), strings.HasPrefix(asked.DatabaseURL, "sqlite:")
}
