// Command compiled runs one bare server, as main.ts beside this folder does: the same statements on the same
// rows, by Go's net/http with pgx and go-sqlite3.
//
// Its argument is a JSON document that order.go describes.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("The argument is one JSON document.")
	}
	var asked order
	if err := json.Unmarshal([]byte(os.Args[1]), &asked); err != nil {
		log.Fatal(err)
	}
	answer, err := serverFor(&asked)
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening %d\n", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		text, err := answer(request)
		if err != nil {
			log.Print(err)
			writer.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		header := writer.Header()
		header["Content-Type"] = contentType
		header["Content-Length"] = []string{strconv.Itoa(len(text))}
		writer.Write(text)
	})))
}

var contentType = []string{"application/json; charset=utf-8"}

func serverFor(asked *order) (answerer, error) {
	_, isFile := asked.file()
	switch asked.Name {
	case "list-naive":
		if isFile {
			return naiveListOnSqlite(asked)
		}
		return naiveListOnPostgres(asked)
	case "list-tuned":
		if isFile {
			return tunedListOnSqlite(asked)
		}
		return tunedListOnPostgres(asked)
	case "cancel-single", "cancel-batched":
		if isFile {
			return cancelsOnSqlite(asked)
		}
		return cancelsOnPostgres(asked)
	case "token":
		return tokens(asked), nil
	}
	return nil, fmt.Errorf("there is no reference %s", asked.Name)
}
