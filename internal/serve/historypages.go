package serve

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"referto/frontend/pages"
	"referto/internal/authz"
	"referto/internal/tenant/tenantapi"
	"referto/openapi"
)

// longestTable bounds the form with a table of the past: 32 MB, which the API takes, and the rest of the form.
const longestTable = 33 << 20

// takesLarge is [site.takesFile] for large files, which are read only if the caller has a permission over the whole
// tenant.
func (s *site) takesLarge(e *echo.Echo, path string, longest int64, permission authz.Permission, next func(visit, largeFile) error) {
	e.POST(path, func(c echo.Context) error {
		if !fromHere(c.Request(), s.address) {
			return s.person(func(visit) error { return errCrossOrigin })(c)
		}
		return s.entered(func(v visit) error {
			if v.held == nil {
				return s.leadToSignIn(v)
			}
			if err := v.learnRoles(); err != nil {
				return err
			}
			if !s.overTenant(v, permission) {
				return echo.NewHTTPError(http.StatusForbidden)
			}
			file, err := readLargeForm(c, longest)
			if err != nil {
				return err
			}
			return next(v, file)
		})(c)
	})
}

// largeFile is the file of a form, held in memory once: it is read into a buffer of the announced size, and handed on
// without copying.
type largeFile struct {
	name    string
	content octets
}

// longestFields bounds the other fields of a form with a large file.
const longestFields = 64 << 10

// readLargeForm reads a form of fields and one file.
func readLargeForm(c echo.Context, longest int64) (file largeFile, err error) {
	r := c.Request()
	if r.ContentLength > longest {
		return file, echo.NewHTTPError(http.StatusRequestEntityTooLarge)
	}
	r.Body = http.MaxBytesReader(c.Response(), r.Body, longest)
	parts, err := r.MultipartReader()
	if err != nil {
		return file, echo.NewHTTPError(http.StatusUnsupportedMediaType)
	}
	r.PostForm, r.Form = url.Values{}, url.Values{}
	for left := longestFields; ; {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return file, nil
		}
		if err != nil {
			return file, echo.NewHTTPError(http.StatusBadRequest)
		}
		if part.FileName() != "" {
			room := bytes.NewBuffer(make([]byte, 0, max(r.ContentLength, 0)+bytes.MinRead))
			if _, err = room.ReadFrom(part); err != nil || file.content != nil {
				return file, echo.NewHTTPError(http.StatusBadRequest)
			}
			file = largeFile{part.FileName(), room.Bytes()}
			continue
		}
		value, err := io.ReadAll(io.LimitReader(part, int64(left)+1))
		if left -= len(value); err != nil || left < 0 || !text(string(value)) {
			return file, echo.NewHTTPError(http.StatusBadRequest)
		}
		r.PostForm.Add(part.FormName(), string(value))
		r.Form.Add(part.FormName(), string(value))
	}
}

// showHistories shows the page on which tables of past results are uploaded. The API decides who may see it.
func (s *site) showHistories(v visit, status int, sent *pages.Sent) error {
	if err := v.learnRoles(); err != nil {
		return err
	}
	page := pages.Histories{Reader: v.reader, Tenant: tenantapi.View(v.tenant), Key: uuid.NewString(), Sent: sent}
	var tables openapi.HistoryList
	var rankings openapi.RankingList
	of := tenantPath(v)
	problem, err := s.caller(v, true).read(read{of + "/histories", &tables}, read{of + "/rankings", &rankings})
	page.Tables, page.Rankings = tables.Items, rankings.Items
	return rendered(v, status, problem, err, func(out io.Writer) error { return s.pages.Histories(out, page) })
}

