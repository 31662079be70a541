package main

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// tokens reads the body, compares one hash, and issues one token.
func tokens(asked *order) answerer {
	known := sha256.Sum256([]byte(asked.Secret))
	answer := []byte(fmt.Sprintf(`{"access_token":%q,"token_type":"Bearer","expires_in":86400}`, asked.Token))
	return func(request *http.Request) ([]byte, error) {
		var fields struct {
			Secret string `json:"client_secret"`
		}
		if err := json.NewDecoder(request.Body).Decode(&fields); err != nil {
			return nil, err
		}
		given := sha256.Sum256([]byte(fields.Secret))
		if subtle.ConstantTimeCompare(given[:], known[:]) != 1 {
			return nil, errors.New("refused")
		}
		return answer, nil
	}
}
