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

// albums returns the photos that came with the reports. The cases contain nothing about those of regional
// finals: these are complete.
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

// photograph sends all photos, by an organizer of the federation, and waits until they are ready.
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

// move plays the season up to the finals, one step after the other: every tournament is recorded, reported and
// decided before the next one, so that players who have qualified by then are refused there for good.
func (s *season) move(ctx context.Context) error {
	moves, err := s.in.Moves()
	if err != nil {
		return err
	}
	for _, m := range moves {
		switch {
		case m.Event != nil:
			err = s.judge(ctx, *m.Event, s.stages[m.Place])
		case m.Ban != nil:
			err = s.ban(ctx, s.people[m.Ban.Player], m.Ban.From())
		case m.Void != nil:
			err = s.void(ctx, *m.Void)
		case m.Convoked:
			err = s.convoke(ctx)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", m.Day, err)
		}
	}
	if s.convoked != nil { // they have answered by then
		return nil
	}
	return s.reply(ctx)
}

// reply records the answers of the players who cannot come to the finals, and names the regions that play with
// others.
func (s *season) reply(ctx context.Context) error {
	if err := s.answer(ctx); err != nil {
		return fmt.Errorf("answers: %w", err)
	}
	if err := s.merge(ctx); err != nil {
		return fmt.Errorf("mergers: %w", err)
	}
	return nil
}

// convoke notes the current regional finals, after the refusals of players who cannot come.
func (s *season) convoke(ctx context.Context) error {
	if err := s.reply(ctx); err != nil {
		return err
	}
	var finals openapi.FinalList
	if err := s.manager.Get(ctx, s.path+"/finals", &finals); err != nil {
		return err
	}
	register, err := s.register(ctx)
	s.convoked = s.regionalFinals(finals, register)
	return err
}

// judge has a tournament recorded, reported and decided.
func (s *season) judge(ctx context.Context, e conformance.SeasonEvent, held event) error {
	if err := s.record(ctx, e, held, ""); err != nil {
		return fmt.Errorf("%s: outcome: %w", e.ID, err)
	}
	if err := s.report(ctx, held, e.ResultsReceived); err != nil {
		return fmt.Errorf("%s: report: %w", e.ID, err)
	}
	if err := s.decide(ctx, e, held); err != nil {
		return fmt.Errorf("%s: %w", e.ID, err)
	}
	return nil
}

// void has a decided tournament declared invalid: its verdict is reversed, and a new one given by the facts
// known now.
func (s *season) void(ctx context.Context, found conformance.SeasonLater) error {
	for i, e := range s.in.ByDate() {
		if e.ID != found.Tournament {
			continue
		}
		if err := s.stages[i].direct(ctx, "/homologation/reversal", openapi.ReasonGiven{Reason: "Its results turn out to be unsound"}, nil); err != nil {
			return fmt.Errorf("%s: reversal: %w", e.ID, err)
		}
		e.ResultsSound = false
		return s.decide(ctx, e, s.stages[i])
	}
	return fmt.Errorf("there is no tournament %s", found.Tournament)
}

// report sends the report of an event whose papers came on a day.
func (s *season) report(ctx context.Context, held event, received rules.Day) error {
	return held.manage(ctx, "/report", openapi.NewReport{Late: true, ReceivedAt: noon(received).Add(2 * time.Hour)}, nil)
}

// record records the outcome of a tournament, with all players even if they may not have taken part; that of a
// final with a reason.
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

// decide homologates a tournament unless the server's checklist has a failed demand without a waiver. Accepted
// numbers of players are waived first, whatever else it fails. The person who recorded and reported it does not
// decide (CN09 2.2).
func (s *season) decide(ctx context.Context, e conformance.SeasonEvent, held event) error {
	var h openapi.Homologation
	if err := s.firstReferee.Get(ctx, held.path+"/homologation", &h); err != nil {
		return err
	}
	decision := openapi.HomologationDecision{Decision: openapi.HomologationDecisionDecisionHomologate, Reason: "As the case has it"}
	if !e.ResultsSound {
		decision.Decision, decision.Unsound = openapi.HomologationDecisionDecisionInvalidate, true
	}
	waived := openapi.HomologationDecision{Decision: openapi.HomologationDecisionDecisionWaive, Reason: "As the case has it"}
	for _, d := range h.Checklist.Demands {
		switch {
		case d.Result != openapi.CheckedDemandResultFailed:
		case d.Demand == openapi.DemandTooFewPlayers && d.WaivedBy != "" && e.FewerAccepted,
			d.Demand == openapi.DemandFinalistWithoutPlace: // another reading takes the place from somebody who played
			waived.Demands = append(waived.Demands, d.Demand)
		default:
			decision.Decision = openapi.HomologationDecisionDecisionInvalidate
		}
	}
	if len(waived.Demands) > 0 {
		if err := held.direct(ctx, "/homologation", waived, nil); err != nil {
			return fmt.Errorf("waiver: %w", err)
		}
	}
	return held.direct(ctx, "/homologation", decision, nil)
}
