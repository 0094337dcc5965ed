package importapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/importdesk"
	"referto/internal/league/eventfile"
	"referto/internal/league/facts"
	"referto/internal/league/imports"
	"referto/internal/league/jobs"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leagueapi/entryapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
	"referto/internal/league/views"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// longFile is the size, in bytes, above which a file is worked on after the
// answer.
const longFile = 256 << 10

// keepFiles is the time for which a clean file waits for its application.
const keepFiles = 72 * time.Hour

// ImportEvent takes in a file.
func (a API) ImportEvent(ctx context.Context, r openapi.ImportEventRequestObject) (openapi.ImportEventResponseObject, error) {
	c := gate.From(ctx)
	data, err := fileOf(r)
	if err != nil {
		return nil, err
	}
	if err := a.Upload(c, len(data)); err != nil {
		return nil, err
	}
	row := facts.Import{
		ID: uuid.Must(uuid.NewV7()), State: facts.ImportWaiting, Form: string(eventfile.FormOf(data)), Bytes: len(data), File: data,
		Decided: json.RawMessage("{}"), Derived: []string{}, Faults: json.RawMessage("[]"), People: json.RawMessage("[]"),
		CreatedBy: c.Account(), Session: c.Principal.Session, Language: c.Language, CreatedAt: c.Now,
	}
	at := r.Params.DryRun != nil && !*r.Params.DryRun
	b := &tenantdb.Batch{}
	leaguedb.ForgetFiles(b, c.Now.Add(-keepFiles))
	leaguedb.AddImport(b, row)
	if err := c.Tx().Send(b); err != nil {
		return nil, err
	}
	c.Log(uuid.Nil, leaguelog.ImportReceived{Import: row.ID, Bytes: row.Bytes})
	c.Audit("import", "", nil, map[string]any{"import": row.ID, "form": row.Form, "bytes": row.Bytes})
	if len(data) > longFile {
		if err := a.Later.Insert(c.Tx(), jobs.ImportJob{Tenant: c.Tenant.ID, Import: row.ID, Store: at}); err != nil {
			return nil, err
		}
	} else if err := jobs.Work(a.Desk, c.Tx(), leagueapi.Act(c), &row, at, nil, func(s *officiating.Situation) { a.Changed(c, s) }); err != nil {
		return nil, err
	}
	return openapi.ImportEvent201JSONResponse(toImport(c, row)), nil
}

// fileOf is the body, in whichever form it came.
func fileOf(r openapi.ImportEventRequestObject) ([]byte, error) {
	if r.JSONBody != nil {
		return *r.JSONBody, nil
	}
	return io.ReadAll(r.Body)
}

// GetImport returns an import with its progress.
func (a API) GetImport(ctx context.Context, r openapi.GetImportRequestObject) (openapi.GetImportResponseObject, error) {
	c := gate.From(ctx)
	var row facts.Import
	b := &tenantdb.Batch{}
	leaguedb.LoadImport(b, &row, r.Import)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	return openapi.GetImport200JSONResponse(toImport(c, row)), nil
}

// ApplyImport stores the event of a clean file.
func (a API) ApplyImport(ctx context.Context, r openapi.ApplyImportRequestObject) (openapi.ApplyImportResponseObject, error) {
	c := gate.From(ctx)
	var row facts.Import
	b := &tenantdb.Batch{}
	leaguedb.TakeImport(b, &row, r.Import)
	if err := c.Tx().Send(b); err != nil {
		return nil, err
	}
	if row.State != facts.ImportClean || row.File == nil {
		return nil, &league.StateError{Grounds: league.Grounds{Reason: "import-state", Params: map[string]string{"state": string(row.State)}}}
	}
	decided := importdesk.Decisions{Event: r.Body.Event, Region: league.RegionID{UUID: r.Body.Region}, Slug: r.Body.Slug, People: map[int]league.PlayerID{}, Confirmed: map[int]string{}}
	for _, p := range r.Body.People {
		decided.People[p.Entry] = p.Player
		if p.Confirmed != "" {
			decided.Confirmed[p.Entry] = p.Confirmed
		}
	}
	var err error
	if row.Decided, err = json.Marshal(decided); err != nil {
		return nil, err
	}
	row.CreatedBy, row.Session, row.Language = c.Account(), c.Principal.Session, c.Language
	if len(row.File) > longFile {
		err = a.applyLater(c, &row)
	} else {
		err = a.applyNow(c, &row)
	}
	if err != nil {
		return nil, err
	}
	return openapi.ApplyImport200JSONResponse(toImport(c, row)), nil
}

func (a API) applyNow(c *gate.Call, row *facts.Import) error {
	if err := jobs.Work(a.Desk, c.Tx(), leagueapi.Act(c), row, true, nil, func(s *officiating.Situation) { a.Changed(c, s) }); err != nil {
		return err
	}
	if row.State != facts.ImportStored {
		return undecided(*row)
	}
	return nil
}

func (a API) applyLater(c *gate.Call, row *facts.Import) error {
	row.State, row.Done = facts.ImportWaiting, 0
	b := &tenantdb.Batch{}
	leaguedb.ChangeImport(b, *row, facts.ImportClean)
	if err := c.Tx().Send(b); err != nil {
		return err
	}
	c.Audit("import", "", nil, map[string]any{"import": row.ID, "decided": row.Decided})
	return a.Later.Insert(c.Tx(), jobs.ImportJob{Tenant: c.Tenant.ID, Import: row.ID, Store: true})
}

