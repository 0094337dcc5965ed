package leagueapi

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/rulesetdesk"
	"referto/internal/league/qualify"
	"referto/internal/league/rules"
	"referto/openapi"
)

// DiffRuleset says what a version has otherwise than another.
func (a *API) DiffRuleset(ctx context.Context, r openapi.DiffRulesetRequestObject) (openapi.DiffRulesetResponseObject, error) {
	c := gate.From(ctx)
	after, err := rulesetdesk.At(a.desk).Version(c.Door(), r.Ruleset, r.Version, false)
	if err != nil {
		return nil, err
	}
	before, err := a.against(c, r.Ruleset, r.Params.Against)
	if err != nil {
		return nil, err
	}
	return openapi.DiffRuleset200JSONResponse{Differences: differences(words.For(c.Language), before, after)}, nil
}

// against is what a version is compared with: "2", "draft", "another-ruleset",
// "another-ruleset:3". A draft is not there for those who may not change it.
func (a *API) against(c *gate.Call, id, name string) (*rules.Ruleset, error) {
	if name == "draft" {
		mine, err := manages(c)
		if err != nil {
			return nil, err
		}
		if !mine {
			return nil, league.ErrNotFound
		}
		return rulesetdesk.At(a.desk).Version(c.Door(), id, 0, true)
	}
	if version, err := strconv.Atoi(name); err == nil {
		return rulesetdesk.At(a.desk).Version(c.Door(), id, version, false)
	}
	other, number, _ := strings.Cut(name, ":")
	version, _ := strconv.Atoi(number) // of the form that the contract has checked; none is the latest
	return rulesetdesk.At(a.desk).Version(c.Door(), other, version, false)
}

// differences are those of two rulesets, in words.
func differences(w *words.Words, before, after *rules.Ruleset) []openapi.RulesetDifference {
	return openapi.Each(rules.Diff(before, after), func(d rules.Difference) openapi.RulesetDifference {
		code := after.Code
		if d.Kind == rules.Removed {
			code = before.Code
		}
		steps := openapi.Each(d.Path, func(s rules.PathStep) words.OptionStep { return words.OptionStep(s) })
		out := openapi.RulesetDifference{
			Pointer: d.Pointer, Section: w.Option(steps[:1]), Option: w.Option(steps), Kind: openapi.RulesetDifferenceKind(d.Kind),
			Before: d.Before, After: d.After, Text: w.Difference(string(d.Kind), steps, d.Before, d.After),
		}
		if d.Paragraph != "" {
			out.Rule = openapi.Rule{Code: code, Paragraph: d.Paragraph}
		}
		return out
	})
}

// SearchRulesetTexts finds paragraphs of a regulation.
func (a *API) SearchRulesetTexts(ctx context.Context, r openapi.SearchRulesetTextsRequestObject) (openapi.SearchRulesetTextsResponseObject, error) {
	c := gate.From(ctx)
	ruleset, err := rulesetdesk.At(a.desk).Version(c.Door(), r.Ruleset, r.Params.Version, false)
	if err != nil {
		return nil, err
	}
	out := openapi.RulesetTextList{Items: []openapi.RulesetText{}}
	for _, t := range found(ruleset.Texts, r.Params.Q) {
		out.Items = append(out.Items, openapi.RulesetText{
			Paragraph: t.Paragraph, Title: t.Title, Language: ruleset.Language, Text: t.Body, Computed: t.Kind == rules.Computed,
		})
	}
	return openapi.SearchRulesetTexts200JSONResponse(out), nil
}

// found are the paragraphs of a number and those below it, or where the query is
// no number those that have all its words.
func found(texts []rules.Text, query string) []rules.Text {
	query = strings.TrimSpace(query)
	numbered := slices.DeleteFunc(slices.Clone(texts), func(t rules.Text) bool { return !below(t.Paragraph, query) })
	if query == "" {
		return texts
	}
	if len(numbered) > 0 {
		return numbered
	}
	asked := strings.Fields(words.Fold(query))
	return slices.DeleteFunc(slices.Clone(texts), func(t rules.Text) bool {
		text := words.Fold(t.Title + " " + t.Body)
		return len(asked) == 0 || slices.ContainsFunc(asked, func(word string) bool { return !strings.Contains(text, word) })
	})
}

