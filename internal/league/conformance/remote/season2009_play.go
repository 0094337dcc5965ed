package remote

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"slices"
	"time"

	"referto/internal/league/conformance"
	"referto/internal/league/rules"
	"referto/openapi"
)

// album are the photos of an event.
type album struct {
	event
	kinds []string
}

// albums are the photos that came with the reports. Of regional finals the cases say
// nothing: nothing is missing there.
func (s *season) albums() []album {
	var out []album
	for i, e := range s.in.ByDate() {
		out = append(out, album{s.stages[i], e.Documents()})
	}
	for _, final := range s.finals {
		out = append(out, album{final, []string{"winner", "panorama", "final-table"}})
	}
	return out
}

// photograph sends all photos, by an organizer of the federation, and waits until they
// are ready.
func (s *season) photograph(ctx context.Context) error {
	var file bytes.Buffer
	if err := jpeg.Encode(&file, image.NewGray(image.Rect(0, 0, 16, 16)), nil); err != nil {
		return err
	}
	albums := s.albums()
	err := concurrently(len(albums), func(i int) error {
		for _, kind := range albums[i].kinds {
			photo := openapi.NewPhoto{
				Kind: kind, Round: 1, AlternativeText: "A photo of the case", Consent: openapi.PhotoConsent{People: true},
				Bytes: file.Len(), Content: file.Bytes(),
			}
			if err := s.referee.Post(ctx, albums[i].path+"/photos", photo, nil); err != nil {
				return fmt.Errorf("%s: %w", albums[i].path, err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, of := range albums {
		if err := s.develop(ctx, of.event); err != nil {
			return err
		}
	}
	return nil
}

// develop waits until all photos of an event are ready.
func (s *season) develop(ctx context.Context, held event) error {
	for {
		var sent openapi.PhotoPage
		if err := s.referee.Get(ctx, held.path+"/photos", &sent); err != nil {
			return err
		}
		if !slices.ContainsFunc(sent.Items, func(p openapi.Photo) bool { return p.State == openapi.PhotoStateProcessing }) {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// decideAll has every tournament recorded, reported and decided, in the order of their
// days.
func (s *season) decideAll(ctx context.Context) error {
	for i, e := range s.in.ByDate() {
		held := s.stages[i]
		if err := s.record(ctx, e, held, ""); err != nil {
			return fmt.Errorf("%s: outcome: %w", e.ID, err)
		}
		if err := s.report(ctx, held, e.ResultsReceived); err != nil {
			return fmt.Errorf("%s: report: %w", e.ID, err)
		}
		if err := s.decide(ctx, e, held); err != nil {
			return fmt.Errorf("%s: %w", e.ID, err)
		}
	}
	return nil
}

// report sends the report of an event whose papers came on a day.
func (s *season) report(ctx context.Context, held event, received rules.Day) error {
	return held.manage(ctx, "/report", openapi.NewReport{Late: true, ReceivedAt: noon(received).Add(2 * time.Hour)}, nil)
}

// record records how a tournament went, whoever might not have played it; of a final with
// a reason.
func (s *season) record(ctx context.Context, e conformance.SeasonEvent, held event, reason string) error {
	outcome := openapi.NewOutcome{Entrants: []openapi.OutcomeEntrant{}, Ranking: []openapi.PlayerID{}, Barred: true, Reason: reason}
	for _, name := range e.Registered {
		outcome.Entrants = append(outcome.Entrants, openapi.OutcomeEntrant{Player: s.people[name], Played: !slices.Contains(e.NoShows, name)})
	}
	for _, name := range e.Top {
		outcome.Ranking = append(outcome.Ranking, s.people[name])
	}
	for _, name := range e.Referees {
		outcome.Referees = append(outcome.Referees, openapi.OutcomeReferee{Name: "Player " + name, Player: s.people[name]})
	}
	return held.manage(ctx, "/outcome", outcome, nil)
}

// decide homologates a tournament unless the server's checklist has a demand that it
// fails and nobody waives. Whoever recorded and reported it does not decide (CN09 2.2).
func (s *season) decide(ctx context.Context, e conformance.SeasonEvent, held event) error {
	var h openapi.Homologation
	if err := s.firstReferee.Get(ctx, held.path+"/homologation", &h); err != nil {
		return err
	}
	decision := openapi.HomologationDecision{Decision: openapi.HomologationDecisionDecisionHomologate, Reason: "As the case has it"}
	for _, d := range h.Checklist.Demands {
		switch {
		case d.Result != openapi.CheckedDemandResultFailed:
		case d.Demand == openapi.DemandTooFewPlayers && d.WaivedBy != "" && e.FewerAccepted:
			decision.Demands = append(decision.Demands, d.Demand)
		case d.Demand == openapi.DemandFinalistWithoutPlace: // another reading takes the place from somebody who played
			decision.Demands = append(decision.Demands, d.Demand)
		default:
			decision.Decision = openapi.HomologationDecisionDecisionInvalidate
		}
	}
	if !e.ResultsSound {
		decision.Decision, decision.Unsound = openapi.HomologationDecisionDecisionInvalidate, true
	}
	if decision.Decision == openapi.HomologationDecisionDecisionInvalidate {
		decision.Demands = nil
	}
	return held.direct(ctx, "/homologation", decision, nil)
}
