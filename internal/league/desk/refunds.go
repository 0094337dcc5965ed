package desk

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
)

// Refund is a claim at the desk, with what follows from the season for it.
type Refund struct {
	facts.Refund
	Expenses []facts.RefundExpense
	Receipts []facts.RefundReceipt
	Steps    []facts.RefundStep
	// Journey is whether the journey is paid as things are now.
	Journey season.Journey
	Season  *register.Season
}

// claimant tells whether the account claims: for itself or on behalf of the player.
func (r *Refund) claimant(account uuid.UUID) bool {
	return r.CreatedBy == account || r.PlayerAccount != nil && *r.PlayerAccount == account
}

// Of tells whether a claim is the account's own, made by it or for it.
func (r *Refund) Of(account uuid.UUID) bool { return r.claimant(account) }

// attested is what the receipts of an expense come to, in cents.
func (r *Refund) attested(expense int) (cents int64, receipts int) {
	for _, p := range r.Receipts {
		if p.Expense == expense {
			cents, receipts = cents+p.Cents, receipts+1
		}
	}
	return cents, receipts
}

// ViewRefund loads a claim to look at.
func (d *Desk) ViewRefund(door tenantdb.Door, id league.SeasonID, refund uuid.UUID) (*Refund, error) {
	s, err := d.ViewSeason(door, id)
	if err != nil {
		return nil, err
	}
	return loadRefund(door, s, refund, leaguedb.LoadRefund)
}

// takeRefund loads a claim to change it, its season held before: the right to it cannot
// end meanwhile.
func (d *Desk) takeRefund(tx tenantdb.Tx, id league.SeasonID, refund uuid.UUID) (*Refund, error) {
	s, err := d.TakeSeason(tx, id)
	if err != nil {
		return nil, err
	}
	return loadRefund(tx, s, refund, leaguedb.TakeRefund)
}

// takeDraft loads a claim that its claimant may still change.
func (d *Desk) takeDraft(tx tenantdb.Tx, act Act, id league.SeasonID, refund uuid.UUID) (*Refund, error) {
	s, err := d.ViewSeason(tx, id)
	if err != nil {
		return nil, err
	}
	r, err := loadRefund(tx, s, refund, leaguedb.TakeRefund)
	if err != nil {
		return nil, err
	}
	if !r.claimant(act.By) {
		return nil, fmt.Errorf("refund %s: %w", refund, league.ErrNotFound)
	}
	return r, r.requireState("refund-not-open", facts.RefundDraft, facts.RefundAsked)
}

type refundLoader func(b *tenantdb.Batch, out *facts.Refund, season league.SeasonID, id uuid.UUID)

