// Package baselineapi serves the baselines of the benchmark over HTTP: handlers
// of net/http and encoding/json that do the least the task allows, and echo's
// hello.
package baselineapi

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"referto/cmd/bench/internal/baselinedb"
)

// Tag is the entity tag of GET /unchanged.
const Tag = `"1"`

// Hello answers GET /hello with echo, and GET /unchanged as a program on echo would answer a client that has the page
// already: with an id of the request and the headers of a 304.
func Hello() http.Handler {
	e := echo.New()
	e.GET("/hello", func(c echo.Context) error { return c.String(http.StatusOK, "Hello, World!") })
	e.GET("/unchanged", func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("X-Request-Id", rand.Text())
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("ETag", Tag)
		h.Set("Cache-Control", "no-cache")
		h.Set("Vary", "Accept-Encoding")
		if c.Request().Header.Get("If-None-Match") != Tag {
			return c.String(http.StatusOK, "Hello, World!")
		}
		return c.NoContent(http.StatusNotModified)
	})
	return e
}

// handler answers from the baselines' statements.
type handler struct {
	db      *baselinedb.DB
	log     *slog.Logger
	version atomic.Int64
}

// New serves
//
//	GET  /players/{tenant}/{player}          one statement
//	GET  /ranking/{tenant}/{ranking}/{key}   one statement: 50 rows from a key on
//	POST /pipeline/{tenant}/{event}/{table}  one pipeline of inserts
//	POST /rows/{tenant}/{event}/{table}      a transaction, row by row
//	POST /closing/{tenant}/{season}          two statements for a season
//	POST /closing/{tenant}/{season}/{from}/{most}  a transaction for each stage
//
// The body of a POST for a table is a result in the API's form; the header Account names the recording account. A
// failure is logged and answered with 500.
func New(db *baselinedb.DB, log *slog.Logger) http.Handler {
	h := &handler{db: db, log: log}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /players/{tenant}/{player}", h.player)
	mux.HandleFunc("GET /ranking/{tenant}/{ranking}/{key}", h.ranking)
	mux.HandleFunc("POST /pipeline/{tenant}/{event}/{table}", h.pipeline)
	mux.HandleFunc("POST /rows/{tenant}/{event}/{table}", h.rows)
	mux.HandleFunc("POST /closing/{tenant}/{season}", h.closing)
	mux.HandleFunc("POST /closing/{tenant}/{season}/{from}/{most}", h.stages)
	return mux
}

func (h *handler) player(w http.ResponseWriter, r *http.Request) {
	tenant, err := uuid.Parse(r.PathValue("tenant"))
	if err != nil {
		h.fail(w, r, err)
		return
	}
	id, err := uuid.Parse(r.PathValue("player"))
	if err != nil {
		h.fail(w, r, err)
		return
	}
	player, err := h.db.Player(r.Context(), tenant, id)
	if err != nil {
		h.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(player); err != nil {
		h.log.ErrorContext(r.Context(), "answer not written", "error", err.Error())
	}
}

func (h *handler) ranking(w http.ResponseWriter, r *http.Request) {
	of, err := baselinedb.ParseStage(r.PathValue("tenant"), r.PathValue("ranking"))
	if err != nil {
		h.fail(w, r, err)
		return
	}
	key, err := hex.DecodeString(r.PathValue("key"))
	if err != nil {
		h.fail(w, r, err)
		return
	}
	rows, err := h.db.RankingPage(r.Context(), baselinedb.Ranking{Tenant: of.Tenant, Ranking: of.Event}, key)
	if err != nil {
		h.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(rows); err != nil {
		h.log.ErrorContext(r.Context(), "answer not written", "error", err.Error())
	}
}

func (h *handler) pipeline(w http.ResponseWriter, r *http.Request) {
	result, _, err := h.result(r)
	if err != nil {
		h.fail(w, r, err)
		return
	}
	answer, err := h.db.Pipeline(r.Context(), result)
	h.created(w, r, answer, err)
}

func (h *handler) rows(w http.ResponseWriter, r *http.Request) {
	result, seats, err := h.result(r)
	if err != nil {
		h.fail(w, r, err)
		return
	}
	answer, err := h.db.RowByRow(r.Context(), result, seats)
	h.created(w, r, answer, err)
}

// result reads a result. Its version is a number of its own, so that a table
// takes as many as are sent.
func (h *handler) result(r *http.Request) (result baselinedb.Result, seats []baselinedb.Seat, err error) {
	if result.Stage, err = baselinedb.ParseStage(r.PathValue("tenant"), r.PathValue("event")); err != nil {
		return result, nil, err
	}
	if result.Table, err = strconv.Atoi(r.PathValue("table")); err != nil {
		return result, nil, err
	}
	if result.Account, err = uuid.Parse(r.Header.Get("Account")); err != nil {
		return result, nil, err
	}
	var body struct {
		Ended      string            `json:"ended"`
		DeclaredBy int               `json:"declaredBy"`
		Seats      []baselinedb.Seat `json:"seats"`
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return result, nil, err
	}
	result.Ended, result.By, result.Version = body.Ended, body.DeclaredBy, int(h.version.Add(1))
	result.Key, result.At = r.Header.Get("Idempotency-Key"), time.Now().UTC()
	return result, body.Seats, nil
}

func (h *handler) closing(w http.ResponseWriter, r *http.Request) {
	of, err := baselinedb.ParseStage(r.PathValue("tenant"), r.PathValue("season"))
	if err == nil {
		err = h.db.CloseBySet(r.Context(), baselinedb.Season{Tenant: of.Tenant, Season: of.Event})
	}
	h.created(w, r, nil, err)
}

func (h *handler) stages(w http.ResponseWriter, r *http.Request) {
	of, err := baselinedb.ParseStage(r.PathValue("tenant"), r.PathValue("season"))
	if err != nil {
		h.fail(w, r, err)
		return
	}
	from, errFrom := strconv.Atoi(r.PathValue("from"))
	most, errMost := strconv.Atoi(r.PathValue("most"))
	if err := errors.Join(errFrom, errMost); err != nil {
		h.fail(w, r, err)
		return
	}
	n, err := h.db.CloseStages(r.Context(), baselinedb.Season{Tenant: of.Tenant, Season: of.Event}, from, most)
	h.created(w, r, []byte(strconv.Itoa(n)), err)
}

func (h *handler) created(w http.ResponseWriter, r *http.Request, answer []byte, err error) {
	if err != nil {
		h.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	_, _ = w.Write(answer) // a reader that went away
}

func (h *handler) fail(w http.ResponseWriter, r *http.Request, err error) {
	h.log.ErrorContext(r.Context(), "request failed", "path", r.URL.Path, "error", err.Error())
	http.Error(w, err.Error(), http.StatusInternalServerError)
}
