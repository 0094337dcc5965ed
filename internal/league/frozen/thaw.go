package frozen

import (
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/klauspost/compress/zstd"

	"referto/internal/league"
	"referto/internal/league/season"
)

// Thaw returns the state in a document. It returns an error if the document is not valid.
func Thaw(frozen []byte) (season.State, error) {
	d, err := read(frozen)
	if err != nil {
		return season.State{}, fmt.Errorf("frozen: %w", err)
	}
	r := thawing{glossary: d.glossary, events: make(map[league.EventID]*season.EventState, len(d.Events))}
	s := season.State{Regions: d.Regions, Events: make([]season.EventState, len(d.Events)), Places: make([]season.Place, len(d.Places))}
	for i, e := range d.Events {
		r.event(&s.Events[i], e)
	}
	for i, p := range d.Places {
		r.place(&s.Places[i], p)
	}
	return s, r.err
}

func read(frozen []byte) (d document, err error) {
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return d, err
	}
	defer z.Close()
	raw, err := z.DecodeAll(frozen, nil)
	if err != nil {
		return d, err
	}
	if err := json.Unmarshal(raw, &d); err != nil {
		return d, err
	}
	if d.Form != form {
		return d, fmt.Errorf("a document of form %d", d.Form)
	}
	return d, nil
}

// thawing replaces the numbers in a document by values.
type thawing struct {
	glossary
	events map[league.EventID]*season.EventState
	err    error // the first error
}

func (r *thawing) event(to *season.EventState, e event) {
	if e.EventState != nil {
		*to = *e.EventState
	}
	r.events[to.ID] = to
	to.Tier, to.TierGrounds = named(r, r.Tiers, e.Tier), named(r, r.Grounds, e.TierGrounds)
	if e.Next != nil {
		next := named(r, r.Tiers, *e.Next)
		to.Next = &next
	}
	to.Checks, to.Breaches = all(r, r.Checks, e.Checks), all(r, r.Grounds, e.Breaches)
	for _, no := range e.Refused {
		to.Refused = append(to.Refused, season.Refusal{Player: id[league.PlayerID](r, no.Player), Grounds: named(r, r.Grounds, no.Grounds)})
	}
}

func (r *thawing) place(to *season.Place, p place) {
	if p.Place != nil {
		*to = *p.Place
	}
	to.Region, to.Origin = id[league.RegionID](r, p.Region), p.Origin.Origin
	to.Origin.Event, to.Origin.Region = id[league.EventID](r, p.Origin.Event), id[league.RegionID](r, p.Origin.Region)
	to.Holder, to.RefundGrounds = id[league.PlayerID](r, p.Holder), named(r, r.Grounds, p.RefundGrounds)
	to.Steps = make([]season.PlaceStep, len(p.Steps))
	for i, s := range p.Steps {
		to.Steps[i] = season.PlaceStep{
			Kind: s.Kind, Player: id[league.PlayerID](r, s.Player), At: s.At, Day: s.Day, Grounds: named(r, r.Grounds, s.Grounds),
		}
	}
	if e := r.events[to.Origin.Event]; e != nil && to.Origin.Kind == season.FromEvent {
		e.Places = append(e.Places, to.ID)
	}
}

// named returns the glossary item with a number.
func named[T any](r *thawing, list []T, number int) (one T) {
	if number >= 0 && number < len(list) {
		return list[number]
	}
	if r.err == nil {
		r.err = fmt.Errorf("frozen: number %d of %d", number, len(list))
	}
	return one
}

// all returns the glossary items with the given numbers; nil for none.
func all[T any](r *thawing, list []T, numbers []int) (out []T) {
	for _, number := range numbers {
		out = append(out, named(r, list, number))
	}
	return out
}

// id returns the id with a number, as an id type.
func id[ID ~struct{ uuid.UUID }](r *thawing, number int) ID {
	return ID(struct{ uuid.UUID }{named(r, r.IDs, number)})
}
