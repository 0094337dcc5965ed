package entrydesk

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/lapses"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
	"referto/internal/likeness"
	"referto/internal/tenant/tenantdb"
)

// Checks returns the checks of entrants who resemble other people or did, by start number, for the entries of
// an event that wait for its start or stand by.
func (d Desk) Checks(door tenantdb.Door, s *officiating.Situation) (map[int]officiating.Check, error) {
	return d.ChecksOf(door, s, s.ToBeChecked())
}

// CheckOf returns the check of an entry; the zero one if there is nothing to check.
func (d Desk) CheckOf(door tenantdb.Door, s *officiating.Situation, e facts.Entry) (officiating.Check, error) {
	checks, err := d.ChecksOf(door, s, []facts.Entry{e})
	return checks[e.Number], err
}

// ChecksOf returns the checks of some entries of an event, by start number.
func (d Desk) ChecksOf(door tenantdb.Door, s *officiating.Situation, entries []facts.Entry) (map[int]officiating.Check, error) {
	return d.ChecksWith(door, s, entries, nil)
}

// ChecksWith returns the checks of entries some of whose players are not in the register yet; added holds the
// faces of those.
func (d Desk) ChecksWith(door tenantdb.Door, s *officiating.Situation, entries []facts.Entry, added map[league.PlayerID]leaguedb.Face) (map[int]officiating.Check, error) {
	if len(entries) == 0 {
		return nil, nil
	}
	players := desk.PlayersOf(entries)
	var faces []leaguedb.Face
	var decided []facts.EntryCheck
	var two facts.TwoPeople
	seen := Suspects{}
	b := &tenantdb.Batch{}
	leaguedb.LoadFaces(b, &faces, players)
	leaguedb.LoadEntryChecks(b, &decided, s.Event.ID, players)
	leaguedb.LoadTwoPeople(b, &two, players)
	seen.queue(b, s)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	for _, e := range entries {
		if face, is := added[e.PlayerID]; is {
			faces = append(faces, face)
		}
	}
	doubles, err := d.doubles(door, s, seen, faces)
	if err != nil {
		return nil, err
	}
	out := map[int]officiating.Check{}
	for _, e := range entries {
		c := officiating.CheckOf(s.Event.ID, e, doubles[e.PlayerID], decided, two)
		if c.Open() || c.Decided != nil {
			out[e.Number] = c
		}
	}
	return out, nil
}

// Suspects holds the people whom no entrant should resemble unnoticed. Whether they are kept from the event has
// not been checked yet.
type Suspects struct {
	Faces    []leaguedb.Face
	Referees []leaguedb.StaffFace
}

func (x *Suspects) queue(b *tenantdb.Batch, s *officiating.Situation) {
	day := rules.DayOf(s.Event.LocalDate())
	leaguedb.LoadSuspects(b, &x.Faces, Suspicion(day, s.SeasonsThatQualify(), s.Rules))
	leaguedb.LoadReferees(b, &x.Referees, []league.EventID{s.Event.ID})
}

// Suspicion selects the people who may be kept from events of some rulesets, on a day or later.
func Suspicion(day rules.Day, seasons []league.SeasonID, of ...*rules.Ruleset) leaguedb.Suspicion {
	out := leaguedb.Suspicion{Day: day, Seasons: seasons, Form: desk.KeyForm}
	out.Lapsed, out.Lapses, _ = lapses.Matter(day, of...)
	return out
}

// doubles returns, for each of some faces, the other people whom it resembles and who may not take part in the
// event.
func (d Desk) doubles(door tenantdb.Door, s *officiating.Situation, seen Suspects, faces []leaguedb.Face) (map[league.PlayerID][]officiating.Double, error) {
	named := map[league.PlayerID][]officiating.Double{} // by the person whom they resemble
	var players []league.PlayerID
	known, index := seen.Index()
	for _, f := range faces {
		for _, i := range index.Like(Recognize(f)) {
			other := known[i]
			if other.ID == f.PlayerID.UUID || other.AccountID != nil && f.AccountID != nil && *other.AccountID == *f.AccountID ||
				slices.ContainsFunc(named[f.PlayerID], func(o officiating.Double) bool { return o.ID == other.ID }) {
				continue
			}
			named[f.PlayerID] = append(named[f.PlayerID], other)
			if player, registered := other.InRegister(); registered {
				players = append(players, player)
			}
		}
	}
	if len(named) == 0 { // as for nearly everybody
		return nil, nil
	}
	p, err := d.knownOf(door, s, players)
	if err != nil {
		return nil, err
	}
	out := map[league.PlayerID][]officiating.Double{}
	for player, others := range named {
		for _, other := range others {
			if other.Why = s.KeptOut(p, other); len(other.Why) > 0 {
				out[player] = append(out[player], other)
			}
		}
	}
	return out, nil
}

// Index makes suspects ready to be compared with.
func (x *Suspects) Index() ([]officiating.Double, likeness.Index) {
	var known []officiating.Double
	var people []likeness.Person
	for _, f := range x.Faces {
		known = append(known, officiating.Double{ID: f.PlayerID.UUID, Player: true, Name: f.Name, Club: f.Club, AccountID: f.AccountID})
		people = append(people, Recognize(f))
	}
	for _, r := range x.Referees {
		double := officiating.Double{ID: r.ID, Name: r.Name, AccountID: r.AccountID}
		if r.PlayerID != nil {
			double.ID, double.Player = r.PlayerID.UUID, true
		}
		known = append(known, double, double)
		people = append(people, likeness.PersonOf(r.Name), likeness.PersonOf(r.AccountName, r.AccountMail))
	}
	return known, likeness.NewIndex(people)
}

// Recognize turns a stored face into a person with whom others are compared.
func Recognize(f leaguedb.Face) likeness.Person {
	return likeness.PersonOf(f.Name, f.Email, f.AccountMail)
}

// knownOf loads all that is known of players without holding them, because no decision is made here.
func (d Desk) knownOf(door tenantdb.Door, s *officiating.Situation, players []league.PlayerID) (*officiating.Background, error) {
	p := &officiating.Background{}
	var rankings []facts.Ranking
	b := &tenantdb.Batch{}
	desk.LoadKnown(p, b, s.Event.ID, players)
	leaguedb.LoadRankings(b, &rankings)
	if err := door.Send(b); err != nil || s.Event.IsFinal() { // only holders of a place come to a final, whomever they resemble
		return p, err
	}
	return p, d.LoadDerived(p, door, s, rankings, players)
}

// RequireChecked refuses entries about whose check is not decided.
func (d Desk) RequireChecked(door tenantdb.Door, s *officiating.Situation, entries ...facts.Entry) error {
	checks, err := d.ChecksOf(door, s, entries)
	if err != nil {
		return err
	}
	return officiating.RequireChecked(checks, entries)
}
