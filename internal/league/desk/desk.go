package desk

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/recent"
	"referto/internal/sealed"
	"referto/internal/tenant/tenantdb"
)

// Desk loads, remembers and saves events and seasons. Make one with [New]; it is safe for concurrent
// use.
type Desk struct {
	// Keys encrypt bank data. They are set before the desk is used; without them, claims and payments are
	// impossible.
	Keys   sealed.Keys
	Random io.Reader
	// Kept is called with each event that is remembered after a change of it; it may be nil. Tests use it to
	// compare the remembered event with the stored one.
	Kept     func(tenant uuid.UUID, s *officiating.Situation)
	events   *recent.Cache[eventPlace, *officiating.Situation]
	seasons  *recent.Cache[seasonPlace, *register.Season]
	rulesets *recent.Cache[string, *rules.Ruleset] // by digest and readings
	ladders  *ladders
	rows     *rows
	held     *recent.Cache[heldPlace, HeldGames]
}

// New makes a desk. Random is the source of the secrets of draws.
func New(random io.Reader) *Desk {
	return &Desk{
		Random: random,
		events: recent.Sized(mostRows, func(_ eventPlace, s *officiating.Situation) int { return s.Size() }), seasons: recent.New[seasonPlace, *register.Season](mostSeasons),
		rulesets: recent.New[string, *rules.Ruleset](mostRulesets), ladders: newLadders(mostLadderBytes), rows: newRows(mostRowBytes), held: newHeld(),
	}
}

// View loads an event to look at.
func (d *Desk) View(door tenantdb.Door, id league.EventID) (*officiating.Situation, error) {
	s, err := d.recall(door, id)
	if s == nil && err == nil {
		s, err = d.view(door, id)
	}
	if err != nil {
		return nil, fmt.Errorf("event %s: %w", id, err)
	}
	return s, nil
}

func (d *Desk) view(door tenantdb.Door, id league.EventID) (*officiating.Situation, error) {
	stored, err := leaguedb.LoadEventFacts(door, id)
	if err != nil {
		return nil, err
	}
	s, err := d.derive(door, stored)
	if _, reading := door.(*tenantdb.Reader); reading && err == nil { // the view of a transaction may never be committed
		d.keep(door.Tenant(), s.Copy())
	}
	return s, err
}

// Open loads an event to change it. Its row is held until the commit and has the revision of the change, which
// is rolled back if the change fails.
func (d *Desk) Open(tx tenantdb.Tx, id league.EventID) (*officiating.Situation, error) {
	s, err := d.take(tx, id)
	if err != nil {
		return nil, fmt.Errorf("event %s: %w", id, err)
	}
	return s, nil
}

// OpenKept is [Desk.Open] for an act that leaves the event at hand exactly as it is stored, including the names
// of the people who acted ([Signed]). The event is remembered once the act is committed, so that the next act
// need not load it.
func (d *Desk) OpenKept(tx tenantdb.Tx, id league.EventID) (*officiating.Situation, error) {
	s, err := d.Open(tx, id)
	if err == nil {
		d.keepCommitted(tx, s)
	}
	return s, err
}

func (d *Desk) take(tx tenantdb.Tx, id league.EventID) (*officiating.Situation, error) {
	var stored facts.EventFacts
	s, held, err := d.recallToChange(tx, id)
	switch {
	case s != nil || err != nil:
		return s, err
	case tx.Presumes():
		return nil, tenantdb.ErrPresumed
	case held:
		stored, err = leaguedb.LoadEventFacts(tx, id)
	default:
		stored, err = leaguedb.TakeEventFacts(tx, id)
	}
	if err != nil {
		return nil, err
	}
	return d.derive(tx, stored)
}

