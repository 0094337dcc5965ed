package importdesk

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/eventdesk"
	"referto/internal/league/eventfile"
	"referto/internal/league/facts"
	"referto/internal/league/imports"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
	"referto/internal/tenant/tenantdb"
)

// StoreImport checks a file and stores its event, a new one or the one decided on, with all facts about it, in
// this transaction. It returns a nil situation and stores nothing if the file has faults or undecided people:
// those not yet identified, and those not yet distinguished from people who may not take part and whom they
// resemble.
func (d Desk) StoreImport(tx tenantdb.Tx, act desk.Act, in Incoming) (*Imported, *officiating.Situation, error) {
	found, err := d.CheckImport(tx, act.Now, in)
	if err != nil || len(found.Faults) > 0 || found.Count(imports.Ambiguous) > 0 || found.Unchecked() {
		return found, nil, err
	}
	in.report("storing", found.Lines*3/4, found.Lines)
	s, err := d.takeIn(tx, act, in.Decisions, found)
	if err != nil {
		return nil, nil, err
	}
	if err := d.addPeople(tx, act, in, found); err != nil {
		return nil, nil, err
	}
	if err := d.play(act, s, in, found); err != nil {
		return nil, nil, err
	}
	var confirmed []facts.EntryCheck
	if found.into != nil || s.Event.StartsAt.After(act.Now) { // an event played elsewhere in the past is history
		if err := d.RequireMayPlay(tx, s, s.InPlay()...); err != nil {
			return nil, nil, err
		}
		if confirmed, err = d.confirmPeople(tx, act, s, in.Decisions.Confirmed); err != nil {
			return nil, nil, err
		}
	}
	played := s.EventFacts
	desk.Save(tx, s)
	tx.Defer(func(b *tenantdb.Batch) {
		leaguedb.AddPlayed(b, played, act.By, act.Now)
		for _, c := range confirmed {
			leaguedb.AddEntryCheck(b, c, act.By)
		}
		for _, r := range reportRows(found.Reports) {
			leaguedb.AddReport(b, played.Event.ID, r, act.By)
		}
	})
	if s.Event.State == facts.Finished {
		entered := pointsEntered(s, found.Outcome)
		desk.RecordPoints(tx, act, s, entered, in.Reason, false)
		stands, err := desk.Stands(tx, s)
		if err != nil {
			return nil, nil, err
		}
		if _, err := d.PostEntered(tx, act, s, stands, entered); err != nil {
			return nil, nil, err
		}
	}
	act.Record.Log(s.Event.ID.UUID, leaguelog.EventImported{Players: len(found.Facts.Entrants), Rounds: len(s.Rounds), State: string(s.Event.State)})
	act.Record.Audit("event "+s.Event.ID.String(), in.Reason, nil, map[string]any{
		"announcement": desk.Announced(s.Event), "players": len(found.Facts.Entrants), "rounds": len(s.Rounds), "new": found.Count(imports.NewPlayer), "derived": found.Derived,
	})
	return found, s, nil
}

// takeIn makes the event, or opens the one that takes the file in.
func (d Desk) takeIn(tx tenantdb.Tx, act desk.Act, decided Decisions, found *Imported) (*officiating.Situation, error) {
	a := imports.Announcement(found.File)
	if found.into != nil {
		s, err := d.Open(tx, found.into.Event.ID)
		if err != nil {
			return nil, err
		}
		if err := eventdesk.At(d.Desk).RequirePlayable(tx, act, s); err != nil {
			return nil, err
		}
		kept := planning.AnnouncementOf(s.Event)
		kept.Formula, kept.Variant, kept.Target, kept.Pairing = a.Formula, a.Variant, a.Target, a.Pairing
		kept.Capacity = max(kept.Capacity, len(found.Facts.Entrants))
		kept.Apply(&s.Event, s.Rules)
		s.Event.Version++
		return s, nil
	}
	a.Choice = &planning.Choice{Ruleset: found.Ruleset.Key, Version: found.Ruleset.Version, Readings: found.Ruleset.Readings}
	n := eventdesk.NewEvent{Announcement: a, Kind: found.Event.Kind, Slug: decided.Slug, RegionID: decided.Region}
	if n.Slug == "" {
		var err error
		if n.Slug, err = freeSlug(tx, a); err != nil {
			return nil, err
		}
	}
	return eventdesk.At(d.Desk).CreateEvent(tx, act, n)
}

