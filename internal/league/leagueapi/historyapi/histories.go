package historyapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"time"

	"github.com/google/uuid"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/historydesk"
	"referto/internal/league/desk/rankingdesk"
	"referto/internal/league/eventfile"
	"referto/internal/league/facts"
	"referto/internal/league/history"
	"referto/internal/league/jobs"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/oneline"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

const (
	// longTable is the size, in bytes, above which a table is worked on after the answer.
	longTable = 256 << 10
	// keepTables is the time for which a table waits to be stored.
	keepTables = 7 * 24 * time.Hour
	// mostListed is the number of tables that are listed.
	mostListed = 100
	// sampled is the number of lines that are shown of a table.
	sampled = 5
)

func (a API) room() historydesk.Desk { return historydesk.At(a.Desk) }

// SendHistory takes a table.
func (a API) SendHistory(ctx context.Context, r openapi.SendHistoryRequestObject) (openapi.SendHistoryResponseObject, error) {
	c := gate.From(ctx)
	data, err := whole(r.Body)
	if err != nil {
		return nil, err
	}
	name, err := oneline.Line(r.Params.Name)
	if err != nil {
		return nil, err
	}
	if err := a.Upload(c, len(data)); err != nil {
		return nil, err
	}
	headings, sample, err := headingsOf(data)
	if err != nil {
		return nil, err
	}
	digest := sha256.Sum256(data)
	h := facts.History{
		ID: uuid.Must(uuid.NewV7()), Subject: string(r.Params.Subject), Name: name, State: facts.HistoryReceived, Digest: hex.EncodeToString(digest[:]), Bytes: len(data), File: data,
		Headings: headings, Settings: json.RawMessage("{}"), Counts: json.RawMessage("{}"), Faults: json.RawMessage("[]"), Questions: json.RawMessage("[]"), Differences: json.RawMessage("[]"),
		CreatedBy: c.Account(), Session: c.Principal.Session, Language: c.Language, CreatedAt: c.Now,
	}
	if h.Sample, err = json.Marshal(sample); err != nil {
		return nil, err
	}
	if r.Params.Ranking.UUID != uuid.Nil {
		h.RankingID = &r.Params.Ranking
	}
	columns, err := a.columns(c.Door(), h)
	if err != nil {
		return nil, err
	}
	b := &tenantdb.Batch{}
	leaguedb.ForgetHistoryFiles(b, c.Now.Add(-keepTables))
	leaguedb.AddHistory(b, h)
	if err := c.Tx().Send(b); err != nil {
		return nil, err
	}
	c.Log(uuid.Nil, leaguelog.HistoryReceived{HistoryNow: leaguelog.HistoryNow{History: h.ID, Subject: h.Subject, Digest: h.Digest}})
	c.Audit("history "+h.ID.String(), "", nil, map[string]any{"name": h.Name, "subject": h.Subject, "digest": h.Digest, "bytes": h.Bytes})
	out := toHistory(c, h)
	out.Suggested = suggested(headings, columns)
	return openapi.SendHistory201JSONResponse(out), nil
}

// whole returns all of a body: the one that the server has in memory already, if it has.
func whole(body io.Reader) ([]byte, error) {
	if here, is := body.(interface{ Bytes() []byte }); is {
		return here.Bytes(), nil
	}
	return io.ReadAll(body)
}

// headingsOf reads the headings of a table and some lines below; a table that cannot be read is
// refused at once.
func headingsOf(data []byte) (headings []string, sample [][]string, err error) {
	headings, sample, err = history.Headings(data, sampled)
	var faults eventfile.Faults
	if errors.As(err, &faults) {
		out := make(league.Faults, len(faults))
		for i, f := range faults {
			out[i] = league.Fault{Grounds: f.Grounds}
		}
		return nil, nil, out
	}
	if err == nil && len(headings) == 0 {
		err = league.Faults{{Grounds: league.Grounds{Reason: "table-empty"}}}
	}
	if sample == nil {
		sample = [][]string{}
	}
	return headings, sample, err
}

// columns returns the columns that a table can have; the figures are those of the ranking that was named with
// it.
func (a API) columns(door tenantdb.Door, h facts.History) ([]history.Column, error) {
	if h.RankingID == nil {
		return history.Columns(history.Subject(h.Subject), nil), nil
	}
	found, err := rankingdesk.At(a.Desk).Find(door, *h.RankingID)
	if err != nil {
		return nil, err
	}
	return history.Columns(history.Subject(h.Subject), found.Keeper.Columns()), nil
}

// ListHistories lists the latest tables.
func (a API) ListHistories(ctx context.Context, _ openapi.ListHistoriesRequestObject) (openapi.ListHistoriesResponseObject, error) {
	c := gate.From(ctx)
	var rows []facts.History
	b := &tenantdb.Batch{}
	leaguedb.LoadHistories(b, &rows, mostListed)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	if err := a.showsQuestions(ctx, c, rows...); err != nil {
		return nil, err
	}
	return openapi.ListHistories200JSONResponse{Items: openapi.Each(rows, func(h facts.History) openapi.History { return toHistory(c, h) })}, nil
}

// GetHistory returns a table with its progress.
func (a API) GetHistory(ctx context.Context, r openapi.GetHistoryRequestObject) (openapi.GetHistoryResponseObject, error) {
	c := gate.From(ctx)
	var h facts.History
	b := &tenantdb.Batch{}
	leaguedb.LoadHistory(b, &h, r.History)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	if err := a.showsQuestions(ctx, c, h); err != nil {
		return nil, err
	}
	columns, err := a.columns(c.Door(), h)
	if err != nil {
		return nil, err
	}
	out := toHistory(c, h)
	out.Suggested = suggested(h.Headings, columns)
	return openapi.GetHistory200JSONResponse(out), nil
}

