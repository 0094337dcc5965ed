package views

import (
	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/people"
	"referto/internal/likeness"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// OwnPlayer is a person's own record.
func OwnPlayer(p facts.Player) openapi.OwnPlayer {
	return openapi.OwnPlayer{Id: p.ID, Name: p.Name, Club: p.Club, City: p.City, Email: p.Email, BirthYear: p.BirthYear, Version: p.Version}
}

// Kin holds the other records of a person: the one that is kept for it, nil if it is no alias, and those that
// are aliases of it.
type Kin struct {
	Kept    *facts.Player
	Aliases []facts.Player
}

// LoadKin loads the other records of several people of the register.
func LoadKin(door tenantdb.Door, players ...facts.Player) (func(facts.Player) Kin, error) {
	var kept []league.PlayerID
	ids := make([]league.PlayerID, len(players))
	for i, p := range players {
		ids[i] = p.ID
		if p.KeptAs != nil {
			kept = append(kept, *p.KeptAs)
		}
	}
	var into, aliases []facts.Player
	b := &tenantdb.Batch{}
	if len(kept) > 0 {
		leaguedb.LoadPlayersByID(b, &into, kept)
	}
	leaguedb.LoadAliasesOf(b, &aliases, ids)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	return func(p facts.Player) Kin {
		var kin Kin
		for i, o := range into {
			if p.KeptAs != nil && o.ID == *p.KeptAs {
				kin.Kept = &into[i]
			}
		}
		for _, o := range aliases {
			if *o.KeptAs == p.ID {
				kin.Aliases = append(kin.Aliases, o)
			}
		}
		return kin
	}, nil
}

// PlayerRefOf names a person of the register.
func PlayerRefOf(w *words.Words, p facts.Player) openapi.PlayerRef {
	return openapi.PlayerRef{Id: p.ID, Name: w.Person(p.Name), Club: p.Club}
}

// PlayerRequest makes a request about a record, for the person who made it.
func PlayerRequest(w *words.Words, r facts.PlayerRequest, record facts.Player) openapi.PlayerRequest {
	out := openapi.PlayerRequest{
		Id: r.ID, Kind: openapi.PlayerRequestKind(r.Kind), Player: PlayerRefOf(w, record), Name: r.Name, Words: r.Words,
		AskedAt: r.AskedAt, Outcome: openapi.PlayerRequestOutcomeOpen, Reason: r.Reason,
	}
	if r.Outcome != "" {
		out.Outcome = openapi.PlayerRequestOutcome(r.Outcome)
	}
	if r.DecidedAt != nil {
		out.DecidedAt = *r.DecidedAt
	}
	return out
}

// Claimant makes the person who claims a record, beside the person whom it names. Others is the number of other
// people who claim it.
func Claimant(who leaguedb.AccountFace, record facts.Player, others int) openapi.Claimant {
	like := people.Resemble(who.Name, who.Email, record)
	out := openapi.Claimant{Account: who.ID, Name: who.Name, Email: who.Email, SameMail: like.Mail, Others: others}
	out.NameIs = nameIs(like)
	return out
}

// nameIs returns how far two names are the same.
func nameIs(like people.Resemblance) openapi.NameLikeness {
	switch {
	case like.Name >= likeness.Unmarked:
		return openapi.NameLikenessSame
	case like.Name == likeness.Alike:
		return openapi.NameLikenessAlike
	}
	return openapi.NameLikenessUnlike
}

// Duplicate is a record that may be of the same person as another.
func Duplicate(w *words.Words, of, like facts.Player) openapi.PlayerDuplicate {
	is := people.Likeness(of, like)
	return openapi.PlayerDuplicate{Player: PlayerRefOf(w, like), NameIs: nameIs(is), SameMail: is.Mail, SameBirthYear: is.SameYear, OtherBirthYear: is.OtherYear, HasAccount: like.AccountID != nil}
}

// Distinction makes a fact that two records are of one or of two people, with both records and the name of the
// person who decided it.
func Distinction(w *words.Words, d facts.Distinction, by string, record, other facts.Player) openapi.PlayerDistinction {
	return openapi.PlayerDistinction{
		Player: PlayerRefOf(w, record), Other: PlayerRefOf(w, other), Distinct: d.TwoPeople, Reason: d.Reason, By: by, At: d.DecidedAt,
	}
}
