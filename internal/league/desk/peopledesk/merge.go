package peopledesk

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/bandesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/people"
	"referto/internal/tenant/tenantdb"
)

// Merged holds the result of merging two records, or of parting them again.
type Merged struct {
	Fact facts.Merge
	// Alias and Kept are the two records afterwards; after a parting, Kept is the one that was kept before.
	Alias, Kept facts.Player
	Account     people.AccountGoes
	// Owner is the account of the person, or of the two people; nil without one.
	Owner *uuid.UUID
	// Events are the events that the two records have entered, with their next revisions.
	Events []leaguedb.EventRevision
	// Effects are on entries: those that are cancelled by a ban, and those of other players who now come to a
	// final, or no longer do.
	Effects []desk.EntryEffect
	// Seasons are the seasons whose finals gather their entrants.
	Seasons []desk.Followed
	// Refereed are the events that one of the two has entered and the other referees.
	Refereed []facts.Event
	// Rankings is the number of rankings in which one of the two has an opening or a posting.
	Rankings int
	Entered  leaguedb.EntryCounts
}

// Merge makes a record the alias of another, for a reason: from now on the two are read as one person, and
// nothing that is stored is changed. Nobody uses their office for their own record. If two people merge records
// at once, the second is checked against the merge of the first.
func (d Desk) Merge(tx tenantdb.Tx, act desk.Act, alias, into league.PlayerID, reason string) (Merged, error) {
	pair, last, err := takePair(tx, act, alias, into)
	if err != nil {
		return Merged{}, err
	}
	if err := pair.MayMerge(); err != nil {
		return Merged{}, err
	}
	out := Merged{Alias: pair.Alias, Kept: pair.Kept, Account: pair.Account(), Fact: pair.Merge(last, reason, act.Now), Owner: pair.Kept.AccountID}
	if out.Owner == nil {
		out.Owner = pair.Alias.AccountID
	}
	if err := d.write(tx, act, &out, func() ([]desk.EntryEffect, error) {
		return bandesk.At(d.Desk).CancelBarred(tx, act, pair.Kept.ID)
	}); err != nil {
		return Merged{}, err
	}
	act.Record.Log(uuid.Nil, leaguelog.PlayerMerged{Player: alias, Into: into, Number: out.Fact.Number})
	act.Record.Audit("player", reason, map[string]any{"player": alias, "version": pair.Alias.Version},
		map[string]any{"player": alias, "version": out.Alias.Version, "keptAs": into, "account": out.Account})
	return out, nil
}

// Unmerge makes an alias a record of its own again, for a reason. Facts recorded under either record stay
// there.
func (d Desk) Unmerge(tx tenantdb.Tx, act desk.Act, alias league.PlayerID, reason string) (Merged, error) {
	var seen facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayer(b, &seen, alias)
	if err := tx.Send(b); err != nil {
		return Merged{}, err
	}
	if seen.KeptAs == nil {
		return Merged{}, people.ErrNotMerged
	}
	kept := *seen.KeptAs
	pair, last, err := takePair(tx, act, alias, kept)
	if err != nil {
		return Merged{}, err
	}
	if pair.Alias.KeptAs == nil || *pair.Alias.KeptAs != kept { // parted since, and merged again
		return Merged{}, people.ErrNotMerged
	}
	out := Merged{Alias: pair.Alias, Kept: pair.Kept, Owner: pair.Kept.AccountID}
	if out.Fact, err = people.Part(pair.Alias, last, reason, act.Now); err != nil {
		return Merged{}, err
	}
	if err := d.write(tx, act, &out, nil); err != nil {
		return Merged{}, err
	}
	switch {
	case out.Owner == nil:
		out.Account = people.NoAccount
	case out.Alias.AccountID != nil:
		out.Account = people.AccountIsBack
	default:
		out.Account = people.AccountStays
	}
	act.Record.Log(uuid.Nil, leaguelog.PlayerUnmerged{Player: alias, From: kept, Number: out.Fact.Number})
	act.Record.Audit("player", reason, map[string]any{"player": alias, "version": pair.Alias.Version, "keptAs": kept},
		map[string]any{"player": alias, "version": out.Alias.Version, "account": out.Account})
	return out, nil
}

// takeTwo takes two records of the register, neither of which may be the acting person's, and finds the records
// that are kept for them. Field is the field of the second in a fault.
func takeTwo(tx tenantdb.Tx, act desk.Act, one, other league.PlayerID, field string) (two [2]facts.Player, into []facts.Player, err error) {
	var held []facts.Player
	b := &tenantdb.Batch{}
	leaguedb.TakePlayers(b, &held, []league.PlayerID{one, other})
	if err := tx.Send(b); err != nil {
		return two, nil, err
	}
	var kept []league.PlayerID
	for i, id := range []league.PlayerID{one, other} {
		at := slices.IndexFunc(held, func(p facts.Player) bool { return p.ID == id })
		switch {
		case at < 0 && id == one:
			return two, nil, league.ErrNotFound
		case at < 0:
			return two, nil, league.Faults{{Field: field, Grounds: league.Grounds{Reason: "unknown-player"}}}
		case desk.IsOwn(act, held[at].AccountID):
			return two, nil, desk.ErrOwnCase
		}
		if err := people.MayUse(held[at]); err != nil {
			return two, nil, err
		}
		if two[i] = held[at]; two[i].KeptAs != nil {
			kept = append(kept, *two[i].KeptAs)
		}
	}
	b = &tenantdb.Batch{}
	leaguedb.LoadPlayersByID(b, &into, kept)
	return two, into, tx.Send(b)
}

