package moneydesk

import (
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/people"
	"referto/internal/league/refunds"
	"referto/internal/league/register"
	"referto/internal/tenant/tenantdb"
)

// ViewRefund loads a claim to look at.
func (d Desk) ViewRefund(door tenantdb.Door, id league.SeasonID, refund uuid.UUID) (*refunds.Claim, error) {
	s, err := d.ViewSeason(door, id)
	if err != nil {
		return nil, err
	}
	return loadRefund(door, s, refund, leaguedb.LoadRefund)
}

// takeRefund loads a claim to change it, its season held before: the right to it cannot
// end meanwhile.
func (d Desk) takeRefund(tx tenantdb.Tx, id league.SeasonID, refund uuid.UUID) (*refunds.Claim, error) {
	s, err := d.TakeSeason(tx, id)
	if err != nil {
		return nil, err
	}
	return loadRefund(tx, s, refund, leaguedb.TakeRefund)
}

// takeDraft loads a claim that its claimant may still change.
func (d Desk) takeDraft(tx tenantdb.Tx, act desk.Act, id league.SeasonID, refund uuid.UUID) (*refunds.Claim, error) {
	s, err := d.ViewSeason(tx, id)
	if err != nil {
		return nil, err
	}
	r, err := loadRefund(tx, s, refund, leaguedb.TakeRefund)
	if err != nil {
		return nil, err
	}
	if !r.Of(act.By) {
		return nil, fmt.Errorf("refund %s: %w", refund, league.ErrNotFound)
	}
	return r, r.RequireOpen()
}

type refundLoader func(b *tenantdb.Batch, out *facts.Refund, season league.SeasonID, id uuid.UUID)

func loadRefund(door tenantdb.Door, s *register.Season, id uuid.UUID, load refundLoader) (*refunds.Claim, error) {
	r := &refunds.Claim{Season: s}
	b := &tenantdb.Batch{}
	load(b, &r.Refund, s.Season.ID, id)
	leaguedb.LoadRefundExpenses(b, &r.Expenses, id)
	leaguedb.LoadRefundReceipts(b, &r.Receipts, id)
	leaguedb.LoadRefundSteps(b, &r.Steps, id)
	if err := door.Send(b); err != nil {
		return nil, fmt.Errorf("refund %s: %w", id, err)
	}
	r.Journey = s.State.Journey(s.Rules, r.PlayerID)
	return r, nil
}

// MyRefund looks at the refund of the player of an account.
func (d Desk) MyRefund(door tenantdb.Door, id league.SeasonID, account uuid.UUID, now time.Time) (refunds.MyRefund, error) {
	s, err := d.ViewSeason(door, id)
	if err != nil {
		return refunds.MyRefund{}, err
	}
	var player *facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayerOfAccount(b, &player, account)
	if err := door.Send(b); err != nil {
		return refunds.MyRefund{}, err
	}
	if player == nil {
		return refunds.Mine(s, nil, nil, now), nil
	}
	known, err := lastRefund(door, id, player.ID)
	if err != nil {
		return refunds.MyRefund{}, err
	}
	var claim *refunds.Claim
	if known != nil {
		if claim, err = loadRefund(door, s, known.ID, leaguedb.LoadRefund); err != nil {
			return refunds.MyRefund{}, err
		}
	}
	return refunds.Mine(s, player, claim, now), nil
}

// lastRefund loads the last claim for the journey of a player; nil for none.
func lastRefund(door tenantdb.Door, id league.SeasonID, player league.PlayerID) (*facts.Refund, error) {
	var known *facts.Refund
	b := &tenantdb.Batch{}
	leaguedb.LoadRefundOfPlayer(b, &known, id, player)
	return known, door.Send(b)
}

// NewRefund describes a claim to be made. Player is the person who made the journey; the zero id stands for the
// account's own player. For another player, Reason explains why they do not claim themselves.
type NewRefund struct {
	Player league.PlayerID
	Reason string
}

