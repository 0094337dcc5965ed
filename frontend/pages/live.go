package pages

import (
	"strconv"

	"referto/openapi"
)

// liveSettings holds the data that live.js needs, as JSON in the page.
type liveSettings struct {
	Stream   string            `json:"stream"`
	Clock    string            `json:"clock,omitempty"` // while it runs
	Revision int64             `json:"revision"`
	Words    map[string]string `json:"words"`
}

// live are the script's settings for an event that can still change.
func (s *eventPage) live() *liveSettings {
	switch s.Event.State {
	case openapi.EventStateAnnounced, openapi.EventStateOpen, openapi.EventStateClosed, openapi.EventStateRunning:
	default:
		return nil
	}
	data := dataAddress(s.Tenant, s.Event)
	settings := &liveSettings{Stream: data + "/stream", Revision: s.Event.Revision, Words: map[string]string{
		"newsOne":     s.text("live.news-button-one"),
		"newsOther":   s.text("live.news-button-other"),
		"show":        s.text("live.show"),
		"lost":        s.text("live.lost"),
		"back":        s.text("live.back"),
		"minuteOne":   s.text("live.minutes-left-one"),
		"minuteOther": s.text("live.minutes-left-other"),
		"timeUp":      s.text("clock.ended"),
		"remaining":   s.text("clock.remaining"),
	}}
	if m := s.clock(); m != nil && m.EndsAt != "" {
		settings.Clock = data + "/rounds/" + strconv.Itoa(s.latest.Number) + "/clock"
	}
	return settings
}