// undecided is the refusal of an application that did not store anything: the
// decisions do not fit the file, or some are missing.
func undecided(row facts.Import) error {
	var faults []eventfile.Fault
	if err := json.Unmarshal(row.Faults, &faults); err != nil {
		return err
	}
	var people []importdesk.Person
	if err := json.Unmarshal(row.People, &people); err != nil {
		return err
	}
	if len(faults) == 0 && slices.ContainsFunc(people, func(p importdesk.Person) bool { return p.Match == imports.Ambiguous }) {
		return &league.StateError{Grounds: league.Grounds{Reason: "people-undecided"}}
	}
	if len(faults) == 0 {
		return importdesk.Unconfirmed(people)
	}
	out := make(league.Faults, len(faults))
	for i, f := range faults {
		out[i] = f.Fault
	}
	return out
}

// toImport makes the wire form of an import, as far as the caller may know it: only callers who decide about it
// see whom people resemble.
func toImport(c *gate.Call, row facts.Import) openapi.Import {
	w := words.For(c.Language)
	var faults []eventfile.Fault
	var people []importdesk.Person
	if err := errors.Join(json.Unmarshal(row.Faults, &faults), json.Unmarshal(row.People, &people)); err != nil {
		panic(err) // we wrote them
	}
	out := openapi.Import{
		Id: row.ID, State: openapi.ImportState(row.State), Format: openapi.ImportFormat(row.Form), Bytes: row.Bytes, Title: row.Title, Ruleset: row.Ruleset,
		Counts:   openapi.ImportCounts{Entries: row.Entries, Rounds: row.Rounds, Tables: row.Tables, Results: row.Results},
		Progress: openapi.ImportProgress{Phase: views.Phase(row), Done: row.Done, Total: row.Lines},
		Derived:  openapi.Each(row.Derived, func(d string) openapi.ImportDerived { return openapi.ImportDerived(d) }),
		Faults:   openapi.Each(faults, func(f eventfile.Fault) openapi.ImportFault { return views.ImportFault(f, w) }),
		People:   openapi.Each(people, func(p importdesk.Person) openapi.ImportPerson { return toImportPerson(c, p) }), CreatedAt: row.CreatedAt,
	}
	for _, p := range people {
		switch p.Match {
		case imports.Matched:
			out.Counts.Matched++
		case imports.NewPlayer:
			out.Counts.New++
		case imports.Ambiguous:
			out.Counts.Ambiguous++
		}
		if p.Open() {
			out.Counts.ToBeChecked++
		}
	}
	if row.EventID != nil {
		out.Event = *row.EventID
	}
	if row.FinishedAt != nil {
		out.FinishedAt = *row.FinishedAt
	}
	return out
}

func toImportPerson(c *gate.Call, p importdesk.Person) openapi.ImportPerson {
	return openapi.ImportPerson{
		Check: importCheck(c, p),
		Entry: p.Entry, Name: p.Name, Match: openapi.ImportPersonMatch(p.Match), Player: p.Player,
		Candidates: openapi.Each(p.Candidates, func(c imports.Candidate) openapi.ImportCandidate {
			return openapi.ImportCandidate{Player: c.Player, Name: c.Name, Club: c.Club}
		}),
	}
}

// importCheck makes the check of a person of a file.
func importCheck(c *gate.Call, p importdesk.Person) openapi.EntryCheck {
	if p.Check == nil {
		return openapi.EntryCheck{}
	}
	var check officiating.Check
	if p.Open() {
		check.Resembles = p.Check.Resembles
	} else {
		check.Decided = &facts.EntryCheck{Outcome: facts.CheckConfirmed}
	}
	return entryapi.EntryCheck(leagueapi.View(c, &officiating.Situation{Rules: &rules.Ruleset{}}), c, check) // the reason why a person is kept out names no figure of the rules
}

// ExportEvent answers with the whole event as a file.
func (a API) ExportEvent(ctx context.Context, r openapi.ExportEventRequestObject) (openapi.ExportEventResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.See(c, r.Event)
	if err != nil {
		return nil, err
	}
	form := eventfile.JSON
	if r.Params.Format != "" {
		form = eventfile.Form(r.Params.Format)
	}
	whole, err := importdesk.At(a.Desk).Export(c.Door(), s)
	if err != nil {
		return nil, err
	}
	data, err := eventfile.Write(form, whole, s.Rules, c.Language)
	if err != nil {
		return nil, err
	}
	c.Header("Content-Disposition", `attachment; filename="`+importdesk.FileName(s, form)+`"`)
	switch form {
	case eventfile.XLSX:
		return openapi.ExportEvent200ApplicationvndOpenxmlformatsOfficedocumentSpreadsheetmlSheetResponse{Body: bytes.NewReader(data), ContentLength: int64(len(data))}, nil
	case eventfile.CSV:
		return openapi.ExportEvent200ApplicationzipResponse{Body: bytes.NewReader(data), ContentLength: int64(len(data))}, nil
	default:
		return document(data), nil
	}
}

// document is an exported document, sent unchanged: its form is that of the package that reads it back.
type document []byte

// VisitExportEventResponse writes the document.
func (d document) VisitExportEventResponse(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", "application/json")
	_, err := w.Write(d)
	return err
}
