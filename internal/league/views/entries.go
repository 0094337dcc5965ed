package views

import (
	"cmp"
	"slices"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/openapi"
)

// AttendanceView makes a record of attendance with its consequences.
func (v View) AttendanceView(a facts.Attendance) openapi.Attendance {
	out := openapi.Attendance{Id: a.ID, Entry: v.EntryRef(league.Entry(a.Entry)), Round: a.Round, Absent: a.MinutesLate == nil, By: a.GivenBy, At: a.GivenAt}
	if lateness, late := v.Lateness(a); late {
		out.MinutesLate, out.Plays, out.CardsForgone = lateness.Minutes, lateness.Plays, lateness.CardsForgone
		out.Explanation = v.Explain(lateness.Grounds)
	}
	if a.RevokedAt != nil {
		out.RevokedAt = *a.RevokedAt
	}
	return out
}

// Entrants lists the entrants for the public: those with a seat in the order in which they came, then those who
// wait in the order in which they move up. Players who are not coming any more are left out.
func (v View) Entrants() []openapi.Entrant {
	out := []openapi.Entrant{}
	for _, e := range v.Entries {
		if e.State == facts.EntryCancelled || e.State == facts.NoShow {
			continue
		}
		stands := v.EntryOf(e)
		entrant := openapi.Entrant{Number: e.Number, State: stands.State, WaitingPosition: stands.WaitingPosition, NameReserved: e.HidesName()}
		if !entrant.NameReserved {
			entrant.Player = stands.Player
		}
		out = append(out, entrant)
	}
	slices.SortStableFunc(out, func(a, b openapi.Entrant) int { return cmp.Compare(a.WaitingPosition, b.WaitingPosition) })
	return out
}

// FreedSeats counts the seats that were given back in past events; zero if nothing is known.
func FreedSeats(f *leaguedb.FreedSeats) openapi.FreedSeats {
	if f == nil {
		return openapi.FreedSeats{}
	}
	return openapi.FreedSeats{Events: f.Events, Seats: f.Seats, Freed: f.Freed}
}

// NewAttendance reads a record of attendance.
func NewAttendance(n openapi.NewAttendance) officiating.NewAttendance {
	return officiating.NewAttendance{
		Entries: append([]league.Entry{Entry(n.Entry)}, openapi.Each(n.Others, Entry)...), Round: n.Round, MinutesLate: n.MinutesLate,
	}
}

// KeptApart makes a pair of players who must not sit at one table.
func (v View) KeptApart(a facts.Apart) openapi.KeptApart {
	out := openapi.KeptApart{
		Id: a.ID, Entry: v.EntryRef(league.Entry(a.Entry)), Other: v.EntryRef(league.Entry(a.Other)), Relation: a.Relation, By: a.GivenBy, At: a.GivenAt,
	}
	if a.RevokedAt != nil {
		out.RevokedAt = *a.RevokedAt
	}
	return out
}

// PlayerView is a person of the register, with their contact data or without.
func PlayerView(w *words.Words, p facts.Player, kin Kin, contact bool, mailOf func(uuid.UUID) openapi.MailOutcome) openapi.Player {
	out := openapi.Player{Id: p.ID, Name: w.Person(p.Name), Club: p.Club, City: p.City, Version: p.Version, CreatedAt: p.CreatedAt}
	if contact {
		out.BirthYear = p.BirthYear
		out.Email, out.HasAccount, out.EmailUnconfirmed = p.Email, p.AccountID != nil, p.AddressBefore != ""
		if out.EmailUnconfirmed {
			out.Mail = mailOf(p.ID.UUID)
		}
	}
	if kin.Kept != nil {
		out.KeptAs = PlayerRefOf(w, *kin.Kept)
	}
	out.Aliases = openapi.Each(kin.Aliases, func(p facts.Player) openapi.PlayerRef { return PlayerRefOf(w, p) })
	return out
}
