package frozen

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash"
	"reflect"
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// Season is a state as it is kept. Most grounds and demands are the same in thousands
// of events, so each is said once, in Glossary, and named by its number where it holds.
type Season struct {
	Glossary string // JSON
	Regions  string // JSON of [season.State.Regions]
	Events   []Event
	Places   []Place
}

// Event is one of [season.State.Events].
type Event struct {
	ID       league.EventID
	Tier     string // id; for people to read, the document names it by its number
	Standing season.Standing
	Document string // JSON of all the rest but its places
}

// Place is one of [season.State.Places].
type Place struct {
	ID       season.PlaceID
	Holder   league.PlayerID
	State    season.PlaceState
	Refund   bool
	Document string // JSON of all the rest
}

// Digest tells whether a frozen state is the one that was frozen: a hash of all of it
// in its order, SHA-256.
func (f Season) Digest() []byte {
	d := digest{Hash: sha256.New()}
	d.add(f.Glossary)
	d.add(f.Regions)
	d.count(len(f.Events))
	for _, e := range f.Events {
		_, _ = d.Write(e.ID.UUID[:])
		d.add(e.Tier)
		d.add(string(e.Standing))
		d.add(e.Document)
	}
	d.count(len(f.Places))
	for _, p := range f.Places {
		d.add(string(p.ID))
		_, _ = d.Write(p.Holder.UUID[:])
		d.add(string(p.State))
		d.add(fmt.Sprint(p.Refund))
		d.add(p.Document)
	}
	return d.Sum(nil)
}

// digest hashes texts, each behind its length, so that no two lists of them are alike.
type digest struct {
	hash.Hash
	buffer []byte
}

func (d *digest) add(text string) {
	d.buffer = append(binary.AppendUvarint(d.buffer[:0], uint64(len(text))), text...)
	_, _ = d.Write(d.buffer)
}

func (d *digest) count(n int) {
	d.buffer = binary.AppendUvarint(d.buffer[:0], uint64(n))
	_, _ = d.Write(d.buffer)
}

// eventRecord is the document of an event: what it has of its own stands before what
// the state has under the same name.
type eventRecord struct {
	*season.EventState
	ID          *struct{}       `json:"id,omitempty"`
	Standing    *struct{}       `json:"standing,omitempty"`
	Places      *struct{}       `json:"places,omitempty"`
	Refused     []refusalRecord `json:"refused,omitempty"`
	Tier        int             `json:"tier"`
	TierGrounds int             `json:"tierGrounds"`
	Next        *int            `json:"next,omitempty"`
	Checks      []int           `json:"checks"`
	Breaches    []int           `json:"breaches,omitempty"`
}

type refusalRecord struct {
	Player  league.PlayerID `json:"player"`
	Grounds int             `json:"grounds"`
}

// placeRecord is the document of a place.
type placeRecord struct {
	*season.Place
	ID            *struct{}    `json:"id,omitempty"`
	Holder        *struct{}    `json:"holder,omitempty"`
	State         *struct{}    `json:"state,omitempty"`
	Refund        *struct{}    `json:"refund,omitempty"`
	RefundGrounds int          `json:"refundGrounds"`
	Steps         []stepRecord `json:"steps"`
}

type stepRecord struct {
	Kind    season.StepKind `json:"kind"`
	Player  league.PlayerID `json:"player,omitzero"`
	At      time.Time       `json:"at,omitzero"`
	Grounds int             `json:"grounds"`
}

// Freeze makes a state one to be kept.
func Freeze(s season.State) Season {
	w := freezer{grounds: map[string]int{}, checks: map[string]int{}}
	f := Season{Regions: encode(s.Regions), Events: make([]Event, len(s.Events)), Places: make([]Place, len(s.Places))}
	for i := range s.Events {
		e := &s.Events[i]
		f.Events[i] = Event{ID: e.ID, Tier: e.Tier.ID, Standing: e.Standing, Document: encode(w.event(e))}
	}
	for i := range s.Places {
		p := &s.Places[i]
		f.Places[i] = Place{ID: p.ID, Holder: p.Holder, State: p.State, Refund: p.Refund, Document: encode(w.place(p))}
	}
	f.Glossary = encode(w.glossary)
	return f
}

// encode is a part of a state as JSON. Its types have nothing that JSON has not.
func encode(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("frozen: %T cannot be frozen: %v", v, err))
	}
	return string(raw)
}

// glossary is what a frozen state names by numbers, from 0.
type glossary struct {
	Grounds []league.Grounds `json:"grounds"`
	Checks  []season.Check   `json:"checks"`
	Tiers   []rules.Tier     `json:"tiers"`
}

// freezer gives what it meets numbers.
type freezer struct {
	glossary
	grounds, checks map[string]int
	key             []byte
}

func (w *freezer) event(e *season.EventState) eventRecord {
	r := eventRecord{EventState: e, Tier: w.tier(&e.Tier), TierGrounds: w.said(e.TierGrounds)}
	if e.Next != nil {
		next := w.tier(e.Next)
		r.Next = &next
	}
	for i := range e.Checks {
		r.Checks = append(r.Checks, w.checked(&e.Checks[i]))
	}
	for _, g := range e.Breaches {
		r.Breaches = append(r.Breaches, w.said(g))
	}
	for _, no := range e.Refused {
		r.Refused = append(r.Refused, refusalRecord{no.Player, w.said(no.Grounds)})
	}
	return r
}

func (w *freezer) place(p *season.Place) placeRecord {
	r := placeRecord{Place: p, RefundGrounds: w.said(p.RefundGrounds), Steps: make([]stepRecord, len(p.Steps))}
	for i, step := range p.Steps {
		r.Steps[i] = stepRecord{Kind: step.Kind, Player: step.Player, At: step.At, Grounds: w.said(step.Grounds)}
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
