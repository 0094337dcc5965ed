package views

import (
	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/openapi"
)

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
		e := openapi.Explanation{Reason: f.Reason, Pointer: f.Pointer, Text: w.Reason(f.Reason, f.Params, nil)}
		if f.Par != "" {
			e.Rule = openapi.Rule{Code: f.Code, Paragraph: f.Par}
		}
		return e
	})
}

func VersionOf(v leaguedb.PublishedVersion) openapi.RulesetVersion {
	return openapi.RulesetVersion{Version: v.Version, Notes: v.Notes, Digest: v.Digest, CreatedAt: v.CreatedAt}
}
