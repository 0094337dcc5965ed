package bandesk

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/bans"
	"referto/internal/league/desk"
	"referto/internal/league/desk/reportdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// Decided holds a case after a decision, with the consequences.
type Decided struct {
	Ban facts.Ban
	// Effects lists the changes to entries of the banned person, in the order of the events' ids, then those to
	// the entries of other players who now come to a final, or no longer do.
	Effects []desk.EntryEffect
	// Seasons are the seasons whose finals gather their entrants.
	Seasons []desk.Followed
}

// DecideExpulsion decides about a player whose expulsion was reported (CN09 5.5): no ban, or a ban. The people
// who gave or confirmed the expulsion may not decide about it, and nobody may decide about themselves.
func (d Desk) DecideExpulsion(tx tenantdb.Tx, act desk.Act, event league.EventID, sanction uuid.UUID, n bans.Decision) (Decided, error) {
	report, err := reportdesk.At(d.Desk).ExpulsionReport(tx, event, sanction)
	if err != nil {
		return Decided{}, err
	}
	about := facts.Ban{PlayerID: report.Entry.PlayerID, EventID: &event, EventTitle: report.Situation.Event.Title, SanctionID: &sanction}
	if err := bans.RequireUndecided(about, report.Ban != nil); err != nil {
		return Decided{}, err
	}
	return d.decideAnew(tx, act, about, n)
}

// RecordBan bans a player for another grave offense than a reported one. Source names the evidence for the
// decision.
func (d Desk) RecordBan(tx tenantdb.Tx, act desk.Act, player league.PlayerID, source string, n bans.Decision) (Decided, error) {
	return d.decideAnew(tx, act, facts.Ban{PlayerID: player, Source: source}, n)
}

// decideAnew opens a case with its first decision.
func (d Desk) decideAnew(tx tenantdb.Tx, act desk.Act, ban facts.Ban, n bans.Decision) (Decided, error) {
	player, err := desk.TakePlayer(tx, act, ban.PlayerID)
	if err != nil {
		return Decided{}, err
	}
	ban.ID, ban.OpenedAt = desk.MakeID[league.BanID](), act.Now
	ban.PlayerID, ban.PlayerName, ban.PlayerClub, ban.AccountID = player.ID, player.Name, player.Club, player.AccountID
	b := &tenantdb.Batch{}
	leaguedb.AddBan(b, ban)
	err = tx.Send(b)
	quicker := tenantdb.Violates(err, "ban_decides_expulsion_once") || tenantdb.Violates(err, "ban_decides_leaving_once")
	if err := cmp.Or(bans.RequireUndecided(ban, quicker), err); err != nil {
		return Decided{}, err
	}
	return d.decide(tx, act, ban, n)
}

// ReviseBan replaces the decision on a case: with another term, other events, or no ban any more.
func (d Desk) ReviseBan(tx tenantdb.Tx, act desk.Act, id league.BanID, from desk.Version, n bans.Decision) (Decided, error) {
	ban, err := leaguedb.LoadBan(tx, id)
	if err != nil {
		return Decided{}, fmt.Errorf("ban %s: %w", id, err)
	}
	if _, err := desk.TakePlayer(tx, act, ban.PlayerID); err != nil {
		return Decided{}, err
	}
	if ban, err = leaguedb.LoadBan(tx, id); err != nil { // perhaps decided meanwhile by a transaction that held the player
		return Decided{}, err
	}
	if from.Stale(ban.Version()) {
		return Decided{}, &desk.StaleError{Current: map[string]any{"version": ban.Version()}}
	}
	if err := bans.MayRevise(ban, n); err != nil {
		return Decided{}, err
	}
	return d.decide(tx, act, ban, n)
}

// decide adds a decision to a case whose player is held, and cancels the entries that
// it bars.
func (d Desk) decide(tx tenantdb.Tx, act desk.Act, ban facts.Ban, n bans.Decision) (Decided, error) {
	if err := n.Check(); err != nil {
		return Decided{}, err
	}
	if err := requireOther(tx, act, ban); err != nil {
		return Decided{}, err
	}
	title, err := seasonTitle(tx, n.Season)
	if err != nil {
		return Decided{}, err
	}
	decision := bans.Decide(ban, n, title, act.Now)
	before, err := d.GatheringSeasons(tx)
	if err != nil {
		return Decided{}, err
	}
	b := &tenantdb.Batch{}
	leaguedb.AddBanDecision(b, decision, act.By)
	if err := tx.Send(b); err != nil {
		return Decided{}, err
	}
	ban.Decisions = append(slices.Clip(ban.Decisions), decision)
	done := Decided{Ban: ban}
	if done.Effects, err = d.CancelBarred(tx, act, ban.PlayerID); err != nil {
		return Decided{}, err
	}
	if done.Seasons, err = d.FollowAll(tx, act, before, done.Effects); err != nil {
		return Decided{}, err
	}
	for _, of := range done.Seasons {
		done.Effects = append(done.Effects, of.Entries...)
	}
	if err := desk.NextRevisions(tx); err != nil {
		return Decided{}, err
	}
	// Log and audit have readers who may not know of the ban: they name neither the person nor the reason.
	act.Record.Log(uuid.Nil, leaguelog.BanDecided{Ban: ban.ID})
	act.Record.Audit("ban "+ban.ID.String(), "", nil, map[string]any{"decision": decision.Ordinal})
	return done, nil
}

