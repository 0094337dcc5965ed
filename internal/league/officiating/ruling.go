package officiating

import (
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// CheckRuling refuses a referee's ruling without penalty (CN09 2.4) that cites a paragraph which
// the regulation does not have, or names a round or table that does not exist.
func (s *Situation) CheckRuling(r facts.Ruling) error {
	if err := s.RequireRunning(); err != nil {
		return err
	}
	if r.Paragraph != "" {
		if _, ok := s.Rules.Text(r.Paragraph); !ok {
			return UnknownParagraph(r.Paragraph)
		}
	}
	var faults league.Faults
	if r.Round != nil && *r.Round > len(s.Rounds) {
		faults = append(faults, league.Fault{Field: "/round", Grounds: league.Grounds{Reason: "unknown-round", Params: map[string]string{"round": strconv.Itoa(*r.Round)}}})
	}
	if r.TableNumber != nil && (r.Round == nil || s.Table(*r.Round, *r.TableNumber) == nil) {
		faults = append(faults, league.Fault{Field: "/table", Grounds: league.Grounds{Reason: "unknown-table", Params: map[string]string{"table": strconv.Itoa(*r.TableNumber)}}})
	}
	return faults.OrNil()
}

// MayAppeal refuses a second appeal against a ruling, and an appeal by an entry that does not play
// (CN09 2.5).
func (s *Situation) MayAppeal(r facts.Ruling, entry int) error {
	if r.AppealedAt != nil {
		return league.NotNow("ruling-appealed")
	}
	if e := s.Entry(league.Entry(entry)); e == nil || e.State != facts.Playing {
		return league.Faults{{Field: "/entry", Grounds: league.Grounds{Reason: "unknown-entry", Params: map[string]string{"entry": strconv.Itoa(entry)}}}}
	}
	return nil
}

// MayDecideAppeal refuses a decision without an appeal, and a second one: the first referee's
// decision is final (CN09 2.5).
func MayDecideAppeal(r facts.Ruling) error {
	switch {
	case r.AppealedAt == nil:
		return league.NotNow("ruling-not-appealed")
	case r.FinalAt != nil:
		return league.NotNow("ruling-final")
	}
	return nil
}
