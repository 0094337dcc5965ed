package frozen

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/klauspost/compress/zstd"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// form is the number of the form that documents have. [Thaw] reads all forms that ever
// were.
const form = 1

// document is a state as it is kept.
type document struct {
	Form int `json:"form"`
	glossary
	Regions []season.RegionState `json:"regions"`
	Events  []event              `json:"events"`
	Places  []place              `json:"places"`
}

// glossary lists what a document names by numbers, from 0: most grounds and demands are the
// same in thousands of events, and who enters one enters others.
type glossary struct {
	IDs     []uuid.UUID      `json:"ids"` // of players, events and regions; the first is that of nobody and nothing
	Grounds []league.Grounds `json:"grounds"`
	Checks  []season.Check   `json:"checks"`
	Tiers   []rules.Tier     `json:"tiers"`
}

// event is one of [season.State.Events]: what it has of its own stands before what the
// state has under the same name. Its places follow from theirs.
type event struct {
	*season.EventState
	Places      *struct{} `json:"places,omitempty"`
	Refused     []refusal `json:"refused,omitempty"`
	Tier        int       `json:"tier"`
	TierGrounds int       `json:"tierGrounds"`
	Next        *int      `json:"next,omitempty"`
	Checks      []int     `json:"checks"`
	Breaches    []int     `json:"breaches,omitempty"`
}

// refusal is one of [season.EventState.Refused].
type refusal struct {
	Player  int `json:"player"`
	Grounds int `json:"grounds"`
}

// place is one of [season.State.Places].
type place struct {
	*season.Place
	Region        int    `json:"region,omitempty"`
	Origin        origin `json:"origin"`
	Holder        int    `json:"holder,omitempty"`
	RefundGrounds int    `json:"refundGrounds"`
	Steps         []step `json:"steps"`
}

// origin is [season.Place.Origin].
type origin struct {
	season.Origin
	Event  int `json:"event,omitempty"`
	Region int `json:"region,omitempty"`
}

// step is one of [season.Place.Steps].
type step struct {
	Kind    season.StepKind `json:"kind"`
	Player  int             `json:"player,omitempty"`
	At      time.Time       `json:"at,omitzero"`
	Day     rules.Day       `json:"day,omitempty"`
	Grounds int             `json:"grounds"`
}

// Freeze makes a document of a state.
func Freeze(s season.State) []byte {
	w := newFreezer(s)
	d := document{Form: form, Regions: s.Regions, Events: make([]event, len(s.Events)), Places: make([]place, len(s.Places))}
	for i := range s.Events {
		d.Events[i] = w.event(&s.Events[i])
	}
	for i := range s.Places {
		d.Places[i] = w.place(&s.Places[i])
	}
	d.glossary = w.glossary
	return written(d)
}

// written is a document as it is stored. Neither JSON nor Zstandard can refuse it.
func written(d document) []byte {
	var out bytes.Buffer
	w, err := zstd.NewWriter(&out, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(window))
	if err == nil {
		err = errors.Join(json.NewEncoder(w).Encode(d), w.Close())
	}
	if err != nil {
		panic(fmt.Sprintf("frozen: %v", err))
	}
	return out.Bytes()
}

// window bounds how far back repetitions are looked for, in bytes: that of many events.
const window = 1 << 20

// freezer gives what it meets numbers.
type freezer struct {
	glossary
	ids             map[uuid.UUID]int
	grounds, checks map[string]int
	key             []byte
}

func newFreezer(s season.State) *freezer {
	w := &freezer{ids: make(map[uuid.UUID]int, len(s.Events)+len(s.Places)), grounds: map[string]int{}, checks: map[string]int{}}
	w.id(uuid.Nil)
	return w
}

func (w *freezer) event(e *season.EventState) event {
	r := event{EventState: e, Tier: w.tier(&e.Tier), TierGrounds: w.said(e.TierGrounds)}
	if e.Next != nil {
		next := w.tier(e.Next)
		r.Next = &next
	}
	r.Checks = make([]int, len(e.Checks))
	for i := range e.Checks {
		r.Checks[i] = w.checked(&e.Checks[i])
	}
	for _, g := range e.Breaches {
		r.Breaches = append(r.Breaches, w.said(g))
	}
	r.Refused = make([]refusal, len(e.Refused))
	for i, no := range e.Refused {
		r.Refused[i] = refusal{w.id(no.Player.UUID), w.said(no.Grounds)}
	}
	return r
}

func (w *freezer) place(p *season.Place) place {
	r := place{
		Place: p, Region: w.id(p.Region.UUID), Origin: origin{Origin: p.Origin, Event: w.id(p.Origin.Event.UUID), Region: w.id(p.Origin.Region.UUID)},
		Holder: w.id(p.Holder.UUID), RefundGrounds: w.said(p.RefundGrounds), Steps: make([]step, len(p.Steps)),
	}
	for i, s := range p.Steps {
		r.Steps[i] = step{Kind: s.Kind, Player: w.id(s.Player.UUID), At: s.At, Day: s.Day, Grounds: w.said(s.Grounds)}
	}
	return r
}

// number is that of something by its key; add is called for what is met first.
func number(known map[string]int, key []byte, add func()) int {
	n, met := known[string(key)]
	if !met {
		n = len(known)
		known[string(key)] = n
		add()
	}
	return n
}

func (w *freezer) id(id uuid.UUID) int {
	n, met := w.ids[id]
	if !met {
		n = len(w.IDs)
		w.ids[id] = n
		w.IDs = append(w.IDs, id)
	}
	return n
}

func (w *freezer) said(g league.Grounds) int {
	w.key = appendGrounds(w.key[:0], g)
	return number(w.grounds, w.key, func() { w.Grounds = append(w.Grounds, g) })
}

func (w *freezer) checked(c *season.Check) int {
	w.key = appendTexts(w.key[:0], string(c.Demand), string(c.Result), string(c.Waive))
	w.key = appendGrounds(w.key, c.Grounds)
	return number(w.checks, w.key, func() { w.Checks = append(w.Checks, *c) })
}

// tier finds a tier by all of it: two rulesets of a season may have two of one id.
func (w *freezer) tier(t *rules.Tier) int {
	for i := range w.Tiers {
		if reflect.DeepEqual(&w.Tiers[i], t) {
			return i
		}
	}
	w.Tiers = append(w.Tiers, *t)
	return len(w.Tiers) - 1
}

func appendGrounds(key []byte, g league.Grounds) []byte {
	key = appendTexts(key, g.Code, g.Par, g.Reason)
	var few [8]string
	names := few[:0]
	for name := range g.Params {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		key = appendTexts(key, name, g.Params[name])
	}
	return key
}

// appendTexts appends texts that have no byte 0, each with its end.
func appendTexts(key []byte, texts ...string) []byte {
	for _, text := range texts {
		key = append(append(key, text...), 0)
	}
	return key
}
