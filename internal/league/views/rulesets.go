package views

import (
	"cmp"
	"slices"
	"strings"

	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/openapi"
)

// Differences describes the differences of two rulesets in words.
func Differences(w *words.Words, before, after *rules.Ruleset) []openapi.RulesetDifference {
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

// Found returns the paragraphs with a number and those below it, or, if the query is no number, those that have
// all its words.
func Found(texts []rules.Text, query string) []rules.Text {
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

// below reports whether a paragraph has a number or is one of its parts: 3.2a and 3.2.1 are below 3.2, but 3.20
// is not.
func below(paragraph, number string) bool {
	rest, ok := strings.CutPrefix(strings.ToLower(paragraph), strings.ToLower(number))
	return ok && (rest == "" || !isDigit(rest[0]))
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// Moved are the rows whose rank differs, in the order of the later standings, then
// those that are no longer there.
func Moved(before, after []openapi.StandingsRow) []openapi.MovedRow {
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

// OwnSummary makes a line of the list of a tenant's own rulesets.
func OwnSummary(r leaguedb.RulesetSummary) openapi.RulesetSummary {
	out := openapi.RulesetSummary{
		Id: r.Key, Code: r.Code, Version: r.Published, Title: r.Name, Language: r.Language,
		Formulas: r.Formulas, Variants: r.Variants, Pairings: r.Pairings,
		Origin: openapi.RulesetSummaryOriginOwn, State: openapi.RulesetSummaryStatePublished,
	}
	switch {
	case r.ArchivedAt != nil:
		out.State = openapi.RulesetSummaryStateArchived
	case r.Published == 0:
		out.State = openapi.RulesetSummaryStateDraft
	}
	return out
}

// Explained puts faults into words.
func Explained(w *words.Words, faults league.Faults) []openapi.Explanation {
	return openapi.Each(faults, func(f league.Fault) openapi.Explanation {
		e := openapi.Explanation{Reason: f.Reason, Pointer: f.Field, Text: w.Reason(f.Reason, f.Params, nil)}
		if f.Par != "" {
			e.Rule = openapi.Rule{Code: f.Code, Paragraph: f.Par}
		}
		return e
	})
}

// VersionOf makes a published version of a ruleset.
func VersionOf(v leaguedb.PublishedVersion) openapi.RulesetVersion {
	return openapi.RulesetVersion{Version: v.Version, Notes: v.Notes, Digest: v.Digest, CreatedAt: v.CreatedAt}
}
