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

// form is the number of the document format. [Thaw] reads all earlier formats too.
const form = 1

// document is a state as it is stored.
type document struct {
	Form int `json:"form"`
	glossary
	Regions []season.RegionState `json:"regions"`
	Events  []event              `json:"events"`
	Places  []place              `json:"places"`
}

// glossary lists the values that a document refers to by number, from 0. Most grounds and checks
// are the same in thousands of events, and the same players enter many events.
type glossary struct {
	IDs     []uuid.UUID      `json:"ids"` // of players, events and regions; the first is the zero id
	Grounds []league.Grounds `json:"grounds"`
	Checks  []season.Check   `json:"checks"`
	Tiers   []rules.Tier     `json:"tiers"`
}

// event is one of [season.State.Events]. Its own fields replace the state's fields of the same
// name. Thaw rebuilds its places from the document's places.
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

// Freeze returns the document of a state.
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

// written returns a document in its stored form. Neither JSON nor Zstandard can fail on it.
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

// window is the number of bytes in which Zstandard looks back for repetitions: the size of many
// events.
const window = 1 << 20

// freezer gives a number to each value it meets.
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

// number returns the number of a value by its key. It calls add for a new value.
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

// tier returns the number of a tier. It compares all fields, because two rulesets of a season may
// use the same tier id.
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

// appendTexts appends texts without byte 0, each followed by byte 0.
func appendTexts(key []byte, texts ...string) []byte {
	for _, text := range texts {
		key = append(append(key, text...), 0)
	}
	return key
}
