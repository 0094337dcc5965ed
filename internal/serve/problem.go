package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"referto/frontend/words"
	"referto/internal/authz"
	"referto/internal/authz/authzapi"
	"referto/internal/authz/authzdb"
	"referto/internal/authz/email"
	"referto/internal/authz/gate"
	"referto/internal/authz/password"
	"referto/internal/cursor"
	"referto/internal/league"
	"referto/internal/league/bans"
	"referto/internal/league/desk"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/league/desk/rankingdesk"
	"referto/internal/league/leagueapi/rankingapi"
	"referto/internal/league/people"
	"referto/internal/media/blob"
	"referto/internal/oneline"
	"referto/internal/quota"
	"referto/internal/strictjson"
	"referto/internal/strictyaml"
	"referto/internal/tenant"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantapi"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// A problemRow is one row of the table from errors to answers. The first row whose error is in the chain of the given
// error wins.
type problemRow struct {
	err    error
	status int
	reason string // stable code
}

// problemTable is searched in order with errors.Is; an error without a row is a 500.
var problemTable = []problemRow{
	{gate.ErrUnauthenticated, http.StatusUnauthorized, "unauthenticated"},
	{authz.ErrSignInRequired, http.StatusUnauthorized, "sign-in-required"},
	{authz.ErrForbidden, http.StatusForbidden, "forbidden"},
	{gate.ErrNoSuchTenant, http.StatusNotFound, "no-such-tenant"},
	{gate.ErrPasswordOld, http.StatusForbidden, "password-not-recent"},
	{gate.ErrKeyMissing, http.StatusBadRequest, "idempotency-key-missing"},
	{gate.ErrKeyForm, http.StatusBadRequest, "idempotency-key-malformed"},
	{gate.ErrKeyReused, http.StatusUnprocessableEntity, "idempotency-key-reused"},
	{gate.ErrMatchMissing, http.StatusPreconditionRequired, "if-match-missing"},
	{gate.ErrMatchForm, http.StatusBadRequest, "if-match-malformed"},
	{errHeaderTwice, http.StatusBadRequest, "header-twice"},
	{errTwoLengths, http.StatusBadRequest, "two-lengths"},
	{errCrossOrigin, http.StatusForbidden, "cross-origin"},
	{errBodiesFull, http.StatusServiceUnavailable, "busy"},
	{authzapi.ErrCredentials, http.StatusUnauthorized, "credentials-wrong"},
	{authzapi.ErrNotConfirmed, http.StatusForbidden, "address-not-confirmed"},
	{authzapi.ErrSuspended, http.StatusForbidden, "account-suspended"},
	{authzapi.ErrPassword, http.StatusUnprocessableEntity, "password-wrong"},
	{authzapi.ErrScope, http.StatusUnprocessableEntity, "scope-unknown"},
	{authzapi.ErrUntil, http.StatusUnprocessableEntity, "until-past"},
	{authzapi.ErrLastManager, http.StatusConflict, "last-manager"},
	{authzdb.ErrLink, http.StatusUnprocessableEntity, "link-invalid"},
	{authzdb.ErrRefresh, http.StatusUnauthorized, "refresh-invalid"},
	{authzdb.ErrInvitation, http.StatusNotFound, "invitation-not-open"},
	{email.ErrForm, http.StatusUnprocessableEntity, "email-malformed"},
	{email.ErrLookAlike, http.StatusUnprocessableEntity, "email-look-alike"},
	{oneline.ErrTooShort, http.StatusUnprocessableEntity, "name-too-short"},
	{oneline.ErrLink, http.StatusUnprocessableEntity, "name-has-link"},
	{oneline.ErrUnreadable, http.StatusUnprocessableEntity, "name-unreadable"},
	{registrydb.ErrSlugTaken, http.StatusConflict, "slug-taken"},
	{registrydb.ErrRegionExists, http.StatusConflict, "region-exists"},
	{registrydb.ErrAffiliationOpen, http.StatusConflict, "affiliation-open"},
	{registrydb.ErrNotAffiliated, http.StatusForbidden, "not-affiliated"},
	{tenant.ErrAffiliationState, http.StatusConflict, "affiliation-state"},
	{tenant.ErrFederationDecides, http.StatusForbidden, "federation-decides"},
	{tenant.ErrDeletionOpen, http.StatusConflict, "deletion-open"},
	{tenant.ErrNoDeletion, http.StatusNotFound, "no-deletion"},
	{tenant.ErrOwnDeletion, http.StatusForbidden, "own-deletion"},
	{tenant.ErrAloneTooSoon, http.StatusConflict, "deletion-too-soon"},
	{tenant.ErrDeletionConfirmed, http.StatusConflict, "deletion-confirmed"},
	{tenant.ErrDeletionBegun, http.StatusConflict, "deletion-begun"},
	{tenant.ErrNoArchive, http.StatusNotFound, "not-found"},
	{tenant.ErrArchiveOfOther, http.StatusForbidden, "archive-of-other"},
	{tenant.ErrArchiveNotReady, http.StatusConflict, "export-not-ready"},
	{tenant.ErrArchiveExpired, http.StatusConflict, "export-expired"},
	{tenant.ErrOtherName, http.StatusUnprocessableEntity, "other-short-name"},
	{tenantapi.ErrSlug, http.StatusUnprocessableEntity, "slug-like-id"},
	{tenantapi.ErrSlugReserved, http.StatusUnprocessableEntity, "slug-reserved"},
	{tenantapi.ErrSlugUnmade, http.StatusUnprocessableEntity, "slug-unmade"},
	{tenantapi.ErrNotClub, http.StatusUnprocessableEntity, "not-a-club"},
	{tenantapi.ErrNotFederation, http.StatusUnprocessableEntity, "not-a-federation"},
	{password.ErrTooShort, http.StatusUnprocessableEntity, "password-too-short"},
	{password.ErrTooLong, http.StatusUnprocessableEntity, "password-too-long"},
	{password.ErrGuessable, http.StatusUnprocessableEntity, "password-guessable"},
	{password.ErrNotText, http.StatusUnprocessableEntity, "password-not-text"},
	{password.ErrBusy, http.StatusServiceUnavailable, "busy"},
	{desk.ErrOwnCase, http.StatusForbidden, "own-case"},
	{bans.ErrOwnExpulsion, http.StatusForbidden, "own-expulsion"},
	{bans.ErrOwnReport, http.StatusForbidden, "own-report"},
	{entrydesk.ErrOwnEntry, http.StatusForbidden, "own-entry"},
	{people.ErrNameAtEvent, http.StatusForbidden, "full-name-not-at-event"},
	{people.ErrConsentByAccount, http.StatusForbidden, "consent-by-account"},
	{peopledesk.ErrNoRecord, http.StatusNotFound, "no-record"},
	{peopledesk.ErrLink, http.StatusUnprocessableEntity, "link-invalid"},
	{peopledesk.ErrTooSoon, http.StatusTooManyRequests, "too-many-attempts"},
	{desk.ErrStale, http.StatusPreconditionFailed, "stale"},
	{rankingdesk.ErrOutdated, http.StatusBadRequest, "cursor-outdated"},
	{rankingdesk.ErrNotInRanking, http.StatusNotFound, "not-in-the-ranking"},
	{rankingdesk.ErrNotInHall, http.StatusNotFound, "not-in-the-hall"},
	{rankingdesk.ErrLeft, http.StatusNotFound, "left-for-the-hall"},
	{rankingdesk.ErrNoClub, http.StatusBadRequest, "no-such-club"},
	{rankingdesk.ErrNoCategory, http.StatusBadRequest, "no-such-category"},
	{rankingapi.ErrDay, http.StatusBadRequest, "day-to-come"},
	{rankingapi.ErrBoth, http.StatusBadRequest, "one-of-both"},
	{cursor.ErrInvalid, http.StatusBadRequest, "cursor-invalid"},
	{gate.ErrStale, http.StatusPreconditionFailed, "stale"},
	{league.ErrNotFound, http.StatusNotFound, "not-found"},
	{league.ErrFrozen, http.StatusConflict, "frozen"},
	{league.ErrConflict, http.StatusConflict, "conflict"},
	{tenantdb.ErrNotFound, http.StatusNotFound, "not-found"},
	{tenantdb.ErrBusy, http.StatusServiceUnavailable, "busy"},
	{tenantdb.ErrOutdated, http.StatusServiceUnavailable, "database-outdated"},
	{tenantdb.ErrUnavailable, http.StatusServiceUnavailable, "database-unavailable"},
	{blob.ErrUnavailable, http.StatusServiceUnavailable, "files-unavailable"},
	{context.DeadlineExceeded, http.StatusServiceUnavailable, "timeout"},
	{context.Canceled, http.StatusServiceUnavailable, "timeout"}, // the caller went away: the answer reaches nobody
}

