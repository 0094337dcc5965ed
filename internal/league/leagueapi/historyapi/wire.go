package historyapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/historydesk"
	"referto/internal/league/eventfile"
	"referto/internal/league/facts"
	"referto/internal/league/history"
	"referto/internal/league/rules"
	"referto/internal/league/views"
	"referto/openapi"
)

func fold(name string) string { return words.Fold(name) }

// settingsOf reads how a table is to be read.
func settingsOf(n openapi.HistorySettings) (historydesk.Settings, error) {
	s := historydesk.Settings{Ranking: n.Ranking, Kind: string(n.Kind), TimeZone: n.TimeZone, Mapping: history.Mapping{}}
	var faults league.Faults
	for i, m := range n.Mapping {
		column := history.Column(m.Column)
		if _, twice := s.Mapping[column]; twice {
			faults = append(faults, league.Fault{Field: fmt.Sprintf("/mapping/%d/column", i), Grounds: league.Grounds{Reason: "repeated", Params: map[string]string{"value": string(column)}}})
		}
		s.Mapping[column] = m.Heading
	}
	if n.Rest != openapi.HistorySettingsRestAsk {
		s.Decisions.Rest = history.Rest(n.Rest)
	}
	s.Decisions.ByLine = map[int]history.Decision{}
	for i, d := range n.Decisions {
		if _, twice := s.Decisions.ByLine[d.Line]; twice {
			faults = append(faults, league.Fault{Field: fmt.Sprintf("/decisions/%d/line", i), Grounds: league.Grounds{Reason: "repeated", Params: map[string]string{"value": fmt.Sprint(d.Line)}}})
		}
		s.Decisions.ByLine[d.Line] = history.Decision{Player: d.Player, SameAs: d.SameAs}
	}
	return s, faults.OrNil()
}

// fromSettings makes the settings by which a table was read last, in the order of columns and lines.
func fromSettings(s historydesk.Settings) openapi.HistorySettings {
	out := openapi.HistorySettings{Ranking: s.Ranking, Kind: openapi.EventKind(s.Kind), TimeZone: s.TimeZone, Rest: openapi.HistorySettingsRestAsk}
	if s.Decisions.Rest != "" {
		out.Rest = openapi.HistorySettingsRest(s.Decisions.Rest)
	}
	for _, column := range slices.Sorted(maps.Keys(s.Mapping)) {
		out.Mapping = append(out.Mapping, openapi.HistoryMapping{Column: string(column), Heading: s.Mapping[column]})
	}
	for _, line := range slices.Sorted(maps.Keys(s.Decisions.ByLine)) {
		d := s.Decisions.ByLine[line]
		out.Decisions = append(out.Decisions, openapi.HistoryDecision{Line: line, Player: d.Player, SameAs: d.SameAs})
	}
	return out
}

func suggested(headings []string, columns []history.Column) []openapi.HistoryMapping {
	found := history.Suggest(headings, columns)
	out := []openapi.HistoryMapping{}
	for _, column := range columns {
		if heading, is := found[column]; is {
			out = append(out, openapi.HistoryMapping{Column: string(column), Heading: heading})
		}
	}
	return out
}

// toHistory is the wire's picture of a table.
func toHistory(c *gate.Call, h facts.History) openapi.History {
	w := words.For(c.Language)
	var counts historydesk.Counts
	var faults []eventfile.Fault
	var questions []historydesk.Question
	var differences []historydesk.Difference
	var settings historydesk.Settings
	sample := [][]string{}
	if err := errors.Join(json.Unmarshal(h.Counts, &counts), json.Unmarshal(h.Faults, &faults), json.Unmarshal(h.Questions, &questions),
		json.Unmarshal(h.Differences, &differences), json.Unmarshal(h.Sample, &sample), json.Unmarshal(h.Settings, &settings)); err != nil {
		panic(err) // we wrote them
	}
	out := openapi.History{
		Id: h.ID, Subject: openapi.HistorySubject(h.Subject), Name: h.Name, State: openapi.HistoryState(h.State), Digest: h.Digest, Bytes: h.Bytes, Headings: h.Headings, Sample: sample,
		Suggested: suggested(h.Headings, history.Columns(history.Subject(h.Subject), nil)), Counts: toCounts(counts),
		Progress: openapi.HistoryProgress{Phase: phaseOf(h), Done: h.Done, Total: h.Total}, Reason: h.Reason, CreatedAt: h.CreatedAt,
		Faults:      openapi.Each(faults, func(f eventfile.Fault) openapi.ImportFault { return views.ImportFault(f, w) }),
		Questions:   openapi.Each(questions, toQuestion),
		Differences: openapi.Each(differences, toDifference),
	}
	if h.RankingID != nil {
		out.Ranking = *h.RankingID
	}
	if len(settings.Mapping) > 0 {
		out.Settings = fromSettings(settings)
	}
	if h.FinishedAt != nil {
		out.FinishedAt = *h.FinishedAt
	}
	return out
}

// phaseOf returns the phase of an import: the one under way, "waiting" before the first, "done" after the last.
func phaseOf(h facts.History) openapi.HistoryProgressPhase {
	switch {
	case h.Phase != "":
		return openapi.HistoryProgressPhase(h.Phase)
	case h.State == facts.HistoryReceived:
		return openapi.HistoryProgressPhaseWaiting
	}
	return openapi.HistoryProgressPhaseDone
}

func toCounts(c historydesk.Counts) openapi.HistoryCounts {
	return openapi.HistoryCounts{
		Lines: c.Lines, Known: c.Known, New: c.New, Same: c.Same, Questions: c.Questions, Openings: c.Openings, Unchanged: c.Unchanged,
		Events: c.Events, Results: c.Results, Repeated: c.Repeated, Arrivals: c.Arrivals, Clubs: c.Clubs, Faults: c.Faults,
		LastLine: c.LastLine, LastOpen: c.LastOpen,
	}
}

func toQuestion(q historydesk.Question) openapi.HistoryQuestion {
	return openapi.HistoryQuestion{
		Line: q.Line, Name: q.Name, Club: q.Club, BirthYear: q.Born,
		Candidates: openapi.Each(q.Candidates, func(c history.Candidate) openapi.HistoryCandidate {
			return openapi.HistoryCandidate{Player: c.Player, Line: c.Line, Name: c.Name, Club: c.Club, BirthYear: c.Born, By: openapi.Each(c.By, toBasis)}
		}),
	}
}

func toBasis(b history.Basis) openapi.HistoryBasis { return openapi.HistoryBasis(b) }

func toDifference(x historydesk.Difference) openapi.HistoryDifference {
	out := openapi.HistoryDifference{
		Line: x.Line, What: openapi.HistoryDifferenceWhat(x.What), Name: x.Name, Player: x.Player, By: openapi.Each(x.By, toBasis), Figures: x.Figures, People: x.People,
	}
	if x.Day != "" {
		out.Day = openapi_types.Date{Time: rules.Day(x.Day).Midnight()}
	}
	return out
}