// sendHistory takes a table, and leads to its page.
func (s *site) sendHistory(v visit, file largeFile) error {
	sent := v.echo.Request().PostForm
	if sent.Get("act") != pages.ActSendTable {
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	ask := url.Values{"subject": {sent.Get("subject")}, "name": {"table.csv"}}
	if len(file.name) > 1 {
		ask.Set("name", file.name)
	}
	if ranking := sent.Get("ranking"); ranking != "" {
		ask.Set("ranking", ranking)
	}
	var table openapi.History
	problem, err := s.caller(v, true).call(http.MethodPost, tenantPath(v)+"/histories?"+ask.Encode(), file.content, &table)
	switch {
	case err != nil:
		return err
	case problem != nil:
		return s.showHistories(v, refusedStatus(problem), refusedForm(sent, problem))
	}
	return seeOther(v.echo, v.reader.Link("/t/"+url.PathEscape(v.tenant.Slug)+pages.HistoriesPath+"/"+table.Id.String()))
}

// workedOn is the time, in seconds, after which a browser asks anew for the page of a table that is worked on.
const workedOn = "3"

// showHistory shows the page of one table.
func (s *site) showHistory(v visit, status int, sent *pages.Sent) error {
	id, err := idOf(v.echo, "history")
	if err != nil {
		return err
	}
	if err := v.learnRoles(); err != nil {
		return err
	}
	page := pages.HistoryTable{Reader: v.reader, Tenant: tenantapi.View(v.tenant), Key: uuid.NewString(), Sent: sent}
	var rankings openapi.RankingList
	of := tenantPath(v)
	problem, err := s.caller(v, true).read(read{of + "/histories/" + id.String(), &page.Table}, read{of + "/rankings", &rankings})
	page.Rankings = rankings.Items
	if pages.Works(page.Table) && status == http.StatusOK {
		v.echo.Response().Header().Set("Refresh", workedOn)
	}
	return rendered(v, status, problem, err, func(out io.Writer) error { return s.pages.HistoryTable(out, page) })
}

// changeHistory carries out a form of the page of a table, and shows the page again.
func (s *site) changeHistory(v visit) error {
	id, err := idOf(v.echo, "history")
	if err != nil {
		return err
	}
	path := "/histories/" + id.String()
	sent := v.echo.Request().PostForm
	var table openapi.History
	if sent.Get("act") == pages.ActCheckTable { // the form names headings by their numbers
		problem, err := s.caller(v, true).read(read{tenantPath(v) + path, &table})
		if err != nil {
			return err
		}
		if problem != nil {
			return &insideProblem{*problem}
		}
	}
	return s.change(v, func(sent url.Values) deed { return historyDeed(path, table, sent) }, s.showHistory, pages.HistoriesPath+"/"+id.String())
}

// historyDeed is the operation, below a tenant's address, that a form of the page asks for; without method for none.
func historyDeed(path string, table openapi.History, sent url.Values) deed {
	switch sent.Get("act") {
	case pages.ActCheckTable:
		return deed{method: http.MethodPost, path: path + "/check", body: tableSettings(table, sent)}
	case pages.ActApplyTable:
		return deed{method: http.MethodPost, path: path + "/application"}
	case pages.ActUndoTable:
		return deed{method: http.MethodPost, path: path + "/undo", body: filled(sent, "reason")}
	}
	return deed{}
}

// tableSettings returns how a table is to be read, according to a form. Earlier decisions about the identity of
// persons stay if the form does not ask about them.
func tableSettings(table openapi.History, sent url.Values) map[string]any {
	body := filled(sent, "ranking", "kind", "timeZone", "rest")
	mapping := []openapi.HistoryMapping{}
	for i, heading := range table.Headings {
		if column := sent.Get(pages.HeadingField + strconv.Itoa(i)); column != "" {
			mapping = append(mapping, openapi.HistoryMapping{Column: column, Heading: heading})
		}
	}
	decided := slices.Clone(table.Settings.Decisions)
	for _, q := range table.Questions {
		switch who := sent.Get(pages.PersonField + strconv.Itoa(q.Line)); {
		case who == pages.PersonOpen:
		case who == pages.PersonNew:
			decided = append(decided, openapi.HistoryDecision{Line: q.Line})
		case strings.HasPrefix(who, pages.PersonLine):
			if line, err := strconv.Atoi(strings.TrimPrefix(who, pages.PersonLine)); err == nil {
				decided = append(decided, openapi.HistoryDecision{Line: q.Line, SameAs: line})
			}
		default:
			if id, err := uuid.Parse(who); err == nil {
				decided = append(decided, openapi.HistoryDecision{Line: q.Line, Player: openapi.PlayerID{UUID: id}})
			}
		}
	}
	body["mapping"] = mapping
	if len(decided) > 0 {
		body["decisions"] = decided
	}
	return body
}