// derive derives the state of an event from loaded facts.
func (d *Desk) derive(door tenantdb.Door, stored facts.EventFacts) (_ *officiating.Situation, err error) {
	s := &officiating.Situation{EventFacts: stored}
	if s.Rules, err = d.Ruleset(door, stored.Ruleset, stored.Event.Readings); err != nil {
		return nil, fmt.Errorf("ruleset: %w", err)
	}
	return s, s.Replay()
}

// mostRulesets bounds the decoded rulesets that are kept at hand.
const mostRulesets = 256

// Ruleset loads and decodes a stored ruleset with the event's readings, once.
func (d *Desk) Ruleset(door tenantdb.Door, stored facts.RulesetVersion, readings map[string]string) (*rules.Ruleset, error) {
	key := stored.Digest
	for _, reading := range slices.Sorted(maps.Keys(readings)) {
		key += " " + reading + "=" + readings[reading]
	}
	if known, ok := d.rulesets.Get(key); ok {
		return known, nil
	}
	b := &tenantdb.Batch{}
	leaguedb.LoadRulesetDocument(b, &stored.Document, stored.ID)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	r, err := rules.Stored(stored.Document, readings)
	if err != nil {
		return nil, err
	}
	d.rulesets.Put(key, r)
	return r, nil
}

// Reading names a stored version of a ruleset, with the readings that replace its own.
type Reading struct {
	Version  uuid.UUID
	Readings map[string]string
}

// ReadRuleset holds a decoded ruleset with the stored version from which it was decoded.
type ReadRuleset struct {
	Version facts.RulesetVersion
	Rules   *rules.Ruleset
}

// Rulesets loads several rulesets as [Desk.Ruleset] does one; they are parallel to the readings.
func (d *Desk) Rulesets(door tenantdb.Door, list ...Reading) ([]ReadRuleset, error) {
	if len(list) == 0 {
		return nil, nil
	}
	ids := make([]uuid.UUID, len(list))
	for i, of := range list {
		ids[i] = of.Version
	}
	var versions []facts.RulesetVersion
	b := &tenantdb.Batch{}
	leaguedb.LoadRulesetNames(b, &versions, ids)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	stored := make(map[uuid.UUID]facts.RulesetVersion, len(versions))
	for _, v := range versions {
		stored[v.ID] = v
	}
	out := make([]ReadRuleset, len(list))
	for i, of := range list {
		r, err := d.Ruleset(door, stored[of.Version], of.Readings)
		if err != nil {
			return nil, err
		}
		out[i] = ReadRuleset{stored[of.Version], r}
	}
	return out, nil
}

// WithReadings sets the readings of a ruleset; the faults of all of them point below
// /readings.
func WithReadings(r *rules.Ruleset, readings map[string]string) (*rules.Ruleset, error) {
	var all league.Faults
	for _, key := range slices.Sorted(maps.Keys(readings)) {
		changed, err := r.WithReading(key, readings[key])
		var faults league.Faults
		if errors.As(err, &faults) {
			for i := range faults {
				faults[i].Field = "/readings/" + key
			}
			all = append(all, faults...)
			continue
		}
		if err != nil {
			return nil, err
		}
		r = changed
	}
	if len(all) > 0 {
		return nil, all
	}
	return r, nil
}

// Store is a version of a ruleset as events use it.
func Store(r *rules.Ruleset, version int) (facts.RulesetVersion, error) {
	document, err := json.Marshal(r)
	if err != nil {
		return facts.RulesetVersion{}, fmt.Errorf("ruleset %s: %w", r.ID, err)
	}
	sum := sha256.Sum256(document)
	return facts.RulesetVersion{
		ID: NewID(), Key: r.ID, Code: r.Code, Name: r.Name, Version: version, Digest: hex.EncodeToString(sum[:]), Document: document,
	}, nil
}

// NewID makes an id that sorts by time.
func NewID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// MakeID is [NewID] for a thing whose ids are of a type of their own.
func MakeID[ID ~struct{ uuid.UUID }]() ID { return ID(struct{ uuid.UUID }{NewID()}) }