// showsQuestions records that the caller is shown the years of birth of those people in the register who may be
// people of tables.
func (a API) showsQuestions(ctx context.Context, c *gate.Call, tables ...facts.History) error {
	var ids []league.PlayerID
	for _, h := range tables {
		questions, err := questionsOf(h)
		if err != nil {
			return err
		}
		for _, q := range questions {
			for _, candidate := range q.Candidates {
				if candidate.Born != 0 && candidate.Player.UUID != uuid.Nil {
					ids = append(ids, candidate.Player)
				}
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	var players []facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayersByID(b, &players, ids)
	if err := c.Door().Send(b); err != nil {
		return err
	}
	for i := range players {
		players[i].Email = "" // which is not shown
	}
	return a.ShowsContact(ctx, c, players)
}

// questionsOf are the questions of a table, as they are stored.
func questionsOf(h facts.History) (questions []historydesk.Question, err error) {
	err = json.Unmarshal(h.Questions, &questions)
	return questions, err
}

// CheckHistory checks a table by the given settings.
func (a API) CheckHistory(ctx context.Context, r openapi.CheckHistoryRequestObject) (openapi.CheckHistoryResponseObject, error) {
	c := gate.From(ctx)
	h, err := take(c, r.History, facts.HistoryReceived, facts.HistoryFaulty, facts.HistoryQuestions, facts.HistoryClean)
	if err != nil {
		return nil, err
	}
	s, err := settingsOf(*r.Body)
	if err != nil {
		return nil, err
	}
	if err := a.room().CheckSettings(c.Tx(), h, s); err != nil {
		return nil, err
	}
	if h.RankingID = nil; s.Ranking.UUID != uuid.Nil {
		h.RankingID = &s.Ranking
	}
	if h.Settings, err = json.Marshal(s); err != nil {
		return nil, err
	}
	h.State, h.Phase, h.Done, h.Total = facts.HistoryChecking, facts.HistoryBeingChecked, 0, 0
	if err := a.work(c, &h); err != nil {
		return nil, err
	}
	err = a.showsQuestions(ctx, c, h) // those of a short table, which is worked on before the answer
	return openapi.CheckHistory200JSONResponse(toHistory(c, h)), err
}

// ApplyHistory stores a clean table, or continues with one whose work was stopped.
func (a API) ApplyHistory(ctx context.Context, r openapi.ApplyHistoryRequestObject) (openapi.ApplyHistoryResponseObject, error) {
	c := gate.From(ctx)
	h, err := take(c, r.History, facts.HistoryClean, facts.HistoryStopped)
	if err != nil {
		return nil, err
	}
	if h.State == facts.HistoryStopped {
		h.State, h.Faults = facts.HistoryStoring, json.RawMessage("[]")
		if h.Phase == facts.HistoryUndoLines || h.Phase == facts.HistoryUndoPeople {
			return nil, stateOf(h)
		}
	} else if err := a.room().Begin(c.Tx(), leagueapi.Act(c), &h, fold); err != nil {
		return nil, err
	}
	err = a.work(c, &h)
	return openapi.ApplyHistory200JSONResponse(toHistory(c, h)), err
}

// UndoHistory takes back everything that a table has brought in.
func (a API) UndoHistory(ctx context.Context, r openapi.UndoHistoryRequestObject) (openapi.UndoHistoryResponseObject, error) {
	c := gate.From(ctx)
	h, err := take(c, r.History)
	if err != nil {
		return nil, err
	}
	if err := a.room().BeginUndo(c.Tx(), leagueapi.Act(c), &h, r.Body.Reason); err != nil {
		return nil, err
	}
	err = a.work(c, &h)
	return openapi.UndoHistory200JSONResponse(toHistory(c, h)), err
}

// take takes a table to change it. If states are given, the table has to be in one of them, and its file has to
// be there.
func take(c *gate.Call, id uuid.UUID, states ...facts.HistoryState) (facts.History, error) {
	var h facts.History
	b := &tenantdb.Batch{}
	leaguedb.TakeHistory(b, &h, id)
	if err := c.Tx().Send(b); err != nil {
		return h, err
	}
	if len(states) == 0 {
		return h, nil
	}
	for _, s := range states {
		if h.State == s && h.File != nil {
			return h, nil
		}
	}
	if h.File == nil && h.State != facts.HistoryStored && h.State != facts.HistoryUndone {
		return h, league.NotNow("history-forgotten")
	}
	return h, stateOf(h)
}

func stateOf(h facts.History) error { return league.NotNow("history-state", "state", string(h.State)) }

// work checks, stores or undoes a table, by its state: at once, or by a job if the table is long.
func (a API) work(c *gate.Call, h *facts.History) error {
	h.CreatedBy, h.Session, h.Language = c.Account(), c.Principal.Session, c.Language
	if h.Bytes > longTable {
		if h.State == facts.HistoryChecking || h.State == facts.HistoryStoring || h.State == facts.HistoryUndoing {
			if err := a.Later.Insert(c.Tx(), jobs.HistoryJob{Tenant: c.Tenant.ID, History: h.ID, Ask: uuid.Must(uuid.NewV7())}); err != nil {
				return err
			}
		}
	} else if err := jobs.WorkHistory(a.Desk, c.Tx(), leagueapi.Act(c), h); err != nil {
		return err
	}
	now := *h
	c.Tx().Defer(func(b *tenantdb.Batch) { leaguedb.ChangeHistory(b, now) })
	return nil
}
