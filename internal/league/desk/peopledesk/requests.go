package peopledesk

import (
	"fmt"
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/playerdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/people"
	"referto/internal/likeness"
	"referto/internal/tenant/tenantdb"
)

// Claim asks the staff to link the acting person with a record.
func (d Desk) Claim(tx tenantdb.Tx, act desk.Act, id league.PlayerID, words string) (facts.PlayerRequest, facts.Player, error) {
	record, err := holdRecord(tx, id)
	if err != nil {
		return facts.PlayerRequest{}, record, err
	}
	s, err := standing(tx, record, act.By)
	if err != nil {
		return facts.PlayerRequest{}, record, err
	}
	if err := s.MayAsk(); err != nil {
		return facts.PlayerRequest{}, record, err
	}
	r, err := ask(tx, act, facts.PlayerRequest{Kind: facts.ClaimRequest, PlayerID: record.ID, Words: words}, people.ErrAsked)
	return r, record, err
}

// AskName asks the staff to correct the caller's name.
func (d Desk) AskName(tx tenantdb.Tx, act desk.Act, name, words string) (facts.PlayerRequest, facts.Player, error) {
	if err := people.MayBeNamed("/name", name); err != nil {
		return facts.PlayerRequest{}, facts.Player{}, err
	}
	mine, err := Mine(tx, act.By)
	if err != nil {
		return facts.PlayerRequest{}, mine, err
	}
	var open []facts.PlayerRequest
	b := &tenantdb.Batch{}
	leaguedb.TakeOpenRequestsOf(b, &open, mine.ID, act.By)
	if err := tx.Send(b); err != nil {
		return facts.PlayerRequest{}, mine, err
	}
	switch {
	case name == mine.Name:
		return facts.PlayerRequest{}, mine, people.ErrSameName
	case slices.ContainsFunc(open, func(r facts.PlayerRequest) bool { return r.Kind == facts.NameRequest }):
		return facts.PlayerRequest{}, mine, people.ErrNameAsked
	}
	r, err := ask(tx, act, facts.PlayerRequest{Kind: facts.NameRequest, PlayerID: mine.ID, Name: name, Words: words}, people.ErrNameAsked)
	return r, mine, err
}

// ask stores a request of the acting person. It returns the error again if they have such a request open
// already.
func ask(tx tenantdb.Tx, act desk.Act, r facts.PlayerRequest, again error) (facts.PlayerRequest, error) {
	r.ID, r.AccountID, r.AskedAt = desk.NewID(), act.By, act.Now
	b := &tenantdb.Batch{}
	leaguedb.AddPlayerRequest(b, r)
	if err := tx.Send(b); tenantdb.Violates(err, "player_request_open_once") {
		return r, again
	} else if err != nil {
		return r, err
	}
	act.Record.Log(uuid.Nil, leaguelog.PlayerRequested{Request: r.ID, Player: r.PlayerID, Asks: string(r.Kind)})
	act.Record.Audit("player-request "+r.ID.String(), "", nil, map[string]any{"player": r.PlayerID, "asks": r.Kind})
	return r, nil
}

// Withdraw withdraws a request of the acting person. For anybody else it does not exist.
func (d Desk) Withdraw(tx tenantdb.Tx, act desk.Act, id uuid.UUID) (facts.PlayerRequest, facts.Player, error) {
	var r facts.PlayerRequest
	b := &tenantdb.Batch{}
	leaguedb.TakePlayerRequest(b, &r, id)
	if err := tx.Send(b); err != nil {
		return r, facts.Player{}, fmt.Errorf("request %s: %w", id, err)
	}
	if r.AccountID != act.By {
		return r, facts.Player{}, league.ErrNotFound
	}
	if err := people.MayDecide(r, true, ""); err != nil {
		return r, facts.Player{}, err
	}
	var record facts.Player
	r.Outcome, r.DecidedBy, r.DecidedAt = facts.RequestWithdrawn, &act.By, &act.Now
	b = &tenantdb.Batch{}
	leaguedb.DecidePlayerRequest(b, r)
	leaguedb.LoadPlayer(b, &record, r.PlayerID)
	if err := tx.Send(b); err != nil {
		return r, record, err
	}
	recordEnd(act, r)
	return r, record, nil
}

// Decided is a request that was decided about.
type Decided struct {
	Request facts.PlayerRequest
	Player  facts.Player
	// Linked is the record that was linked with an account; nil if none was.
	Linked *Linked
	// Events are those that show the record, if it was changed.
	Events []leaguedb.EventRevision
}