// problems turns errors into answers.
type problems struct {
	log  *slog.Logger
	help string // address under which problem types are explained
	// causes counts the causes of 503 answers.
	causes *causes
	// notes are taken of answers by 401, 403 and 429.
	notes *refusalNotes
}

// handle is echo's error handler. Answers of 500 are logged here and nowhere else; their text contains nothing but
// the request's id.
func (p *problems) handle(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	w := words.For(language(c))
	problem := p.describe(err, w)
	problem.RequestId = requestID(c)
	locate(c, &problem, w)
	p.report(c, problem, err)
	header := c.Response().Header()
	if problem.Status == http.StatusServiceUnavailable || problem.Status == http.StatusTooManyRequests {
		header.Set("Retry-After", retryAfter(err))
		tellLeft(header, err)
	}
	if problem.Status == http.StatusUnauthorized {
		header.Set("WWW-Authenticate", "Bearer")
	}
	header.Set("Content-Type", "application/problem+json")
	header.Set("Cache-Control", "no-store")
	header.Del("ETag")
	c.Response().WriteHeader(problem.Status)
	if c.Request().Method == http.MethodHead {
		return
	}
	if err := json.NewEncoder(c.Response()).Encode(problem); err != nil {
		p.log.DebugContext(c.Request().Context(), "answer not written", "request", problem.RequestId)
	}
}

