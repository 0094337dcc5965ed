package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// mailFaults are the faults of the connection to the mail server.
var mailFaults = []fault{
	mailFault("mail-away", "mail server away", func(ctx context.Context, l *line) error { return l.cut(ctx, true) }),
	mailFault("mail-silent", "mail server that takes connections and says nothing", func(ctx context.Context, l *line) error {
		return l.spoil(ctx, "timeout", attributes{"timeout": 0})
	}),
	mailFault("mail-slow", "every line of the conversation with the mail server 400 ms late", func(ctx context.Context, l *line) error {
		return l.spoil(ctx, "latency", attributes{"latency": 400})
	}),
	mailFault("mail-torn", "conversation torn after 400 bytes to the mail server, within the letter", func(ctx context.Context, l *line) error {
		return l.spoil(ctx, "limit_data", attributes{"bytes": 400}, "upstream")
	}),
	{name: "mail-answer-lost", id: "F-18", what: "30 letters that the mail server takes, and whose receipt is lost on the way back", try: mailAnswerLost},
}

// lettersSent is the number of letters of a fault.
const lettersSent = 30

func mailFault(name, what string, begin func(context.Context, *line) error) fault {
	return fault{name: name, id: "F-18", what: what + " while 30 letters are due", set: setup{mail: true}, try: func(ctx context.Context, s *scene) (string, error) {
		if err := begin(ctx, s.mailLine); err != nil {
			return "", err
		}
		slowest, err := s.invite(ctx, 0, lettersSent)
		if err != nil {
			return "", err
		}
		time.Sleep(3 * time.Second)
		if err := errors.Join(s.mailLine.mend(ctx), s.mailLine.cut(ctx, false)); err != nil {
			return "", err
		}
		return s.letter(ctx, slowest)
	}}
}

func mailAnswerLost(ctx context.Context, s *scene) (string, error) {
	s.letters.mute = true
	slowest, err := s.invite(ctx, 0, lettersSent)
	if err != nil {
		return "", err
	}
	if err := s.letterTwice(ctx); err != nil {
		return "", err
	}
	return s.letter(ctx, slowest)
}

// letterTwice waits until each letter has come once more.
func (s *scene) letterTwice(ctx context.Context) error {
	for began := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		if s.letters.twice() >= s.invited {
			return ctx.Err()
		}
		if time.Since(began) > time.Minute {
			return errors.New("letters whose receipt was lost were not sent again within a minute")
		}
	}
}

// invite has people invited, each by a letter, and returns the time that the slowest act took.
func (s *scene) invite(ctx context.Context, from, number int) (slowest time.Duration, err error) {
	for i := from; i < from+number; i++ {
		r := s.crowd.ask(ctx, 0, http.MethodPost, clubPath+"/invitations",
			map[string]any{"email": guest(i), "role": "treasurer", "scope": map[string]any{"kind": "tenant"}}, fmt.Sprint("invitation-", i))
		if err := r.into(http.StatusCreated, nil); err != nil {
			return 0, fmt.Errorf("an act waits for its letter: %w", err)
		}
		slowest = max(slowest, r.took)
		s.invited++
	}
	return slowest, nil
}

func guest(i int) string { return "guest-" + words(int64(i)) + "@faults.example" }

// letter waits until every invited person has one letter, and none has two.
func (s *scene) letter(ctx context.Context, slowest time.Duration) (string, error) {
	began := time.Now()
	for {
		missing, more := 0, 0
		for i := range s.invited {
			switch s.letters.got(guest(i)) {
			case 0:
				missing++
			case 1:
			default:
				more++
			}
		}
		twice := s.letters.twice()
		figure := fmt.Sprintf("acts took %s at most; all %d letters there %s after, %d of them taken twice under one id", slowest.Round(time.Millisecond), s.invited, time.Since(began).Round(time.Second), twice)
		switch {
		case more > 0:
			return figure, fmt.Errorf("%d have several letters with ids of their own", more)
		case missing == 0:
			return figure, nil
		case time.Since(began) > 2*time.Minute:
			return figure, fmt.Errorf("%d letters have not come two minutes after", missing)
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}
