package bandesk

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/reportdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/qualify"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// NewDecision is a decision of the championship manager about a case (CN09 5.5).
type NewDecision struct {
	Outcome facts.BanOutcome
	qualify.Term
	Kinds  []string        // of events; nil is all of the tenant
	Season league.SeasonID // whose events; the zero id is none in particular
	Reason string
}

// Decided is a case after a decision, with what followed from it.
type Decided struct {
	Ban facts.Ban
	// Effects are on the entries of the banned person, in the order of the events' ids,
	// then on those of others who come to a final because of that, or do not.
	Effects []desk.EntryEffect
	// Seasons are those whose finals gather their entrants.
	Seasons []desk.Followed
}

// DecideExpulsion decides about somebody who was expelled and reported (CN09 5.5):
// nothing, or a ban. Who gave or confirmed the expulsion does not decide about it,
// and nobody about himself.
func (d Desk) DecideExpulsion(tx tenantdb.Tx, act desk.Act, event league.EventID, sanction uuid.UUID, n NewDecision) (Decided, error) {
	report, err := reportdesk.At(d.Desk).ExpulsionReport(tx, event, sanction)
	if err != nil {
		return Decided{}, err
	}
	if report.Ban != nil {
		return Decided{}, league.NotNow("expulsion-decided")
	}
	return d.decideAnew(tx, act, facts.Ban{
		PlayerID: report.Entry.PlayerID, EventID: &event.UUID, EventTitle: report.Stage.Event.Title, SanctionID: &sanction,
	}, n)
}

// RecordBan bans somebody for another grave offense than one that was reported. Source
// is what the decision rests on.
func (d Desk) RecordBan(tx tenantdb.Tx, act desk.Act, player league.PlayerID, source string, n NewDecision) (Decided, error) {
	return d.decideAnew(tx, act, facts.Ban{PlayerID: player, Source: source}, n)
}

// decideAnew opens a case with its first decision.
func (d Desk) decideAnew(tx tenantdb.Tx, act desk.Act, ban facts.Ban, n NewDecision) (Decided, error) {
	player, err := desk.TakePlayer(tx, act, ban.PlayerID)
	if err != nil {
		return Decided{}, err
	}
	ban.ID, ban.OpenedAt = league.BanID{UUID: desk.NewID()}, act.Now
	ban.PlayerName, ban.PlayerClub, ban.AccountID = player.Name, player.Club, player.AccountID
	b := &tenantdb.Batch{}
	leaguedb.AddBan(b, ban)
	switch err := tx.Send(b); { // perhaps somebody was quicker
	case tenantdb.Violates(err, "ban_decides_expulsion_once"):
		return Decided{}, league.NotNow("expulsion-decided")
	case tenantdb.Violates(err, "ban_decides_leaving_once"):
		return Decided{}, league.NotNow("leaving-decided")
	case err != nil:
		return Decided{}, err
	}
	return d.decide(tx, act, ban, n)
}

// ReviseBan decides a case anew: another term, other events, or no ban any more.
func (d Desk) ReviseBan(tx tenantdb.Tx, act desk.Act, id league.BanID, from desk.Version, n NewDecision) (Decided, error) {
	ban, err := leaguedb.LoadBan(tx, id)
	if err != nil {
		return Decided{}, fmt.Errorf("ban %s: %w", id, err)
	}
	if _, err := desk.TakePlayer(tx, act, ban.PlayerID); err != nil {
		return Decided{}, err
	}
	if ban, err = leaguedb.LoadBan(tx, id); err != nil { // decided since, perhaps, by who held him
		return Decided{}, err
	}
	if from.Stale(ban.Version()) {
		return Decided{}, &desk.StaleError{Current: map[string]any{"version": ban.Version()}}
	}
	if n.Outcome == facts.NoBan && ban.Stands().Outcome == facts.NoBan {
		return Decided{}, league.NotNow("no-ban-stands")
	}
	return d.decide(tx, act, ban, n)
}

