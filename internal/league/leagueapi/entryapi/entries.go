package entryapi

import (
	"context"
	"errors"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/desk/playdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/officiating"
	"referto/internal/league/people"
	"referto/internal/oneline"
	"referto/openapi"
)

// CheckEligibility reports whether a player may enter, with every reason why not. Facts about the player are
// only for callers who may enter players, and for the player themself: for others the player is not even looked
// up, so that the answer reveals nothing of them.
func (a API) CheckEligibility(ctx context.Context, r openapi.CheckEligibilityRequestObject) (openapi.CheckEligibilityResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.See(c, r.Event)
	if err != nil {
		return nil, err
	}
	player, err := a.Person(c.Door(), r.Body.Player)
	if err != nil {
		return nil, err
	}
	reasons, check, looked, err := a.eligibility(c, s, player)
	if err != nil {
		return nil, err
	}
	out := openapi.Eligibility{Eligible: looked && !check.Open() && len(reasons) == 0, Verdict: openapi.EligibilityVerdictNotEligible, Reasons: openapi.Each(reasons, leagueapi.View(c, s).Worded)}
	switch {
	case out.Eligible:
		out.Verdict = openapi.EligibilityVerdictEligible
	case len(reasons) == 0:
		out.Verdict = openapi.EligibilityVerdictToBeChecked
	}
	return openapi.CheckEligibility200JSONResponse(out), nil
}

// eligibility returns the reasons why a player may not enter that the caller may know, and whether the player
// would be checked; looked is false if the caller may not know those of the player.
func (a API) eligibility(c *gate.Call, s *officiating.Situation, player league.PlayerID) (reasons []league.Grounds, check officiating.Check, looked bool, err error) {
	own, err := entrydesk.At(a.Desk).IsPlayer(c.Door(), c.Account(), player)
	if err != nil || !own && !c.May("entry:create") {
		return s.ClosedTo(), check, false, err
	}
	if reasons, err = entrydesk.At(a.Desk).Eligibility(c.Door(), s, player); err != nil {
		return nil, check, false, err
	}
	check, err = entrydesk.At(a.Desk).CheckOf(c.Door(), s, facts.Entry{PlayerID: player})
	return leagueapi.ReaderOf(c).RedactAll(reasons, own), check, true, err
}

// ListEntries lists entries in the order they came.
func (a API) ListEntries(ctx context.Context, r openapi.ListEntriesRequestObject) (openapi.ListEntriesResponseObject, error) {
	c := gate.From(ctx)
	list := "entries:" + r.Event.String() + ":" + string(r.Params.State)
	var after int
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	s, err := a.Desk.View(c.Door(), r.Event)
	if err != nil {
		return nil, err
	}
	excluded, err := a.Desk.Excluded(c.Door(), s)
	if err != nil {
		return nil, err
	}
	checks, err := entrydesk.At(a.Desk).Checks(c.Door(), s)
	if err != nil {
		return nil, err
	}
	v, most := leagueapi.View(c, s), leagueapi.Limit(r.Params.Limit)
	page := openapi.EntryPage{Items: []openapi.Entry{}}
	for _, e := range s.Entries {
		entry := v.EntryOf(e)
		if grounds := excluded[e.Number]; grounds != nil {
			entry.Barred = v.Barring(e.AccountID, grounds...)
		}
		entry.Check = EntryCheck(v, c, checks[e.Number])
		if e.Number <= after || r.Params.State != "" && entry.State != r.Params.State {
			continue
		}
		if len(page.Items) == most {
			page.NextCursor = c.Next(a.Cursors.Encode(list, page.Items[most-1].Number))
			break
		}
		page.Items = append(page.Items, entry)
	}
	return openapi.ListEntries200JSONResponse(page), nil
}

// CreateEntry enters a player.
func (a API) CreateEntry(ctx context.Context, r openapi.CreateEntryRequestObject) (openapi.CreateEntryResponseObject, error) {
	c := gate.From(ctx)
	n := entrydesk.NewEntry{Player: r.Body.Player, Received: r.Body.ReceivedAt, Despite: r.Body.Despite, NameReserved: r.Body.NameReserved}
	if n.Despite != "" {
		if err := c.Identify(); err != nil { // their roles come with the first answer
			return nil, err
		}
		if err := c.Can("entry:exempt", c.Target()).Err(); err != nil {
			return nil, err
		}
	}
	e, s, err := entrydesk.At(a.Desk).EnterPlayer(c.Tx(), leagueapi.Act(c), r.Event, n)
	if err != nil {
		return nil, err
	}
	out, err := a.changedEntry(c, s, e)
	return openapi.CreateEntry201JSONResponse(out), err
}