// seasonTitle loads the title of the season that a decision names; "" if it names none.
func seasonTitle(tx tenantdb.Tx, id league.SeasonID) (string, error) {
	if id == (league.SeasonID{}) {
		return "", nil
	}
	var of facts.Season
	b := &tenantdb.Batch{}
	leaguedb.LoadSeason(b, &of, id)
	err := tx.Send(b)
	if errors.Is(err, tenantdb.ErrNotFound) {
		return "", bans.ErrUnknownSeason
	}
	return of.Title, err
}

// requireOther refuses an acting person who has a part in the case. The person whom the case is about was
// refused when they were taken ([desk.TakePlayer]).
func requireOther(tx tenantdb.Tx, act desk.Act, ban facts.Ban) error {
	var by []uuid.UUID
	b := &tenantdb.Batch{}
	switch {
	case ban.SanctionID != nil:
		leaguedb.LoadSanctioners(b, &by, *ban.SanctionID)
	case ban.WithdrawalID != nil:
		leaguedb.LoadWithdrawers(b, &by, *ban.WithdrawalID)
	default:
		return nil
	}
	if err := tx.Send(b); err != nil {
		return err
	}
	return bans.RequireOther(ban, by, act.By)
}

// CancelBarred cancels the entries of a held player in events that have not started and from which they are now
// banned. It leaves out events whose ruleset does not heed bans.
func (d Desk) CancelBarred(tx tenantdb.Tx, act desk.Act, player league.PlayerID) ([]desk.EntryEffect, error) {
	var events []league.EventID
	b := &tenantdb.Batch{}
	leaguedb.LoadOpenEntries(b, &events, player)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	var effects []desk.EntryEffect
	for _, event := range events {
		effect, err := d.cancelIn(tx, act, event, player)
		if err != nil {
			return nil, err
		}
		if effect != nil {
			effects = append(effects, *effect)
		}
	}
	return effects, nil
}

// cancelIn cancels a player's entry in an event if they are banned from it. It returns nil if they are not, or
// have no entry any more.
func (d Desk) cancelIn(tx tenantdb.Tx, act desk.Act, event league.EventID, player league.PlayerID) (*desk.EntryEffect, error) {
	seen, err := d.View(tx, event)
	if err != nil {
		return nil, err
	}
	p, err := d.LoadBackground(tx, seen, []league.PlayerID{player})
	if err != nil {
		return nil, err
	}
	if !bans.Barred(seen, p, player) {
		return nil, nil
	}
	s, err := d.Open(tx, event)
	if err != nil {
		return nil, err
	}
	e, why := bans.Cancels(s, p, player)
	if e == nil { // changed since it was looked at
		return nil, nil
	}
	cancelled, promoted := desk.TakeBack(tx, act, s, e, rules.Banned, "")
	return &desk.EntryEffect{Effect: register.Effect{Kind: register.EffectCancelled, Entry: cancelled, Grounds: why}, Situation: s, Promoted: promoted}, nil
}

// AppealBan records the person's appeal against the decision that stands, once.
func (d Desk) AppealBan(tx tenantdb.Tx, act desk.Act, id league.BanID, text string) (facts.Ban, error) {
	ban, err := leaguedb.LoadBan(tx, id)
	if err == nil && !desk.IsOwn(act, ban.AccountID) {
		err = league.ErrNotFound // whose it is not has no business with it
	}
	if err != nil {
		return ban, fmt.Errorf("ban %s: %w", id, err)
	}
	if ban, err = bans.Appeal(ban, text, act.Now); err != nil {
		return ban, err
	}
	last := ban.Stands()
	b := &tenantdb.Batch{}
	leaguedb.AddBanAppeal(b, id, last.Ordinal, last.Appeal, act.By, act.Now)
	if err := tx.Send(b); tenantdb.Violates(err, "ban_appeals_pkey") { // sent twice at once
		return ban, bans.ErrAppealed
	} else if err != nil {
		return ban, err
	}
	act.Record.Log(uuid.Nil, leaguelog.BanAppealed{Ban: id})
	act.Record.Audit("ban "+id.String(), "", nil, map[string]any{"decision": last.Ordinal, "appealed": true})
	return ban, nil
}

// DecideLeaving decides about a player who left without good reason and was reported (BG 1.1.7): no ban, or a
// ban. The person who reported it may not decide about it, and nobody may decide about themselves.
func (d Desk) DecideLeaving(tx tenantdb.Tx, act desk.Act, event league.EventID, withdrawal uuid.UUID, n bans.Decision) (Decided, error) {
	var found facts.Leaving
	b := &tenantdb.Batch{}
	leaguedb.LoadLeaving(b, &found, event, withdrawal)
	if err := tx.Send(b); errors.Is(err, tenantdb.ErrNotFound) {
		return Decided{}, fmt.Errorf("leaving %s: %w", withdrawal, league.ErrNotFound)
	} else if err != nil {
		return Decided{}, err
	}
	report, err := reportdesk.At(d.Desk).LeavingReport(tx, found)
	if err != nil {
		return Decided{}, err
	}
	about := facts.Ban{PlayerID: report.Entry.PlayerID, EventID: &event, EventTitle: report.Situation.Event.Title, WithdrawalID: &withdrawal}
	if err := bans.RequireUndecided(about, report.Ban != nil); err != nil {
		return Decided{}, err
	}
	return d.decideAnew(tx, act, about, n)
}