// takePair takes two records that are to be merged or parted, with the last fact about the alias.
func takePair(tx tenantdb.Tx, act desk.Act, alias, kept league.PlayerID) (people.Pair, *facts.Merge, error) {
	two, into, err := takeTwo(tx, act, alias, kept, "/into")
	if err != nil {
		return people.Pair{}, nil, err
	}
	pair := people.Pair{Alias: two[0], Kept: two[1], Into: into}
	var last *facts.Merge
	b := &tenantdb.Batch{}
	leaguedb.LoadAliasesOf(b, &pair.Others, []league.PlayerID{alias})
	leaguedb.LoadSharedEvents(b, &pair.Shared, alias, kept)
	leaguedb.LoadClaimedByBoth(b, &pair.Claimed, alias, kept)
	leaguedb.LoadDistinct(b, &pair.Distinct, alias, kept)
	leaguedb.LoadLastMerge(b, &last, alias)
	return pair, last, tx.Send(b)
}

// write writes a fact about two records, renews everything that shows them, and then brings the entries of
// finals in line with the players who come to them. Bars is called once the fact is written, and returns the
// entries that bans cancel.
func (d Desk) write(tx tenantdb.Tx, act desk.Act, out *Merged, bars func() ([]desk.EntryEffect, error)) error {
	ids := []league.PlayerID{out.Alias.ID, out.Kept.ID}
	out.Fact.DecidedBy = act.By
	before, err := d.GatheringSeasons(tx)
	if err != nil {
		return err
	}
	since := act.Now
	if out.Alias.KeptAs != nil {
		var last *facts.Merge
		b := &tenantdb.Batch{}
		leaguedb.LoadLastMerge(b, &last, out.Alias.ID)
		if err := tx.Send(b); err != nil {
			return err
		}
		since = last.DecidedAt
	}
	var ofKept, ofAlias []leaguedb.EventRevision
	var rankings []facts.Ranking
	var series []leaguedb.Raised
	b := &tenantdb.Batch{}
	leaguedb.LoadEntryCounts(b, &out.Entered, out.Alias.ID, out.Kept.ID, since)
	leaguedb.LoadRefereedEvents(b, &out.Refereed, out.Alias.ID, out.Kept.ID)
	leaguedb.AddMerge(b, out.Fact, out.Kept.ID)
	seasons, others := bump(b, &ofKept, out.Kept.ID), new([]leaguedb.Raised) // with the alias, where it is one now
	if out.Fact.KeptID == nil {
		others = bump(b, &ofAlias, out.Alias.ID)
	}
	leaguedb.HoldRankingsOf(b, &rankings, ids)
	leaguedb.HoldSeriesOf(b, &series, ids)
	leaguedb.LoadPlayer(b, &out.Alias, out.Alias.ID)
	leaguedb.LoadPlayer(b, &out.Kept, out.Kept.ID)
	if err := tx.Send(b); err != nil {
		return err
	}
	out.Events, out.Rankings = slices.Concat(ofKept, ofAlias), len(rankings)
	desk.PublishRaised(tx, *seasons)
	desk.PublishRaised(tx, *others)
	desk.PublishRaised(tx, series)
	if err := d.reproject(tx, rankings, ids); err != nil {
		return err
	}
	if _, err := desk.RefreshInitials(tx, act.Now, ids); err != nil {
		return err
	}
	if bars != nil {
		if out.Effects, err = bars(); err != nil {
			return err
		}
	}
	if out.Seasons, err = d.FollowAll(tx, act, before, out.Effects); err != nil {
		return err
	}
	for _, of := range out.Seasons {
		out.Effects = append(out.Effects, of.Entries...)
	}
	return desk.NextRevisions(tx)
}

// reproject adds up the careers of two records again in some held rankings. The rankings change as of every
// day, because the two are one person, or two people, on all of them.
func (d Desk) reproject(tx tenantdb.Tx, rankings []facts.Ranking, records []league.PlayerID) error {
	keepers, err := d.KeepersOf(tx, rankings...)
	if err != nil {
		return err
	}
	for i, r := range rankings {
		if err := d.Reproject(tx, r, keepers[i].Keeper, records, ""); err != nil {
			return err
		}
		tx.Publish(r.ID.UUID, &r.Revision)
	}
	return nil
}

// Like finds a record and those that may be of the same person, at most so many. For an alias it finds the
// record that is kept.
func Like(door tenantdb.Door, id league.PlayerID, most int) (of facts.Player, found []facts.Player, err error) {
	b := &tenantdb.Batch{}
	leaguedb.LoadPerson(b, &of, id)
	if err := door.Send(b); err != nil {
		return of, nil, err
	}
	words := strings.Fields(of.NameKey)
	slices.Sort(words)
	b = &tenantdb.Batch{}
	leaguedb.LoadLike(b, &found, of.ID, slices.Compact(words), of.Email, most)
	return of, found, door.Send(b)
}