// freeSlug returns an address made of title and day, with a number if that is taken.
func freeSlug(tx tenantdb.Tx, a planning.Announcement) (string, error) {
	wanted := desk.Slug(a.Title, facts.Event{StartsAt: a.StartsAt, TimeZone: a.TimeZone}.LocalDate())
	var taken []string
	b := &tenantdb.Batch{}
	leaguedb.LoadSlugs(b, &taken, wanted)
	if err := tx.Send(b); err != nil {
		return "", err
	}
	free := wanted
	for n := 2; slices.Contains(taken, free); n++ {
		free = wanted + "-" + strconv.Itoa(n)
	}
	return free, nil
}

// addPeople adds the people who are new to the register.
func (d Desk) addPeople(tx tenantdb.Tx, act desk.Act, in Incoming, found *Imported) error {
	var added []facts.Player
	for n := range found.People {
		p := &found.People[n]
		if p.Match != imports.NewPlayer {
			continue
		}
		p.Player = desk.MakeID[league.PlayerID]()
		added = append(added, facts.Player{ID: p.Player, Name: p.Name, NameKey: in.Fold(p.Name), Club: found.Entries[n].Club})
	}
	if len(added) == 0 {
		return nil
	}
	if err := desk.NameClubs(tx, act, added); err != nil {
		return err
	}
	b := &tenantdb.Batch{}
	leaguedb.AddPlayers(b, added, act.By, act.Now)
	return tx.Send(b)
}

// play makes the rows of an event's facts, in the situation at hand, and verifies that they match the file.
func (d Desk) play(act desk.Act, s *officiating.Situation, in Incoming, found *Imported) error {
	s.Entries = entryRows(s, found)
	if found.Outcome != nil {
		return endedElsewhere(act, s, in, found)
	}
	if err := d.drawnByHand(s, in.Reason); err != nil {
		return err
	}
	s.Event.State, s.Event.StartedAt = facts.Running, &act.Now
	if s.Event.AnnouncedAt == nil {
		s.Event.AnnouncedAt = &act.Now
	}
	s.Rounds = roundRows(found, act, in.Reason)
	people(act, s, found)
	whoPlays(act, s, found, in.Reason)
	if err := s.Replay(); err != nil {
		return err
	}
	if len(s.State.Final) > 0 && s.Rounds[len(s.Rounds)-1].State == "closed" {
		s.Event.State, s.Event.FinishedAt, s.Event.ProcessedAt = facts.Finished, &act.Now, &act.Now
	}
	return saysTheSame(s, found)
}

// endedElsewhere makes the rows of an event without known games: the final order, and the decisions made
// before.
func endedElsewhere(act desk.Act, s *officiating.Situation, in Incoming, found *Imported) error {
	s.Event.State, s.Event.Elsewhere, s.Event.FinishedAt, s.Event.ProcessedAt = facts.Finished, true, &act.Now, &act.Now
	if s.Event.AnnouncedAt == nil {
		s.Event.AnnouncedAt = &act.Now
	}
	s.Recorded = nil
	for _, entry := range found.Outcome.Ranking {
		s.Recorded = append(s.Recorded, s.Entry(entry).PlayerID)
	}
	whoPlays(act, s, found, in.Reason)
	if err := s.Replay(); err != nil {
		return err
	}
	return saysTheSame(s, found)
}

// reportRows makes the rows of a file's reports. The documents sent with them stay with their receiver; the
// digest identifies them.
func reportRows(reports []eventfile.Report) []facts.Report {
	var rows []facts.Report
	for i, r := range reports {
		rows = append(rows, facts.Report{
			Number: i + 1, ReceivedAt: r.ReceivedAt, SentAt: r.SentAt, Notes: r.Notes, Digest: r.Digest, Document: json.RawMessage("{}"),
		})
	}
	return rows
}

