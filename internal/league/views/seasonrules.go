package views

import (
	"referto/internal/league/facts"
	"referto/openapi"
)

func RulesetRef(v facts.RulesetVersion) openapi.RulesetRef {
	return openapi.RulesetRef{Id: v.Key, Code: v.Code, Version: v.Version, Title: v.Name}
}

func SeasonEvent(e facts.Event) openapi.SeasonEvent {
	return openapi.SeasonEvent{Id: e.ID, Slug: e.Slug, Title: e.Title, State: openapi.EventState(e.State), LocalDate: Date(e.LocalDate())}
}