// report logs an error that is answered by 500, and the first of a burst of 503, and notes refusals, only once if a
// page passes on a refusal of the API. A caller who has gone away is no fault.
func (p *problems) report(c echo.Context, problem openapi.Problem, err error) {
	var inside *insideProblem
	var over *quota.ExceededError
	if errors.As(err, &over) && over.Shared {
		p.notes.metrics.limits.WithLabelValues(over.Reason).Inc()
	}
	switch {
	case refuses(problem.Status):
		if !errors.As(err, &inside) {
			p.notes.note(c, problem.Status, problem.Reason)
		}
	case problem.Status == http.StatusInternalServerError:
		p.log.ErrorContext(c.Request().Context(), "request failed", "request", requestID(c), "error", err.Error())
	case problem.Status == http.StatusServiceUnavailable && !errors.Is(c.Request().Context().Err(), context.Canceled):
		p.causes.note(requestID(c), problem.Reason, err)
	}
}

// locate adds the position of each fault in the body, if the body has several lines: a program uses the pointer, a
// person who has written a ruleset the line.
func locate(c echo.Context, problem *openapi.Problem, w *words.Words) {
	written, _ := c.Get(writtenKey).([]byte)
	if problem.Status != http.StatusUnprocessableEntity || !bytes.Contains(bytes.TrimSpace(written), []byte("\n")) {
		return
	}
	pointers := openapi.Each(problem.Errors, func(e openapi.Explanation) string { return e.Pointer })
	for i, position := range strictyaml.Positions(written, pointers) {
		place(&problem.Errors[i], position, w)
	}
}

