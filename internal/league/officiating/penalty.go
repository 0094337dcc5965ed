package officiating

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// NewSanction is a penalty to be given.
type NewSanction struct {
	Entry     league.Entry
	Kind      league.SanctionKind
	During    bool // during a game of the open round, not between two games
	Reason    string
	Paragraph string       // "" stands for that of the offense
	Offense   string       // code of the ruleset's list; "" if it is none of them
	Points    *league.Frac // of kind Points; nil for those of the offense
	// ForTeam gives the penalty to everybody in the team with which the entry played its latest
	// game (SQ00).
	ForTeam bool
	// Confirmed reports whether the giver is the first referee, so that an expulsion takes effect
	// at once (CN09 5.5b).
	Confirmed bool
}

// Punish makes the sanctions of a penalty that is given at a moment, without ids: one for the
// entry, or one for each of its team, the entry's first. The effect of a second warning, which
// expels at once (CN09 5.5a), is derived from them.
func (s *Situation) Punish(n NewSanction, now time.Time) ([]facts.Sanction, error) {
	if err := s.RequireUnprocessed(); err != nil {
		return nil, err
	}
	at, err := s.Moment(n.Entry, n.During)
	if err != nil {
		return nil, err
	}
	if n, err = s.CheckSanction(n); err != nil {
		return nil, err
	}
	entries := []league.Entry{n.Entry}
	if n.ForTeam {
		if entries, err = s.Team(n.Entry); err != nil {
			return nil, err
		}
	}
	var out []facts.Sanction
	for _, entry := range entries {
		out = append(out, s.sanction(n, entry, at, len(s.Sanctions)+len(out)+1, now))
	}
	return out, nil
}

// sanction makes one sanction of a penalty, with its ordinal.
func (s *Situation) sanction(n NewSanction, entry league.Entry, at league.Moment, ordinal int, now time.Time) facts.Sanction {
	sanction := facts.Sanction{
		Ordinal: ordinal, Entry: int(entry), Kind: n.Kind, Round: at.Round, During: at.During,
		Reason: n.Reason, Paragraph: n.Paragraph, Offense: n.Offense, AfterEnd: s.Event.ProcessedAt != nil, GivenAt: now,
	}
	if n.Points != nil {
		points := n.Points.String()
		sanction.Points = &points
	}
	if n.Confirmed {
		sanction.Confirm(at, now)
	}
	return sanction
}

// RequireUnprocessed refuses penalties and appeals once the results have been processed, if the
// ruleset makes them final (BG 1.1.4). Reopening the event to correct a mistake does not change
// that.
func (s *Situation) RequireUnprocessed() error {
	if s.Event.ProcessedAt == nil {
		return nil
	}
	return tournament.ProcessedRule(s.Rules)
}

// CheckSanction checks a penalty against the ruleset's offenses. It returns the penalty with
// missing fields taken from its offense.
func (s *Situation) CheckSanction(n NewSanction) (NewSanction, error) {
	discipline := s.Rules.Discipline
	i := slices.IndexFunc(discipline.Offenses, func(o rules.Offense) bool { return o.Code == n.Offense })
	if n.Offense != "" && i < 0 {
		return n, league.Faults{{Field: "/offense", Grounds: league.Grounds{Reason: "unknown-offense", Params: map[string]string{"offense": n.Offense}}}}
	}
	if n.Kind == league.Points {
		if err := tournament.PointsRule(s.Rules); err != nil {
			return n, err
		}
	}
	byOffense := n.Offense != "" && discipline.Offenses[i].Points != nil
	switch {
	case n.Kind != league.Points && n.Points != nil:
		return n, league.Faults{{Field: "/points", Grounds: league.Grounds{Reason: "points-of-no-penalty"}}}
	case n.Kind == league.Points && n.Points == nil && !byOffense:
		return n, league.Faults{{Field: "/points", Grounds: s.Rules.Grounds("", "points-missing", "offense", n.Offense)}}
	}
	if n.Points != nil {
		if faults := tournament.PenaltyBounds(s.Rules, *n.Points); len(faults) > 0 {
			return n, faults
		}
	}
	if n.Paragraph == "" && n.Offense != "" {
		n.Paragraph = discipline.Offenses[i].Paragraph
	}
	if _, ok := s.Rules.Text(n.Paragraph); n.Paragraph != "" && !ok {
		return n, UnknownParagraph(n.Paragraph)
	}
	return n, nil
}