// saysTheSame fails if an export of the event would not be the document that came in: a fact that storage
// cannot hold is never dropped silently.
func saysTheSame(s *officiating.Situation, found *Imported) error {
	kept, came := Document(s), found.Document
	if kept.Outcome != nil {
		var err error
		if kept.Outcome.Points, err = pointsInFile(s, pointsEntered(s, came.Outcome)); err != nil {
			return err
		}
	}
	kept.Reports = reportsInFile(reportRows(came.Reports))
	kept.Event, kept.Ruleset = came.Event, came.Ruleset // an existing event keeps its own
	for i := range kept.Entries {
		kept.Entries[i].Name, kept.Entries[i].Club = came.Entries[i].Name, came.Entries[i].Club // so does a player
	}
	have, err := eventfile.Encode(kept)
	if err != nil {
		return err
	}
	want, err := eventfile.Encode(came)
	if err != nil {
		return err
	}
	if !bytes.Equal(have, want) {
		return fmt.Errorf("desk: the file of event %s holds what cannot be stored", s.Event.ID)
	}
	return nil
}

// drawnByHand records that lots and rounds were drawn elsewhere, and seals the secret for anything that is
// drawn here after all.
func (d Desk) drawnByHand(s *officiating.Situation, reason string) error {
	if s.Event.DrawSecret == nil {
		s.Event.DrawSecret = make([]byte, 32)
		if _, err := io.ReadFull(d.Random, s.Event.DrawSecret); err != nil {
			return fmt.Errorf("secret of the draw: %w", err)
		}
		commitment := seating.Commitment(s.Event.DrawSecret)
		s.Event.DrawCommitment = hex.EncodeToString(commitment[:])
	}
	var ids []string
	for _, e := range s.InPlay() {
		ids = append(ids, e.Record().String())
	}
	seed := seating.Seed(s.Event.DrawSecret, ids)
	s.Event.DrawSeed, s.Event.DrawMethod, s.Event.DrawReason = hex.EncodeToString(seed[:]), facts.ByHand, reason
	return nil
}

func entryRows(s *officiating.Situation, found *Imported) []facts.Entry {
	position := map[league.Entry]int{}
	for i, entry := range found.Facts.FirstRound {
		position[entry] = i + 1
	}
	rows := make([]facts.Entry, len(found.Entries))
	for n, e := range found.Entries {
		row := facts.Entry{Number: int(e.Number), EnteredAt: s.Event.CreatedAt, Version: 1}
		if known := s.Entry(e.Number); known != nil {
			row = *known
		}
		row.State, row.PlayerID, row.PlayerName, row.PlayerClub = stateOfFile(e.State), found.People[n].Player, e.Name, e.Club
		row.Lot, row.DrawPosition, row.Place = desk.Positive(found.Facts.Lots[e.Number]), desk.Positive(position[e.Number]), desk.Positive(found.Facts.Places[e.Number])
		s.Event.EntryCount = max(s.Event.EntryCount, row.Number)
		rows[n] = row
	}
	return rows
}

func stateOfFile(state eventfile.EntryState) facts.EntryState {
	switch state {
	case eventfile.NoShow:
		return facts.NoShow
	case eventfile.Cancelled:
		return facts.EntryCancelled
	case eventfile.Waiting:
		return facts.Waiting
	default:
		return facts.Playing
	}
}

func roundRows(found *Imported, act desk.Act, reason string) []facts.Round {
	rows := make([]facts.Round, len(found.Facts.Rounds))
	for i, round := range found.Facts.Rounds {
		row := facts.Round{Number: i + 1, Kind: round.Kind, State: "open", Method: "by-hand", HandReason: reason, Reasons: []league.Grounds{}, DrawnAt: act.Now}
		if i > 0 && i <= len(found.Facts.Draws) {
			row.DrawnOrder = found.Facts.Draws[i-1]
		}
		if round.Closed {
			row.State, row.ClosedAt = "closed", &act.Now
		}
		for _, t := range round.Tables {
			table := facts.Table{Number: t.Number, Seats: t.Seats}
			if t.Result != nil {
				table.Result = resultRow(i+1, t.Number, *t.Result, act)
			}
			row.Tables = append(row.Tables, table)
		}
		rows[i] = row
	}
	return rows
}