// below tells whether a paragraph is that of a number or one of its parts: 3.2a
// and 3.2.1 of 3.2, but not 3.20.
func below(paragraph, number string) bool {
	rest, ok := strings.CutPrefix(strings.ToLower(paragraph), strings.ToLower(number))
	return ok && (rest == "" || !isDigit(rest[0]))
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// DryRunRuleset says who would stand elsewhere if an event had been run by
// another ruleset.
func (a *API) DryRunRuleset(ctx context.Context, r openapi.DryRunRulesetRequestObject) (openapi.DryRunRulesetResponseObject, error) {
	c := gate.From(ctx)
	if r.Body.Draft && r.Body.Version != 0 {
		return nil, league.Faults{{Pointer: "/draft", Grounds: league.Grounds{Reason: "draft-or-version"}}}
	}
	other, err := rulesetdesk.At(a.desk).Version(c.Door(), r.Body.Ruleset, r.Body.Version, r.Body.Draft)
	if err != nil {
		return nil, err
	}
	run, err := rulesetdesk.At(a.desk).DryRunRuleset(c.Door(), r.Event, other, r.Body.Readings)
	if err != nil {
		return nil, err
	}
	out, err := dryRun(c, run, other)
	return openapi.DryRunRuleset200JSONResponse(out), err
}

func dryRun(c *gate.Call, run rulesetdesk.DryRun, other *rules.Ruleset) (openapi.RulesetDryRunResult, error) {
	w := words.For(c.Language)
	out := openapi.RulesetDryRunResult{
		Faults: explained(w, run.Faults), Rows: []openapi.MovedRow{},
		FinalistsIn: []openapi.EntryRef{}, FinalistsOut: []openapi.EntryRef{},
		Differences: differences(w, run.Before.Rules, other),
	}
	if run.After == nil {
		return out, nil
	}
	out.Differences = differences(w, run.Before.Rules, run.After.Rules)
	before, err := view(c, run.Before).Standings("", 0)
	if err != nil {
		return out, err
	}
	after, err := view(c, run.After).Standings("", 0)
	if err != nil {
		return out, err
	}
	out.Rows = moved(before.Rows, after.Rows)
	out.Unmoved = max(len(before.Rows), len(after.Rows)) - len(out.Rows)
	v := view(c, run.After)
	out.FinalistsIn = openapi.Each(run.Change.FinalistsIn, func(q qualify.Qualified) openapi.EntryRef { return v.EntryRef(q.Entry) })
	out.FinalistsOut = openapi.Each(run.Change.FinalistsOut, v.EntryRef)
	return out, nil
}

// moved are the rows whose rank differs, in the order of the later standings, then
// those that are no longer there.
func moved(before, after []openapi.StandingsRow) []openapi.MovedRow {
	was := make(map[int]openapi.StandingsRow, len(before))
	for _, row := range before {
		was[row.Entry.Number] = row
	}
	out := []openapi.MovedRow{}
	for _, row := range after {
		earlier := was[row.Entry.Number]
		delete(was, row.Entry.Number)
		if earlier.Rank != row.Rank {
			out = append(out, openapi.MovedRow{Entry: row.Entry, Before: earlier.Rank, After: row.Rank, DecidedBy: row.DecidedBy})
		}
	}
	gone := len(out)
	for _, row := range was {
		if row.Rank != 0 {
			out = append(out, openapi.MovedRow{Entry: row.Entry, Before: row.Rank})
		}
	}
	slices.SortFunc(out[gone:], func(a, b openapi.MovedRow) int { return cmp.Compare(a.Before, b.Before) })
	return out
}