// decide adds a decision to a case whose player is held, and cancels the entries that
// it bars.
func (d Desk) decide(tx tenantdb.Tx, act desk.Act, ban facts.Ban, n NewDecision) (Decided, error) {
	if err := checkDecision(n); err != nil {
		return Decided{}, err
	}
	if err := requireOther(tx, act, ban); err != nil {
		return Decided{}, err
	}
	decision := facts.BanDecision{
		BanID: ban.ID, Ordinal: len(ban.Decisions) + 1, Outcome: n.Outcome, Kinds: append([]string{}, n.Kinds...),
		FromDay: n.From, UntilDay: n.Until, Reason: n.Reason, DecidedAt: act.Now,
	}
	if err := limitToSeason(tx, &decision, n); err != nil {
		return Decided{}, err
	}
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
	if done.Effects, err = d.cancelBarred(tx, act, ban.PlayerID); err != nil {
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
	// Log and audit are read by more than may know of the ban: they name neither the
	// person nor the reason.
	act.Record.Log(uuid.Nil, leaguelog.BanDecided{Ban: ban.ID})
	act.Record.Audit("ban "+ban.ID.String(), "", nil, map[string]any{"decision": decision.Ordinal})
	return done, nil
}

// checkDecision refuses a ban without beginning or with an end before it, and a term
// of what is no ban.
func checkDecision(n NewDecision) error {
	switch {
	case n.Outcome == facts.Banned && n.From == "":
		return league.Faults{{Field: "/from", Grounds: league.Grounds{Reason: "ban-begin-missing"}}}
	case n.Outcome == facts.NoBan && (n.From != "" || n.Until != "" || len(n.Kinds) > 0 || n.Season != league.SeasonID{}):
		return league.Faults{{Field: "/outcome", Grounds: league.Grounds{Reason: "no-ban-no-term"}}}
	}
	return checkTerm(n.Term)
}

// limitToSeason limits a ban to the events of the season that is named, if one is.
func limitToSeason(tx tenantdb.Tx, decision *facts.BanDecision, n NewDecision) error {
	if n.Season == (league.SeasonID{}) {
		return nil
	}
	var of facts.Season
	b := &tenantdb.Batch{}
	leaguedb.LoadSeason(b, &of, n.Season)
	err := tx.Send(b)
	if errors.Is(err, tenantdb.ErrNotFound) {
		return league.Faults{{Field: "/season", Grounds: league.Grounds{Reason: "unknown-season"}}}
	}
	decision.SeasonID, decision.Season = &n.Season.UUID, of.Title
	return err
}

// requireOther refuses who has a part in the case: the one whom it is about has been
// refused when he was taken ([desk.TakePlayer]).
func requireOther(tx tenantdb.Tx, act desk.Act, ban facts.Ban) error {
	var by []uuid.UUID
	own := desk.ErrOwnExpulsion
	b := &tenantdb.Batch{}
	switch {
	case ban.SanctionID != nil:
		leaguedb.LoadSanctioners(b, &by, *ban.SanctionID)
	case ban.WithdrawalID != nil:
		own = reportdesk.ErrOwnReport
		leaguedb.LoadWithdrawers(b, &by, *ban.WithdrawalID)
	default:
		return nil
	}
	if err := tx.Send(b); err != nil {
		return err
	}
	if slices.Contains(by, act.By) {
		return own
	}
	return nil
}

// cancelBarred cancels the entries of somebody, who is held, in events that have not
// started and from which he is banned now. Events whose ruleset does not heed bans
// take no notice.
func (d Desk) cancelBarred(tx tenantdb.Tx, act desk.Act, player league.PlayerID) ([]desk.EntryEffect, error) {
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

// cancelIn cancels somebody's entry in an event if he is banned from it; nil if he is
// not, or has none any more.
func (d Desk) cancelIn(tx tenantdb.Tx, act desk.Act, event league.EventID, player league.PlayerID) (*desk.EntryEffect, error) {
	seen, err := d.View(tx, event)
	if err != nil {
		return nil, err
	}
	p, err := d.LoadBackground(tx, seen, []uuid.UUID{player.UUID})
	if err != nil {
		return nil, err
	}
	banned := func(s *officiating.Situation) bool {
		return slices.ContainsFunc(s.Excludes(p, player, nil), func(g league.Grounds) bool { return g.Reason == string(rules.Banned) })
	}
	if !banned(seen) {
		return nil, nil
	}
	s, err := d.Open(tx, event)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(s.Entries, func(e facts.Entry) bool { return e.PlayerID == player && e.Waits() })
	if i < 0 || s.Event.Started() || s.Event.State == facts.Cancelled || !banned(s) { // changed since it was looked at
		return nil, nil
	}
	cancelled, promoted := desk.TakeBack(tx, act, s, &s.Entries[i], rules.Banned, "")
	why := qualify.Exclusions(s.Rules, []rules.ExclusionReason{rules.Banned})[0]
	return &desk.EntryEffect{Effect: register.Effect{Kind: register.EffectCancelled, Entry: cancelled, Grounds: why}, Stage: s, Promoted: promoted}, nil
}

// AppealBan records what the person says to the decision that stands, once.
func (d Desk) AppealBan(tx tenantdb.Tx, act desk.Act, id league.BanID, text string) (facts.Ban, error) {
	ban, err := leaguedb.LoadBan(tx, id)
	if err == nil && !desk.IsOwn(act, ban.AccountID) {
		err = league.ErrNotFound // whose it is not has no business with it
	}
	if err != nil {
		return ban, fmt.Errorf("ban %s: %w", id, err)
	}
	last := &ban.Decisions[len(ban.Decisions)-1]
	switch {
	case last.Outcome == facts.NoBan:
		return ban, league.NotNow("no-ban-stands")
	case last.AppealedAt != nil:
		return ban, league.NotNow("ban-appealed")
	}
	last.Appeal, last.AppealedAt = strings.TrimSpace(text), &act.Now
	b := &tenantdb.Batch{}
	leaguedb.AddBanAppeal(b, id, last.Ordinal, last.Appeal, act.By, act.Now)
	if err := tx.Send(b); tenantdb.Violates(err, "ban_appeals_pkey") { // sent twice at once
		return ban, league.NotNow("ban-appealed")
	} else if err != nil {
		return ban, err
	}
	act.Record.Log(uuid.Nil, leaguelog.BanAppealed{Ban: id})
	act.Record.Audit("ban "+id.String(), "", nil, map[string]any{"decision": last.Ordinal, "appealed": true})
	return ban, nil
}

// DecideLeaving decides about somebody who left without good reason and was reported (BG
// 1.1.7): nothing, or a ban. Who reported it does not decide about it, and nobody about
// himself.
func (d Desk) DecideLeaving(tx tenantdb.Tx, act desk.Act, event league.EventID, withdrawal uuid.UUID, n NewDecision) (Decided, error) {
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
	if report.Ban != nil {
		return Decided{}, league.NotNow("leaving-decided")
	}
	return d.decideAnew(tx, act, facts.Ban{
		PlayerID: report.Entry.PlayerID, EventID: &event.UUID, EventTitle: report.Stage.Event.Title, WithdrawalID: &withdrawal,
	}, n)
}
