package views

import (
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/people"
	"referto/internal/likeness"
	"referto/openapi"
)

// OwnPlayer is a person's own record.
func OwnPlayer(p facts.Player) openapi.OwnPlayer {
	return openapi.OwnPlayer{Id: p.ID, Name: p.Name, Club: p.Club, City: p.City, Email: p.Email, Version: p.Version}
}

// PlayerRefOf names a person of the register.
func PlayerRefOf(p facts.Player) openapi.PlayerRef {
	return openapi.PlayerRef{Id: p.ID, Name: p.Name, Club: p.Club}
}

// PlayerRequest is what somebody asks about a record, as he sees it himself.
func PlayerRequest(r facts.PlayerRequest, record facts.Player) openapi.PlayerRequest {
	out := openapi.PlayerRequest{
		Id: r.ID, Kind: openapi.PlayerRequestKind(r.Kind), Player: PlayerRefOf(record), Name: r.Name, Words: r.Words,
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

// Claimant is who asks, beside whom the record names. Others ask for it as well.
func Claimant(who leaguedb.AccountFace, record facts.Player, others int) openapi.Claimant {
	like := people.Resemble(who.Name, who.Email, record)
	out := openapi.Claimant{Account: who.ID, Name: who.Name, Email: who.Email, NameIs: openapi.NameLikenessUnlike, SameMail: like.Mail, Others: others}
	switch {
	case like.Name >= likeness.Unmarked:
		out.NameIs = openapi.NameLikenessSame
	case like.Name == likeness.Alike:
		out.NameIs = openapi.NameLikenessAlike
	}
	return out
}