// place adds to a fault its place in the text, where that is known.
func place(fault *openapi.Explanation, at strictyaml.Position, w *words.Words) {
	if at == (strictyaml.Position{}) {
		return
	}
	fault.Line, fault.Column = at.Line, at.Column
	fault.Text = w.Text("problem.at-line", map[string]any{"line": at.Line, "column": at.Column, "what": fault.Text})
}

// retryAfter returns the number of seconds after which to try again: the wait in the error, or a short default.
func retryAfter(err error) string {
	var tooMany *quota.ExceededError
	var tooSoon *peopledesk.TooSoonError
	switch {
	case errors.As(err, &tooMany):
		return strconv.Itoa(int(math.Ceil(tooMany.Wait.Seconds())))
	case errors.As(err, &tooSoon):
		return strconv.Itoa(int(math.Ceil(tooSoon.Wait.Seconds())))
	}
	return "2"
}

// tellLeft reports in headers what is left of the exceeded quota, unless they report it already.
func tellLeft(header http.Header, err error) {
	var over *quota.ExceededError
	if !errors.As(err, &over) || over.Left == (quota.Left{}) {
		return
	}
	policy, left := over.Left.Headers()
	header.Add(policyHeader, policy)
	header.Add(leftHeader, left)
}

// describe finds the answer to an error, without the request's id.
func (p *problems) describe(err error, w *words.Words) openapi.Problem {
	var (
		rule   *league.RuleError
		faults league.Faults
		state  *league.StateError
		stale  *desk.StaleError
		text   *strictjson.Error
		form   *invalidRequest
		inside *insideProblem
		role   *authz.Refusal
		router *echo.HTTPError
		unique *tenantdb.ConstraintError
		old    *gate.StaleError
		over   *quota.ExceededError
		closed *tenant.ClosedError
	)
	switch {
	case errors.As(err, &closed):
		problem := p.problem(w, http.StatusGone, "tenant-closed", nil)
		problem.Detail += " " + w.Text("problem.deleted-from", map[string]any{"date": w.Moment(closed.DeleteAt)})
		problem.Current = map[string]any{"dueAt": closed.DeleteAt}
		return problem
	case errors.As(err, &over) && over.Shared:
		return p.problem(w, http.StatusServiceUnavailable, over.Reason, nil)
	case errors.As(err, &over):
		return p.problem(w, http.StatusTooManyRequests, over.Reason, nil)
	case errors.As(err, &inside):
		return inside.Problem
	case errors.As(err, &form):
		return p.problem(w, form.status, form.reason, nil, explainFaults(form.faults, w)...)
	case errors.As(err, &text):
		fault := openapi.Explanation{Reason: text.Reason, Pointer: clip(text.Pointer), Text: w.Reason(text.Reason, nil, nil)}
		place(&fault, strictyaml.Position{Line: text.Line, Column: text.Column}, w)
		return p.problem(w, http.StatusBadRequest, text.Reason, nil, fault)
	case errors.As(err, &rule):
		problem := p.problem(w, http.StatusUnprocessableEntity, rule.Reason, rule.Params)
		problem.Rule = cited(rule.Grounds)
		return problem
	case errors.As(err, &faults):
		problem := p.problem(w, http.StatusUnprocessableEntity, "invalid", nil, explainFaults(faults, w)...)
		if len(faults) > 0 {
			problem.Rule = cited(faults[0].Grounds)
		}
		return problem
	case errors.As(err, &stale):
		problem := p.problem(w, http.StatusPreconditionFailed, "stale", nil)
		problem.Current = stale.Current
		return problem
	case errors.As(err, &old):
		problem := p.problem(w, http.StatusPreconditionFailed, "stale", nil)
		problem.Current = old.Current
		return problem
	case errors.As(err, &unique) && unique.Unique:
		return p.problem(w, http.StatusConflict, constraintReason(unique.Name), nil)
	case errors.As(err, &state):
		problem := p.problem(w, http.StatusConflict, state.Reason, state.Params)
		problem.Rule = cited(state.Grounds)
		problem.Current = state.Current
		return problem
	case errors.As(err, &role):
		return p.refused(w, role)
	case errors.As(err, &router):
		return p.problem(w, router.Code, routerReason(router.Code), nil)
	}
	for _, row := range problemTable {
		if errors.Is(err, row.err) {
			return p.problem(w, row.status, row.reason, nil)
		}
	}
	return p.problem(w, http.StatusInternalServerError, "internal", nil)
}

