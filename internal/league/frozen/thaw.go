package frozen

import (
	"encoding/json"
	"fmt"
	"slices"

	"referto/internal/league"
	"referto/internal/league/season"
)

// Thaw is the state that was frozen. The error says which part of it is not one.
func (f Season) Thaw() (season.State, error) {
	r := thawing{events: make(map[league.EventID]*season.EventState, len(f.Events))}
	s := season.State{Events: make([]season.EventState, len(f.Events))}
	if len(f.Places) > 0 {
		s.Places = make([]season.Place, len(f.Places))
	}
	if err := json.Unmarshal([]byte(f.Glossary), &r.glossary); err != nil {
		return season.State{}, fmt.Errorf("frozen: glossary: %w", err)
	}
	if err := json.Unmarshal([]byte(f.Regions), &s.Regions); err != nil {
		return season.State{}, fmt.Errorf("frozen: regions: %w", err)
	}
	for i, frozen := range f.Events {
		if err := r.event(&s.Events[i], frozen); err != nil {
			return season.State{}, fmt.Errorf("frozen: event %s: %w", frozen.ID, err)
		}
	}
	for i, frozen := range f.Places {
		if err := r.place(&s.Places[i], frozen); err != nil {
			return season.State{}, fmt.Errorf("frozen: place %s: %w", frozen.ID, err)
		}
	}
	return s, nil
}

// thawing reads documents by the glossary.
type thawing struct {
	glossary
	events map[league.EventID]*season.EventState
}

func (r *thawing) event(e *season.EventState, frozen Event) error {
	record := eventRecord{EventState: e}
	if err := json.Unmarshal([]byte(frozen.Document), &record); err != nil {
		return err
	}
	e.ID, e.Standing = frozen.ID, frozen.Standing
	r.events[e.ID] = e
	tier, err := named(r.Tiers, record.Tier)
	if err != nil {
		return err
	}
	e.Tier = *tier
	if record.Next != nil {
		if e.Next, err = named(r.Tiers, *record.Next); err != nil {
			return err
		}
	}
	if e.Checks, err = all(r.Checks, record.Checks); err != nil {
		return err
	}
	if e.Breaches, err = all(r.Grounds, record.Breaches); err != nil {
		return err
	}
	for _, no := range record.Refused {
		g, err := named(r.Grounds, no.Grounds)
		if err != nil {
			return err
		}
		e.Refused = append(e.Refused, season.Refusal{Player: no.Player, Grounds: *g})
	}
	g, err := named(r.Grounds, record.TierGrounds)
	if err == nil {
		e.TierGrounds = *g
	}
	return err
}

func (r *thawing) place(p *season.Place, frozen Place) error {
	record := placeRecord{Place: p}
	if err := json.Unmarshal([]byte(frozen.Document), &record); err != nil {
		return err
	}
	p.ID, p.Holder, p.State, p.Refund = frozen.ID, frozen.Holder, frozen.State, frozen.Refund
	if e := r.events[p.Origin.Event]; e != nil && p.Origin.Kind == season.FromEvent {
		e.Places = append(e.Places, p.ID)
	}
	g, err := named(r.Grounds, record.RefundGrounds)
	if err != nil {
		return err
	}
	p.RefundGrounds = *g
	p.Steps = slices.Grow(p.Steps, len(record.Steps))
	for _, step := range record.Steps {
		if g, err = named(r.Grounds, step.Grounds); err != nil {
			return err
		}
		p.Steps = append(p.Steps, season.PlaceStep{Kind: step.Kind, Player: step.Player, At: step.At, Grounds: *g})
	}
	return nil
}

// named is what has a number in the glossary.
func named[T any](list []T, number int) (*T, error) {
	if number < 0 || number >= len(list) {
		return nil, fmt.Errorf("number %d of %d", number, len(list))
	}
	return &list[number], nil
}

// all are what have some numbers; nil for none.
func all[T any](list []T, numbers []int) ([]T, error) {
	var out []T
	for _, number := range numbers {
		one, err := named(list, number)
		if err != nil {
			return nil, err
		}
		out = append(out, *one)
	}
	return out, nil
}