// Team returns the entries with which an entry played its game of the latest round, itself first,
// by the objectives in the result (SQ00 base 17). Entries that are out are left out. It refuses if
// there is no such team.
func (s *Situation) Team(entry league.Entry) ([]league.Entry, error) {
	unknown := league.NotNow("team-unknown", "entry", itoa(entry))
	round := s.Latest()
	if round == nil {
		return nil, unknown
	}
	for _, t := range round.Tables {
		if t.Result != nil && slices.Contains(t.Seats, entry) {
			if team := s.teamAt(*t.Result, entry); len(team) > 1 {
				return slices.DeleteFunc(team, s.IsOut), nil
			}
		}
	}
	return nil, unknown
}

func (s *Situation) teamAt(result facts.Result, entry league.Entry) []league.Entry {
	teams := make(map[league.Entry]string, len(result.Seats))
	for _, seat := range result.Seats {
		teams[seat.Entry], _ = s.Rules.Game.Team(seat.Objective)
	}
	team := []league.Entry{entry}
	for _, seat := range result.Seats {
		if seat.Entry != entry && teams[entry] != "" && teams[seat.Entry] == teams[entry] {
			team = append(team, seat.Entry)
		}
	}
	return team
}

// Bars returns the grounds on which leaving without good reason bars an entrant (BG 1.1.7); ok is
// false if the entrant is not barred.
func (s *Situation) Bars(entry league.Entry) (grounds league.Grounds, ok bool) {
	for _, barred := range s.State.Barred {
		if barred.Entry == entry {
			return barred.Grounds, true
		}
	}
	return league.Grounds{}, false
}

// UnknownParagraph returns the fault of a paragraph that the regulation does not have.
func UnknownParagraph(paragraph string) error {
	return league.Faults{{Field: "/paragraph", Grounds: league.Grounds{Reason: "unknown-paragraph", Params: map[string]string{"paragraph": paragraph}}}}
}

// Sanction finds a standing sanction, to change it while the event runs. It returns
// league.ErrNotFound if there is none, and a [league.StateError] for a revoked one.
func (s *Situation) Sanction(id uuid.UUID) (*facts.Sanction, error) {
	i := slices.IndexFunc(s.Sanctions, func(x facts.Sanction) bool { return x.ID == id })
	if i < 0 {
		return nil, fmt.Errorf("sanction %s: %w", id, league.ErrNotFound)
	}
	if err := s.RequireRunning(); err != nil {
		return nil, err
	}
	if s.Sanctions[i].RevokedAt != nil {
		return nil, league.NotNow("sanction-revoked")
	}
	return &s.Sanctions[i], nil
}

// MayConfirm returns the moment from which an expulsion takes effect if it is confirmed now
// (CN09 5.5b), and refuses to confirm it twice.
func (s *Situation) MayConfirm(sanction facts.Sanction) (league.Moment, error) {
	if sanction.ConfirmedAt != nil {
		return league.Moment{}, league.NotNow("sanction-confirmed")
	}
	round := s.Latest()
	return league.Moment{Round: len(s.Rounds), During: round != nil && round.State == "open" && s.InGame(league.Entry(sanction.Entry))}, nil
}

// MayRevokeSanction refuses to revoke a sanction once another round was drawn.
func (s *Situation) MayRevokeSanction(sanction facts.Sanction) error {
	if sanction.Round < len(s.Rounds) {
		return league.NotNow("round-drawn-since", "round", strconv.Itoa(len(s.Rounds)))
	}
	return nil
}

// PointPenalties yields an entry's standing penalties in points, up to the end of a round, in the
// order given.
func (s *Situation) PointPenalties(entry league.Entry, round int) iter.Seq2[facts.Sanction, league.Frac] {
	return func(yield func(facts.Sanction, league.Frac) bool) {
		for _, x := range s.Sanctions {
			if x.RevokedAt != nil || x.Kind != league.Points || x.Entry != int(entry) || x.Round > round {
				continue
			}
			points, _ := tournament.PenaltyPoints(s.Rules, x.League()) // the replay has checked that it has points
			if !yield(x, points) {
				return
			}
		}
	}
}

// PenaltyParagraph returns the paragraph named with a penalty, or that of all penalties.
func (s *Situation) PenaltyParagraph(x facts.Sanction) string {
	return cmp.Or(x.Paragraph, s.Rules.Discipline.Warning.Paragraph, s.Rules.Discipline.Expulsion.Paragraph)
}