func resultRow(round, table int, r league.Result, act desk.Act) *facts.Result {
	return &facts.Result{
		Result: r, Round: round, TableNumber: table, Version: 1, EnteredAt: act.Now,
	}
}

// people makes the rows of the facts about people, such as sanctions.
func people(act desk.Act, s *officiating.Situation, found *Imported) {
	for i, one := range found.Facts.Sanctions {
		row := facts.Sanction{ID: desk.NewID(), Ordinal: i + 1, Entry: int(one.Entry), Kind: one.Kind, Round: one.At.Round, During: one.At.During, Reason: one.Reason, GivenAt: act.Now}
		if one.Confirmed {
			at := one.At
			if one.ConfirmedAt != nil {
				at = *one.ConfirmedAt
			}
			row.ConfirmedAt, row.ConfirmedRound, row.ConfirmedDuring = &act.Now, &at.Round, &at.During
		}
		if i := slices.IndexFunc(s.Rules.Discipline.Offenses, func(o rules.Offense) bool { return o.Code == one.Reason }); i >= 0 {
			row.Offense, row.Paragraph = one.Reason, s.Rules.Discipline.Offenses[i].Paragraph
		}
		if row.AfterEnd = one.AfterEnd; one.Points != nil {
			points := one.Points.String()
			row.Points = &points
		}
		s.Sanctions = append(s.Sanctions, row)
	}
	for i, one := range found.Facts.Withdrawals {
		s.Withdrawals = append(s.Withdrawals, facts.Withdrawal{
			ID: desk.NewID(), Ordinal: i + 1, Entry: int(one.Entry), Round: one.At.Round, During: one.At.During, Reason: one.Reason,
			Unexcused: one.Unexcused, Qualified: one.Qualified, GivenAt: act.Now,
		})
	}
}

// whoPlays makes the rows that decide who sits in a round: the agreed structure, the event before, people kept
// apart, absences and delays.
func whoPlays(act desk.Act, s *officiating.Situation, found *Imported, reason string) {
	f := found.Facts
	if f.Structure != nil {
		agreed := leaguedb.NewStructure(desk.NewID(), *f.Structure, reason, act.Now)
		agreed.ApprovedAt = &act.Now
		s.Structure = &agreed
	}
	if s.Previous = nil; len(f.Previous) > 0 {
		for i, entry := range f.Previous {
			s.Previous = append(s.Previous, facts.Previous{Position: i + 1, PlayerID: s.Entry(entry).PlayerID})
		}
	}
	for i, pair := range f.Apart {
		row := facts.Apart{
			ID: desk.NewID(), Ordinal: i + 1, Entry: int(pair.Pair[0]), Other: int(pair.Pair[1]), Relation: reason, AfterRound: pair.From - 1, GivenAt: act.Now,
		}
		if pair.Until > 0 {
			row.UntilRound = &pair.Until
		}
		s.Apart = append(s.Apart, row)
	}
	for _, a := range f.Absences {
		s.Attendance = append(s.Attendance, facts.Attendance{ID: desk.NewID(), Ordinal: len(s.Attendance) + 1, Entry: int(a.Entry), Round: a.Round, AfterDraw: a.AfterDraw, GivenAt: act.Now})
	}
	for _, a := range f.Arrivals {
		s.Attendance = append(s.Attendance, facts.Attendance{
			ID: desk.NewID(), Ordinal: len(s.Attendance) + 1, Entry: int(a.Entry), Round: a.Round, MinutesLate: &a.Minutes, AfterDraw: a.AfterDraw, GivenAt: act.Now,
		})
	}
}