// Decide confirms or refuses a request, for a reason; nobody decides their own request. Of two decisions at
// once the second finds the request decided.
func (d Desk) Decide(tx tenantdb.Tx, act desk.Act, id uuid.UUID, confirmed bool, reason string) (Decided, error) {
	var r facts.PlayerRequest
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayerRequest(b, &r, id)
	if err := tx.Send(b); err != nil {
		return Decided{}, fmt.Errorf("request %s: %w", id, err)
	}
	record, err := holdRecord(tx, r.PlayerID)
	if err != nil {
		return Decided{}, err
	}
	b = &tenantdb.Batch{}
	leaguedb.TakePlayerRequest(b, &r, id) // since the record is held
	if err := tx.Send(b); err != nil {
		return Decided{}, err
	}
	if r.AccountID == act.By || desk.IsOwn(act, record.AccountID) {
		return Decided{}, desk.ErrOwnCase
	}
	if err := people.MayDecide(r, confirmed, reason); err != nil {
		return Decided{}, err
	}
	switch {
	case !confirmed:
		return refuse(tx, act, r, record, reason)
	case r.Kind == facts.NameRequest:
		return d.rename(tx, act, r, reason)
	default:
		return d.confirm(tx, act, r, record, reason)
	}
}

func refuse(tx tenantdb.Tx, act desk.Act, r facts.PlayerRequest, record facts.Player, reason string) (Decided, error) {
	r.Outcome, r.Reason, r.DecidedBy, r.DecidedAt = facts.RequestRefused, reason, &act.By, &act.Now
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.DecidePlayerRequest(b, r) })
	recordEnd(act, r)
	return Decided{Request: r, Player: record}, nil
}

// confirm links the person who made the request with the record.
func (d Desk) confirm(tx tenantdb.Tx, act desk.Act, r facts.PlayerRequest, record facts.Player, reason string) (Decided, error) {
	faces, err := Claimants(tx, []facts.PlayerRequest{r})
	if err != nil {
		return Decided{}, err
	}
	who := faces[r.AccountID]
	if err := people.MayConfirm(people.Resemble(who.Name, who.Email, record), reason); err != nil {
		return Decided{}, err
	}
	s, err := standing(tx, record, r.AccountID)
	if err != nil {
		return Decided{}, err
	}
	linked, err := d.link(tx, act, s, people.ByRequest, reason)
	if err != nil {
		return Decided{}, err
	}
	at := slices.IndexFunc(linked.Settled, func(o facts.PlayerRequest) bool { return o.ID == r.ID })
	return Decided{Request: linked.Settled[at], Player: linked.Player, Linked: &linked, Events: linked.Events}, nil
}

// rename writes the requested name.
func (d Desk) rename(tx tenantdb.Tx, act desk.Act, r facts.PlayerRequest, reason string) (Decided, error) {
	r.Outcome, r.Reason, r.DecidedBy, r.DecidedAt = facts.RequestConfirmed, reason, &act.By, &act.Now
	changed, err := playerdesk.At(d.Desk).ChangePlayer(tx, act, r.PlayerID, desk.AnyVersion, func(p *facts.Player) {
		p.Name, p.NameKey = r.Name, likeness.Fold(r.Name)
	})
	if err != nil {
		return Decided{}, err
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.DecidePlayerRequest(b, r) })
	recordEnd(act, r)
	return Decided{Request: r, Player: changed.Player, Events: changed.Events}, nil
}

// recordEnd writes the outcome of a request into log and audit.
func recordEnd(act desk.Act, r facts.PlayerRequest) {
	logEnd(act, r)
	act.Record.Audit("player-request "+r.ID.String(), r.Reason, map[string]any{"player": r.PlayerID, "asks": r.Kind},
		map[string]any{"player": r.PlayerID, "asks": r.Kind, "outcome": r.Outcome})
}

// Claimants loads the people who made requests, by their accounts.
func Claimants(door tenantdb.Door, requests []facts.PlayerRequest) (map[uuid.UUID]leaguedb.AccountFace, error) {
	var ids []uuid.UUID
	for _, r := range requests {
		ids = append(ids, r.AccountID)
	}
	var found []leaguedb.AccountFace
	b := &tenantdb.Batch{}
	leaguedb.LoadAccountFaces(b, &found, ids)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	faces := make(map[uuid.UUID]leaguedb.AccountFace, len(found))
	for _, f := range found {
		faces[f.ID] = f
	}
	return faces, nil
}

// CorrectMine corrects the parts of a person's own record that they may change themselves; a change of their
// name is requested ([Desk.AskName]).
func (d Desk) CorrectMine(tx tenantdb.Tx, act desk.Act, from desk.Version, club, city *string) (playerdesk.Changed, error) {
	mine, err := Mine(tx, act.By)
	if err != nil {
		return playerdesk.Changed{}, err
	}
	return playerdesk.At(d.Desk).ChangePlayer(tx, act, mine.ID, from, func(p *facts.Player) {
		if club != nil {
			p.Club = *club
		}
		if city != nil {
			p.City = *city
		}
	})
}