func routerReason(status int) string {
	switch status {
	case http.StatusNotFound:
		return "no-such-address"
	case http.StatusMethodNotAllowed:
		return "method-not-allowed"
	case http.StatusRequestEntityTooLarge:
		return "body-too-large"
	case http.StatusUnsupportedMediaType:
		return "media-type"
	}
	return "bad-request"
}

// refused explains why an act is not permitted, and which roles permit it.
func (p *problems) refused(w *words.Words, r *authz.Refusal) openapi.Problem {
	if errors.Is(r, authz.ErrSignInRequired) {
		return p.problem(w, http.StatusUnauthorized, string(r.Reason), nil)
	}
	problem := p.problem(w, http.StatusForbidden, string(r.Reason), nil)
	for _, role := range r.Needs {
		problem.NeedsRole = append(problem.NeedsRole, string(role))
	}
	return problem
}

func (p *problems) problem(w *words.Words, status int, reason string, params map[string]string, faults ...openapi.Explanation) openapi.Problem {
	return openapi.Problem{
		Type:       p.help + reason,
		Title:      title(w, status),
		Status:     status,
		Reason:     reason,
		Detail:     w.Reason(reason, clipped(params), nil),
		Errors:     faults[:min(len(faults), mostFaults)],
		MoreErrors: len(faults) > mostFaults,
	}
}

// title puts a status into words of the reader's language. A status that no
// catalog knows is taken as the general one of its class (RFC 9110 15).
func title(w *words.Words, status int) string {
	key := func(status int) string { return "problem." + strconv.Itoa(status) }
	if w.Has(key(status)) {
		return w.Text(key(status), nil)
	}
	return w.Text(key(status/100*100), nil)
}

// cited is the paragraph of grounds; the zero rule, which answers leave out, where
// they have none.
func cited(g league.Grounds) openapi.Rule {
	if g.Par == "" {
		return openapi.Rule{}
	}
	return openapi.Rule{Code: g.Code, Paragraph: g.Par}
}

// explainFaults explains the first faults, and one more if there are more than a
// problem lists.
func explainFaults(faults league.Faults, w *words.Words) []openapi.Explanation {
	out := make([]openapi.Explanation, min(len(faults), mostFaults+1))
	for i, f := range faults[:len(out)] {
		out[i] = openapi.Explanation{Reason: f.Reason, Pointer: clip(f.Field), Text: w.Reason(f.Reason, clipped(f.Params), nil)}
		out[i].Rule = cited(f.Grounds)
	}
	return out
}

// longestEcho bounds the bytes of the caller's own text that are repeated in one place of an answer.
const longestEcho = 400

// clip shortens text that a caller has sent.
func clip(text string) string {
	if len(text) <= longestEcho {
		return text
	}
	return strings.ToValidUTF8(text[:longestEcho], "") + "…"
}

func clipped(params map[string]string) map[string]string {
	for _, value := range params {
		if len(value) > longestEcho {
			short := make(map[string]string, len(params))
			for name, value := range params {
				short[name] = clip(value)
			}
			return short
		}
	}
	return params
}

// language returns the language of the answer to a request.
func language(c echo.Context) string {
	return words.Negotiate("", c.Request().Header.Get("Accept-Language"), words.Languages())
}

// constraintReason is the reason of a row that exists already, by the name of
// the constraint that refused it.
func constraintReason(constraint string) string {
	if constraint == "event_slug_unique" || constraint == "season_slug_unique" {
		return "slug-taken"
	}
	return "conflict"
}