func loadRefund(door tenantdb.Door, s *register.Season, id uuid.UUID, load refundLoader) (*Refund, error) {
	r := &Refund{Season: s}
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

// requireState refuses what cannot be done with a claim as it stands.
func (r *Refund) requireState(reason string, states ...facts.RefundState) error {
	if slices.Contains(states, r.State) {
		return nil
	}
	return &league.StateError{Grounds: r.Season.RefundGrounds(reason, "state", string(r.State)), Current: map[string]any{"state": r.State}}
}

// MyRefund is what somebody may know and do about his journey: whether it is paid, why
// he cannot claim yet (nil if he can, or has), and his claim if there is one.
type MyRefund struct {
	Journey season.Journey
	NotYet  *league.Grounds
	Claim   *Refund
	// ClaimBy is the last day on which the claim may be handed in, where the national
	// final is held; "" where none is set.
	ClaimBy rules.Day
	Season  *register.Season
}

// MyRefund looks at the refund of the player of an account.
func (d *Desk) MyRefund(door tenantdb.Door, id league.SeasonID, account uuid.UUID, now time.Time) (MyRefund, error) {
	s, err := d.ViewSeason(door, id)
	if err != nil {
		return MyRefund{}, err
	}
	var player *facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayerOfAccount(b, &player, account)
	if err := door.Send(b); err != nil {
		return MyRefund{}, err
	}
	out := MyRefund{Season: s, ClaimBy: season.ClaimBy(s.Rules, s.Facts.Period)}
	if player == nil {
		out.Journey = season.Journey{Grounds: s.RefundGrounds("journey-no-place")}
		return out, nil
	}
	out.Journey = s.State.Journey(s.Rules, player.ID)
	var known *facts.Refund
	b = &tenantdb.Batch{}
	leaguedb.LoadRefundOfPlayer(b, &known, id, player.ID)
	if err := door.Send(b); err != nil {
		return MyRefund{}, err
	}
	if known != nil {
		out.Claim, err = loadRefund(door, s, known.ID, leaguedb.LoadRefund)
		return out, err
	}
	var no *league.StateError
	if errors.As(cmp.Or(s.Claimable(player.ID), s.ClaimLate(now)), &no) {
		out.NotYet = &no.Grounds
	}
	return out, nil
}

// NewRefund is a claim to be made. Player is whose journey it was; the zero id is that
// of the account itself, and for another Reason says why he does not claim himself.
type NewRefund struct {
	Player uuid.UUID
	Reason string
}

// OpenRefund begins a claim (CN09 1.9): from when its player has said that he comes to
// the national final, if his place pays the journey.
func (d *Desk) OpenRefund(tx tenantdb.Tx, act Act, id league.SeasonID, n NewRefund) (*Refund, error) {
	s, err := d.TakeSeason(tx, id)
	if err != nil {
		return nil, err
	}
	player, err := claimant(tx, s, act, n)
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(s.Claimable(player.ID), s.ClaimLate(act.Now)); err != nil {
		return nil, err
	}
	var known *facts.Refund
	b := &tenantdb.Batch{}
	leaguedb.LoadRefundOfPlayer(b, &known, id, player.ID)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	if known != nil && known.State != facts.RefundRefused && known.State != facts.RefundWithdrawn {
		return nil, &league.StateError{Grounds: s.RefundGrounds("refund-claimed"), Current: map[string]any{"refund": known.ID}}
	}
	r := &Refund{Season: s, Journey: s.State.Journey(s.Rules, player.ID), Refund: facts.Refund{
		ID: newID(), SeasonID: id, PlayerID: player.ID, State: facts.RefundDraft, OnBehalf: n.Reason, CreatedBy: act.By, CreatedAt: act.Now,
		ChangedAt: act.Now, Version: 1, PlayerName: player.Name, PlayerAccount: player.AccountID,
	}}
	stored := r.Refund
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddRefund(b, stored) })
	r.step(tx, act, "opened", n.Reason, "")
	act.Record.Log(uuid.Nil, leaguelog.RefundOpened{Refund: r.ID, Season: id})
	act.Record.Audit("refund "+r.ID.String(), n.Reason, nil, map[string]any{"player": player.ID, "state": r.State})
	return r, nil
}

// claimant is the player whose journey is claimed.
func claimant(tx tenantdb.Tx, s *register.Season, act Act, n NewRefund) (facts.Player, error) {
	b := &tenantdb.Batch{}
	if n.Player != uuid.Nil {
		var player facts.Player
		leaguedb.LoadPlayer(b, &player, league.PlayerID{UUID: n.Player})
		err := tx.Send(b)
		if errors.Is(err, tenantdb.ErrNotFound) {
			err = unknownPlayer
		}
		return player, err
	}
	var own *facts.Player
	leaguedb.LoadPlayerOfAccount(b, &own, act.By)
	if err := tx.Send(b); err != nil {
		return facts.Player{}, err
	}
	if own == nil {
		return facts.Player{}, &league.RuleError{Grounds: s.RefundGrounds("journey-no-place")}
	}
	return *own, nil
}

// step leaves a step of the claim to be written.
func (r *Refund) step(tx tenantdb.Tx, act Act, kind, reason, paragraph string) {
	id, step := r.ID, facts.RefundStep{Number: len(r.Steps) + 1, Kind: kind, Reason: reason, Paragraph: paragraph, By: &act.By, At: act.Now}
	r.Steps = append(r.Steps, step)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddRefundStep(b, id, step) })
}

// move brings a claim into a state and leaves it to be written, with log and audit.
func (r *Refund) move(tx tenantdb.Tx, act Act, state facts.RefundState, kind, reason, paragraph string) {
	before := r.State
	r.State, r.ChangedAt = state, act.Now
	if state.Over() {
		r.EndedAt = &act.Now
	}
	stored := r.Refund
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.SaveRefund(b, stored) })
	r.Version++
	r.step(tx, act, kind, reason, paragraph)
	act.Record.Log(uuid.Nil, leaguelog.RefundMoved(kind, leaguelog.Claim{Refund: r.ID, Season: r.SeasonID, Cents: r.ApprovedCents}))
	act.Record.Audit("refund "+r.ID.String(), reason, map[string]any{"state": before}, map[string]any{
		"state": state, "claimedCents": r.ClaimedCents, "approvedCents": r.ApprovedCents, "paragraph": paragraph,
	})
}

// touch leaves a change of a claim that stays in its state to be written.
func (r *Refund) touch(tx tenantdb.Tx, act Act) {
	r.ChangedAt = act.Now
	stored := r.Refund
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.SaveRefund(b, stored) })
	r.Version++
}
