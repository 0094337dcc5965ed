package rulesetdesk

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
	"referto/internal/tenant/tenantdb"
)

// Draft is a tenant's own ruleset in its editable state. A stored draft is complete: a document with faults is
// never stored.
type Draft struct {
	facts.Ruleset
	Rules *rules.Ruleset
}

// mostDrafts bounds the rulesets of a tenant that were never published. Each holds a document of up to a
// megabyte; those that were published stay for as long as events are played by them.
const mostDrafts = 50

// CreateRuleset begins a ruleset of the tenant's own with a document.
func (d Desk) CreateRuleset(tx tenantdb.Tx, act desk.Act, r *rules.Ruleset) (Draft, error) {
	if _, preset := decoded[r.ID]; preset {
		return Draft{}, league.Faults{{Field: "/id", Grounds: league.Grounds{Reason: "preset-id", Params: map[string]string{"ruleset": r.ID}}}}
	}
	var drafts int
	b := &tenantdb.Batch{}
	leaguedb.CountDrafts(b, &drafts)
	if err := tx.Send(b); err != nil {
		return Draft{}, fmt.Errorf("ruleset %s: %w", r.ID, err)
	}
	if drafts >= mostDrafts {
		return Draft{}, league.NotNow("drafts-too-many", "limit", strconv.Itoa(mostDrafts))
	}
	document, err := json.Marshal(r)
	if err != nil {
		return Draft{}, fmt.Errorf("ruleset %s: %w", r.ID, err)
	}
	draft := Draft{Rules: r, Ruleset: facts.Ruleset{
		Key: r.ID, Draft: document, DraftVersion: 1, CreatedBy: act.By, CreatedAt: act.Now, ChangedAt: act.Now,
	}}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddRuleset(b, draft.Ruleset) })
	act.Record.Log(uuid.Nil, leaguelog.RulesetCreated{Ruleset: r.ID})
	act.Record.Audit("ruleset "+r.ID, "", nil, map[string]any{"draft": 1, "digest": digest(document)})
	return draft, nil
}

// RulesetDraft is the draft of one of the tenant's own rulesets.
func (d Desk) RulesetDraft(door tenantdb.Door, id string) (Draft, error) {
	var draft Draft
	b := &tenantdb.Batch{}
	leaguedb.LoadRuleset(b, &draft.Ruleset, id)
	if err := door.Send(b); err != nil {
		return Draft{}, fmt.Errorf("ruleset %q: %w", id, err)
	}
	return draft, draft.decode()
}

func (draft *Draft) decode() (err error) {
	if draft.Rules, err = rules.Decode(draft.Draft); err != nil {
		return fmt.Errorf("draft of ruleset %q: %w", draft.Key, err)
	}
	return nil
}

// takeRuleset loads a ruleset to change it and holds its row.
func takeRuleset(tx tenantdb.Tx, id string) (facts.Ruleset, error) {
	var r facts.Ruleset
	b := &tenantdb.Batch{}
	leaguedb.TakeRuleset(b, &r, id)
	if err := tx.Send(b); err != nil {
		return r, fmt.Errorf("ruleset %q: %w", id, err)
	}
	if r.ArchivedAt != nil {
		return r, league.NotNow("ruleset-archived", "ruleset", id)
	}
	return r, nil
}

// ReplaceDraft replaces the document of the draft. Its id stays that of the ruleset.
func (d Desk) ReplaceDraft(tx tenantdb.Tx, act desk.Act, id string, from desk.Version, r *rules.Ruleset) (Draft, error) {
	own, err := takeRuleset(tx, id)
	if err != nil {
		return Draft{}, err
	}
	if from.Stale(own.DraftVersion) {
		return Draft{}, &desk.StaleError{Current: map[string]any{"version": own.DraftVersion}}
	}
	if r.ID != id {
		return Draft{}, league.Faults{{Field: "/id", Grounds: league.Grounds{Reason: "another-id", Params: map[string]string{"ruleset": id, "got": r.ID}}}}
	}
	document, err := json.Marshal(r)
	if err != nil {
		return Draft{}, fmt.Errorf("ruleset %s: %w", id, err)
	}
	before := map[string]any{"draft": own.DraftVersion, "digest": digest(own.Draft)}
	own.Draft, own.ChangedAt = document, act.Now
	own.DraftVersion++
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeRuleset(b, own) })
	act.Record.Log(uuid.Nil, leaguelog.RulesetChanged{Ruleset: id, Draft: own.DraftVersion})
	act.Record.Audit("ruleset "+id, "", before, map[string]any{"draft": own.DraftVersion, "digest": digest(document)})
	return Draft{Ruleset: own, Rules: r}, nil
}