// EnterPlayers enters a list of players, with those on it who are new to the register.
func (a API) EnterPlayers(ctx context.Context, r openapi.EnterPlayersRequestObject) (openapi.EnterPlayersResponseObject, error) {
	c := gate.From(ctx)
	enter := func() ([]facts.Entry, *officiating.Situation, error) {
		return entrydesk.At(a.Desk).EnterPlayers(c.Tx(), leagueapi.Act(c), r.Event, r.Body.Players)
	}
	if len(r.Body.Entrants) > 0 {
		list, err := listed(c, r.Body.Entrants)
		if err != nil {
			return nil, err
		}
		enter = func() ([]facts.Entry, *officiating.Situation, error) {
			return entrydesk.At(a.Desk).EnterPeople(c.Tx(), leagueapi.Act(c), r.Event, list)
		}
	}
	entries, s, err := enter()
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	checks, err := entrydesk.At(a.Desk).ChecksOf(c.Door(), s, entries)
	if err != nil {
		return nil, err
	}
	v := leagueapi.View(c, s)
	return openapi.EnterPlayers201JSONResponse{Items: openapi.Each(entries, func(e facts.Entry) openapi.Entry {
		out := v.EntryOf(e)
		out.Check = EntryCheck(v, c, checks[e.Number])
		return out
	})}, nil
}

// listed reads the people of a list. It refuses callers who may not add people to the register if some of them are
// new to it, and otherwise all names and years of birth that are none, each at its place.
func listed(c *gate.Call, entrants []openapi.ListedEntrant) ([]people.Listed, error) {
	list := make([]people.Listed, len(entrants))
	var faults league.Faults
	fault := func(i int, field, reason string) {
		faults = append(faults, league.Fault{Field: people.PlaceOnList(i) + "/person/" + field, Grounds: league.Grounds{Reason: reason}})
	}
	added := false
	for i, one := range entrants {
		if one.Person == nil {
			list[i].Player = one.Player
			continue
		}
		added = true
		name, err := oneline.Clean(one.Person.Name)
		switch {
		case errors.Is(err, oneline.ErrTooShort):
			fault(i, "name", "name-too-short")
		case errors.Is(err, oneline.ErrLink):
			fault(i, "name", "name-has-link")
		case err != nil:
			fault(i, "name", "name-unreadable")
		}
		if one.Person.BirthYear > c.Now.UTC().Year() {
			fault(i, "birthYear", "day-to-come")
		}
		list[i].SameName = one.Person.SameNameAccepted
		list[i].Person = &facts.Player{
			Name: name, NameKey: words.Fold(name), Club: one.Person.Club, City: one.Person.City, Email: one.Person.Email, BirthYear: one.Person.BirthYear,
		}
	}
	if added {
		if err := c.Identify(); err != nil { // their roles come with the first answer
			return nil, err
		}
		if err := c.Can("player:write", c.Target()).Err(); err != nil {
			return nil, err
		}
	}
	return list, faults.OrNil()
}

// entry is an entry after an act, with its tag and its news.
func (a API) entry(c *gate.Call, s *officiating.Situation, e facts.Entry) openapi.Entry {
	a.Changed(c, s)
	c.ETag(gate.Version(e.Version))
	return leagueapi.View(c, s).EntryOf(e)
}

// EnterMyself enters the caller's own player.
func (a API) EnterMyself(ctx context.Context, r openapi.EnterMyselfRequestObject) (openapi.EnterMyselfResponseObject, error) {
	c := gate.From(ctx)
	if _, err := a.See(c, r.Event); err != nil { // a draft is not there; their name comes with the first answer
		return nil, err
	}
	me := facts.Player{Name: c.Name(), NameKey: words.Fold(c.Name()), Club: r.Body.Club, City: r.Body.City}
	e, s, err := entrydesk.At(a.Desk).EnterMyself(c.Tx(), leagueapi.Act(c), r.Event, me, r.Body.NameReserved)
	if err != nil {
		return nil, err
	}
	out, err := a.changedEntry(c, s, e)
	return openapi.EnterMyself201JSONResponse(out), err
}

// GetMyEntry answers with the caller's own entry.
func (a API) GetMyEntry(ctx context.Context, r openapi.GetMyEntryRequestObject) (openapi.GetMyEntryResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.See(c, r.Event)
	if err != nil {
		return nil, err
	}
	e, err := mine(c, s)
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(e.Version))
	out, err := a.checked(c, s, e)
	return openapi.GetMyEntry200JSONResponse(out), err
}

// mine finds the caller's entry that is not cancelled.
func mine(c *gate.Call, s *officiating.Situation) (facts.Entry, error) {
	for _, e := range s.Entries {
		if e.AccountID != nil && *e.AccountID == c.Account() && e.State != facts.EntryCancelled {
			return e, nil
		}
	}
	return facts.Entry{}, league.ErrNotFound
}

// myEntry finds the caller's entry in an event that they may see.
func (a API) myEntry(c *gate.Call, event openapi.EventID) (facts.Entry, error) {
	s, err := a.See(c, event)
	if err != nil {
		return facts.Entry{}, err
	}
	return mine(c, s)
}

