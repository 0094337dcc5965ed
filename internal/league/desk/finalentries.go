package desk

import (
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/planning"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// EntryEffect is a change that an act makes to a player's entry in an event: by a ban, or because the player
// gains or loses a place in a final.
type EntryEffect struct {
	register.Effect
	Situation *officiating.Situation
	Promoted  []facts.Entry // entries that move up from the waiting list
}

// Followed holds a season before and after an act, with the changes to the entries of its finals.
type Followed struct {
	Before, After *register.Season
	Entries       []EntryEffect
}

// Turns returns the convocations that the act has ended or restored.
func (f Followed) Turns() []register.Turn {
	var cancelled []register.CancelledEntry
	for _, e := range f.Entries {
		if e.Kind == register.EffectCancelled {
			cancelled = append(cancelled, register.CancelledEntry{Player: e.Entry.PlayerID, Final: rules.SeasonFinal(e.Situation.Event.Kind)})
		}
	}
	return f.Before.Turns(f.After, cancelled...)
}

// Follow brings the entries of the finals in line with the players who come to them after an act. Open lists
// events that the act has opened itself. A final is locked here after the season, against the usual order: if
// two acts wait for each other, one of them is done again.
func (d *Desk) Follow(tx tenantdb.Tx, act Act, before, after *register.Season, open ...*officiating.Situation) (Followed, error) {
	out := Followed{Before: before, After: after}
	for _, final := range open {
		if err := d.followIn(tx, act, final, &out); err != nil {
			return out, err
		}
	}
	for _, id := range before.Affected(after) {
		if slices.ContainsFunc(open, func(s *officiating.Situation) bool { return s.Event.ID == id }) {
			continue
		}
		final, err := d.Open(tx, id)
		if err != nil {
			return out, err
		}
		if err := d.followIn(tx, act, final, &out); err != nil {
			return out, err
		}
	}
	return out, nil
}

// FollowSetup is [Desk.Follow] after a change of a season's announcement or ruleset. It writes the deferred
// changes first and loads the season as it is then.
func (d *Desk) FollowSetup(tx tenantdb.Tx, act Act, before *register.Season, open ...*officiating.Situation) (Followed, error) {
	if err := tx.Flush(); err != nil {
		return Followed{}, err
	}
	after, err := d.LoadSeason(tx, before.Season.ID)
	if err != nil {
		return Followed{}, err
	}
	return d.Follow(tx, act, before, after, open...)
}

// OfMovedFinal returns the season, before the move, of a public final that goes to another day. It returns nil
// for any other event, and for a final that stays on its day. The season is held already.
func (d *Desk) OfMovedFinal(tx tenantdb.Tx, before, after facts.Event) (*register.Season, error) {
	if !before.IsFinal() || before.State == facts.Draft || officiating.OtherSeason(before, after) || rules.DayOf(before.LocalDate()) == rules.DayOf(after.LocalDate()) {
		return nil, nil
	}
	return d.LoadSeason(tx, *before.SeasonID)
}

// followIn is [Desk.Follow] in one event; nothing in one that is no final.
func (d *Desk) followIn(tx tenantdb.Tx, act Act, final *officiating.Situation, out *Followed) error {
	if !final.Event.IsFinal() {
		return nil
	}
	done, err := d.enterComing(tx, act, final, out.Before, out.After)
	out.Entries = append(out.Entries, done...)
	return err
}

// GatheringSeasons returns the seasons whose finals gather their entrants, in their current state. They are
// held until the commit, after the finals; an act that decides about a player holds the finals together with
// the player ([TakePlayer]).
func (d *Desk) GatheringSeasons(tx tenantdb.Tx) ([]*register.Season, error) {
	var ids []league.SeasonID
	b := &tenantdb.Batch{}
	leaguedb.LoadGatheringSeasons(b, &ids)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	var out []*register.Season
	for _, id := range ids {
		s, err := d.TakeSeason(tx, id)
		if err != nil {
			return nil, err
		}
		if s.Season.State == planning.SeasonRunning { // still
			out = append(out, s)
		}
	}
	return out, nil
}

// FollowAll is [Desk.Follow] after a change, already written, that bars a player from every season or lets them
// in again. Done lists the effects that the change has had on entries before; the events in it are open.
func (d *Desk) FollowAll(tx tenantdb.Tx, act Act, before []*register.Season, done []EntryEffect) ([]Followed, error) {
	var out []Followed
	for _, was := range before {
		is, err := d.LoadSeason(tx, was.Season.ID)
		if err != nil {
			return nil, err
		}
		var open []*officiating.Situation
		for _, effect := range done {
			if id := effect.Situation.Event.SeasonID; id != nil && *id == was.Season.ID {
				open = append(open, effect.Situation)
			}
		}
		followed, err := d.Follow(tx, act, was, is, open...)
		if err != nil {
			return nil, err
		}
		out = append(out, followed)
	}
	return out, nil
}

// PreviewFollowed computes the changes that an act would make to the entries of the finals of a season.
func (d *Desk) PreviewFollowed(door tenantdb.Door, act Act, before, after *register.Season) (Followed, error) {
	out := Followed{Before: before, After: after}
	for _, id := range before.Affected(after) {
		seen, err := d.View(door, id)
		if err != nil {
			return out, err
		}
		final := seen.Copy() // others look at it too
		for _, what := range before.Effects(after, seen) {
			effect := EntryEffect{Effect: what, Situation: seen}
			switch effect.Kind {
			case register.EffectCancelled:
				e := final.Entry(league.Entry(effect.Entry.Number))
				markCancelled(e, act.Now, "")
				effect.Entry, effect.Promoted = *e, final.Promote(act.Now)
			case register.EffectEntered:
				_, may, err := d.finalist(door, final, effect.Entry.PlayerID)
				if err != nil {
					return out, err
				}
				if !may {
					continue
				}
			}
			out.Entries = append(out.Entries, effect)
		}
	}
	return out, nil
}

// enterComing brings the entries of a final that takes entries in line with the players who come to it, and
// returns the changes. It does not enter a player who may not take part for another reason.
func (d *Desk) enterComing(tx tenantdb.Tx, act Act, final *officiating.Situation, before, after *register.Season) ([]EntryEffect, error) {
	var done []EntryEffect
	for _, what := range before.Effects(after, final) {
		effect := EntryEffect{Effect: what, Situation: final}
		switch effect.Kind {
		case register.EffectCancelled:
			e := final.Entry(league.Entry(effect.Entry.Number))
			effect.Entry, effect.Promoted = TakeBack(tx, act, final, e, "", "")
		case register.EffectEntered:
			entry, entered, err := d.enterFinalist(tx, act, final, after, effect.Entry.PlayerID)
			if err != nil {
				return done, err
			}
			if !entered {
				continue
			}
			effect.Entry = entry
		}
		done = append(done, effect)
	}
	return done, nil
}

// enterFinalist enters a player who has accepted their place, unless they may not take part.
func (d *Desk) enterFinalist(tx tenantdb.Tx, act Act, final *officiating.Situation, s *register.Season, player league.PlayerID) (entry facts.Entry, entered bool, err error) {
	c, may, err := d.finalist(tx, final, player)
	if err != nil || !may {
		return entry, false, err
	}
	if call := s.Convocation(player, rules.SeasonFinal(final.Event.Kind)); act.By == uuid.Nil && call != nil {
		act.By = call.SentBy // the holder of the letter acts without an account: the person who called them enters them
	}
	return AddEntry(tx, act, final, c.Player, Received{At: act.Now}, nil, ""), true, nil
}

// finalist loads a player who accepts their place in a final, and reports whether they may take part there.
func (d *Desk) finalist(door tenantdb.Door, final *officiating.Situation, player league.PlayerID) (c Candidate, may bool, err error) {
	if c, err = d.LoadCandidate(door, final, player); err != nil {
		return c, false, err
	}
	c.Known.Season = nil // that they come is not written yet
	return c, len(final.Excludes(&c.Known, player, c.Player.AccountID)) == 0, nil
}