// PublishRuleset makes the draft the next version of its ruleset, which never changes afterwards. The caller
// gives the version of the draft that they have seen.
func (d Desk) PublishRuleset(tx tenantdb.Tx, act desk.Act, id string, draftSeen int, notes string) (leaguedb.PublishedVersion, error) {
	var published leaguedb.PublishedVersion
	own, err := takeRuleset(tx, id)
	if err != nil {
		return published, err
	}
	if own.DraftVersion != draftSeen {
		return published, &desk.StaleError{Current: map[string]any{"version": own.DraftVersion}}
	}
	draft := Draft{Ruleset: own}
	if err := draft.decode(); err != nil { // the program may have learned to find a fault
		return published, err
	}
	next, err := desk.Store(draft.Rules, own.Published+1)
	if err != nil {
		return published, err
	}
	if own.Published > 0 {
		var last facts.RulesetVersion
		b := &tenantdb.Batch{}
		leaguedb.LoadOwnVersion(b, &last, id, own.Published)
		if err := tx.Send(b); err != nil {
			return published, err
		}
		if last.Digest == next.Digest {
			return published, league.NotNow("ruleset-unchanged", "version", strconv.Itoa(last.Version))
		}
	}
	own.Published = next.Version
	tx.Defer(func(b *tenantdb.Batch) {
		leaguedb.AddOwnVersion(b, next, notes, act.Now)
		leaguedb.ChangeRuleset(b, own)
	})
	act.Record.Log(uuid.Nil, leaguelog.RulesetPublished{Ruleset: id, Version: next.Version})
	act.Record.Audit("ruleset "+id, notes, nil, map[string]any{"version": next.Version, "digest": next.Digest})
	return leaguedb.PublishedVersion{Version: next.Version, Notes: notes, Digest: next.Digest, CreatedAt: act.Now}, nil
}

// ArchiveRuleset takes a ruleset out of use: no further event can be run by it, and it does not change any
// more. Events that use it keep it.
func (d Desk) ArchiveRuleset(tx tenantdb.Tx, act desk.Act, id string) (facts.Ruleset, error) {
	own, err := takeRuleset(tx, id)
	if err != nil {
		return own, err
	}
	own.ArchivedAt = &act.Now
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeRuleset(b, own) })
	act.Record.Log(uuid.Nil, leaguelog.RulesetArchived{Ruleset: id})
	act.Record.Audit("ruleset "+id, "", map[string]any{"archived": false}, map[string]any{"archived": true})
	return own, nil
}

// Version is a ruleset for looking at: the draft for 0 and drafts, a published
// version otherwise.
func (d Desk) Version(door tenantdb.Door, id string, version int, draft bool) (*rules.Ruleset, error) {
	if draft {
		found, err := d.RulesetDraft(door, id)
		return found.Rules, err
	}
	r, _, err := d.Published(door, id, version)
	return r, err
}

// digest is the SHA-256 of a document, hexadecimal.
func digest(document []byte) string {
	sum := sha256.Sum256(document)
	return hex.EncodeToString(sum[:])
}

// Preview is an event as run by another ruleset.
type Preview struct {
	Before, After *officiating.Situation
	// Change lists the differences between the two.
	Change tournament.Change
	// Faults are the facts that contradict the other ruleset; if there are any, After is nil.
	Faults league.Faults
}

// PreviewRuleset replays an event's facts by another ruleset. Nothing is stored. It returns a
// [league.StateError] for an event that has not started, because it has no facts yet.
func (d Desk) PreviewRuleset(door tenantdb.Door, id league.EventID, other *rules.Ruleset, readings map[string]string) (Preview, error) {
	before, err := d.View(door, id)
	if err != nil {
		return Preview{}, err
	}
	if !before.Event.Started() {
		return Preview{}, league.NotNow("event-not-started", "state", string(before.Event.State))
	}
	run := Preview{Before: before, After: before.Copy()}
	if run.After.Rules, err = desk.WithReadings(other, readings); err != nil {
		return Preview{}, err
	}
	run.After.State, err = run.After.Replayed()
	if errors.As(err, &run.Faults) {
		run.After = nil
		return run, nil
	}
	if err != nil {
		return Preview{}, err
	}
	run.Change = tournament.Consequences(before.State, run.After.State)
	return run, nil
}