// OpenRefund begins a claim (CN09 1.9): once its player has accepted their place in the national final, if the
// place pays the journey.
func (d Desk) OpenRefund(tx tenantdb.Tx, act desk.Act, id league.SeasonID, n NewRefund) (*refunds.Claim, error) {
	s, err := d.TakeSeason(tx, id)
	if err != nil {
		return nil, err
	}
	player, err := claimant(tx, act, n)
	if err != nil {
		return nil, err
	}
	var known *facts.Refund
	if player != nil {
		if known, err = lastRefund(tx, id, player.ID); err != nil {
			return nil, err
		}
	}
	if err := refunds.MayOpen(s, player, known, act.Now); err != nil {
		return nil, err
	}
	r := &refunds.Claim{Season: s, Journey: s.State.Journey(s.Rules, player.ID), Refund: facts.Refund{
		ID: desk.NewID(), SeasonID: id, PlayerID: player.ID, State: facts.RefundDraft, OnBehalf: n.Reason, CreatedBy: act.By, CreatedAt: act.Now,
		ChangedAt: act.Now, Version: 1, PlayerName: player.Name, PlayerAccount: player.AccountID,
	}}
	stored := r.Refund
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddRefund(b, stored) })
	stepRefund(tx, act, r, "opened", n.Reason, "")
	act.Record.Log(uuid.Nil, leaguelog.RefundOpened{Refund: r.ID, Season: id})
	act.Record.Audit("refund "+r.ID.String(), n.Reason, nil, map[string]any{"player": player.ID, "state": r.State})
	return r, nil
}

// claimant loads the player whose journey is claimed. It returns nil if the acting person is not in the
// register.
func claimant(tx tenantdb.Tx, act desk.Act, n NewRefund) (*facts.Player, error) {
	b := &tenantdb.Batch{}
	if n.Player == (league.PlayerID{}) {
		var own *facts.Player
		leaguedb.LoadPlayerOfAccount(b, &own, act.By)
		return own, tx.Send(b)
	}
	var player facts.Player
	leaguedb.LoadPerson(b, &player, n.Player)
	err := tx.Send(b)
	if errors.Is(err, tenantdb.ErrNotFound) {
		err = desk.UnknownPlayer
	}
	if err == nil {
		err = people.MayUse(player)
	}
	return &player, err
}

// stepRefund leaves a step of the claim to be written.
func stepRefund(tx tenantdb.Tx, act desk.Act, r *refunds.Claim, kind, reason, paragraph string) {
	id, step := r.ID, facts.RefundStep{Number: len(r.Steps) + 1, Kind: kind, Reason: reason, Paragraph: paragraph, By: &act.By, At: act.Now}
	r.Steps = append(r.Steps, step)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddRefundStep(b, id, step) })
}

// moveRefund brings a claim into a state and leaves it to be written, with log and audit.
func moveRefund(tx tenantdb.Tx, act desk.Act, r *refunds.Claim, state facts.RefundState, kind, reason, paragraph string) {
	before := r.State
	r.State, r.ChangedAt = state, act.Now
	if state.Over() {
		r.EndedAt = &act.Now
	}
	stored := r.Refund
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.SaveRefund(b, stored) })
	r.Version++
	stepRefund(tx, act, r, kind, reason, paragraph)
	act.Record.Log(uuid.Nil, leaguelog.RefundMoved(kind, leaguelog.Claim{Refund: r.ID, Season: r.SeasonID, Cents: r.ApprovedCents}))
	act.Record.Audit("refund "+r.ID.String(), reason, map[string]any{"state": before}, map[string]any{
		"state": state, "claimedCents": r.ClaimedCents, "approvedCents": r.ApprovedCents, "paragraph": paragraph,
	})
}

// touchRefund leaves a change of a claim that stays in its state to be written.
func touchRefund(tx tenantdb.Tx, act desk.Act, r *refunds.Claim) {
	r.ChangedAt = act.Now
	stored := r.Refund
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.SaveRefund(b, stored) })
	r.Version++
}

// ReceiptKey names the file of a receipt in the store of files.
func ReceiptKey(tenant uuid.UUID, r facts.RefundReceipt) string {
	return tenant.String() + "/" + Receipts + "/" + r.RefundID.String() + "/" + r.Digest
}

// Receipts is the folder of a tenant's receipts in the store of files.
const Receipts = "refunds"