// WithdrawMyself takes the caller's own entry back.
func (a API) WithdrawMyself(ctx context.Context, r openapi.WithdrawMyselfRequestObject) (openapi.WithdrawMyselfResponseObject, error) {
	c := gate.From(ctx)
	e, err := a.myEntry(c, r.Event)
	if err != nil {
		return nil, err
	}
	_, s, err := entrydesk.At(a.Desk).CancelEntry(c.Tx(), leagueapi.Act(c), r.Event, e.Number, "")
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.WithdrawMyself204Response{}, nil
}

// LeaveMyself records that the caller leaves the event that is being played (CN09 3.5).
func (a API) LeaveMyself(ctx context.Context, r openapi.LeaveMyselfRequestObject) (openapi.LeaveMyselfResponseObject, error) {
	c := gate.From(ctx)
	e, err := a.myEntry(c, r.Event)
	if err != nil {
		return nil, err
	}
	w, s, err := playdesk.At(a.Desk).Withdraw(c.Tx(), leagueapi.Act(c), r.Event, league.Entry(e.Number), r.Body.Reason, false)
	if err != nil {
		return nil, err
	}
	w.GivenBy = c.Name()
	a.Changed(c, s)
	return openapi.LeaveMyself201JSONResponse(leagueapi.View(c, s).Withdrawal(w)), nil
}

// GetEntry answers with one entry.
func (a API) GetEntry(ctx context.Context, r openapi.GetEntryRequestObject) (openapi.GetEntryResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.Desk.View(c.Door(), r.Event)
	if err != nil {
		return nil, err
	}
	e := s.Entry(league.Entry(r.Entry))
	if e == nil {
		return nil, league.ErrNotFound
	}
	c.ETag(gate.Version(e.Version))
	out, err := a.checked(c, s, *e)
	return openapi.GetEntry200JSONResponse(out), err
}

// UpdateEntry marks the fee as paid, or not.
func (a API) UpdateEntry(ctx context.Context, r openapi.UpdateEntryRequestObject) (openapi.UpdateEntryResponseObject, error) {
	c := gate.From(ctx)
	e, s, err := entrydesk.At(a.Desk).MarkFee(c.Tx(), leagueapi.Act(c), r.Event, r.Entry, leagueapi.From(r.Params.IfMatch), r.Body.FeePaid)
	if err != nil {
		return nil, err
	}
	return openapi.UpdateEntry200JSONResponse(a.entry(c, s, e)), nil
}

// CheckIn records that a player has arrived.
func (a API) CheckIn(ctx context.Context, r openapi.CheckInRequestObject) (openapi.CheckInResponseObject, error) {
	c := gate.From(ctx)
	e, s, err := entrydesk.At(a.Desk).CheckIn(c.Tx(), leagueapi.Act(c), r.Event, r.Entry, true)
	if err != nil {
		return nil, err
	}
	return openapi.CheckIn200JSONResponse(a.entry(c, s, e)), nil
}

// UndoCheckIn takes a check-in back.
func (a API) UndoCheckIn(ctx context.Context, r openapi.UndoCheckInRequestObject) (openapi.UndoCheckInResponseObject, error) {
	c := gate.From(ctx)
	e, s, err := entrydesk.At(a.Desk).CheckIn(c.Tx(), leagueapi.Act(c), r.Event, r.Entry, false)
	if err != nil {
		return nil, err
	}
	return openapi.UndoCheckIn200JSONResponse(a.entry(c, s, e)), nil
}

// MarkEntries ticks off on a list which entrants have arrived and which have paid.
func (a API) MarkEntries(ctx context.Context, r openapi.MarkEntriesRequestObject) (openapi.MarkEntriesResponseObject, error) {
	c := gate.From(ctx)
	marks := openapi.Each(r.Body.Marks, func(m openapi.EntryMark) officiating.Mark {
		return officiating.Mark{Entry: league.Entry(m.Entry), Here: m.Here, Paid: m.FeePaid, Seen: m.Version}
	})
	entries, s, err := entrydesk.At(a.Desk).MarkEntries(c.Tx(), leagueapi.Act(c), r.Event, marks)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.MarkEntries200JSONResponse{Items: openapi.Each(entries, leagueapi.View(c, s).EntryOf)}, nil
}

// CancelEntry takes an entry back before the start.
func (a API) CancelEntry(ctx context.Context, r openapi.CancelEntryRequestObject) (openapi.CancelEntryResponseObject, error) {
	c := gate.From(ctx)
	e, s, err := entrydesk.At(a.Desk).CancelEntry(c.Tx(), leagueapi.Act(c), r.Event, r.Entry, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	return openapi.CancelEntry200JSONResponse(a.entry(c, s, e)), nil
}
