package demo

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"referto/internal/apiclient"
	"referto/openapi"
)

// Config names the server to load into.
type Config struct {
	Server  string // address without a slash at the end
	Mailbox string // the server's folder of mails
	// Now is the server's clock: the story's dates are relative to its day.
	Now func() time.Time
}

// Load carries out the story, or returns the summary if it was loaded before. A load that broke off is completed
// within three days, as long as the server remembers its acts.
func Load(ctx context.Context, c Config) (Summary, error) {
	l := &loader{
		actor:   &actor{ctx: ctx, acts: make(map[[sha256.Size]byte]int)},
		clients: make(map[part]*apiclient.Client),
		players: make(map[string]openapi.PlayerID),
		regions: make(map[string]openapi.ID),
	}
	if err := l.signUp(c); err != nil {
		return Summary{}, fmt.Errorf("sign up: %w", err)
	}
	announced, err := l.announced()
	if err == nil && !announced {
		err = l.announce(c.Now())
	}
	if err != nil {
		return Summary{}, fmt.Errorf("%w (is there an older or a broken one? `make db-reset` starts anew)", err)
	}
	return summary(c.Server), nil
}

// loader is one load.
type loader struct {
	*actor
	clients map[part]*apiclient.Client
	players map[string]openapi.PlayerID // by name
	regions map[string]openapi.ID       // by name
	toEnter *heldEvent                  // the stage that people can enter
}

// signUp signs everybody in, with an account that is there or a new one. They
// come at once: each waits for a mail.
func (l *loader) signUp(c Config) error {
	server := apiclient.New(c.Server).Patient()
	everybody := slices.Clone(cast)
	for _, c := range circuits {
		if c.contact != contact {
			everybody = append(everybody, c.contact)
		}
	}
	clients, errs := make([]*apiclient.Client, len(everybody)), make([]error, len(everybody))
	var all sync.WaitGroup
	for i, p := range everybody {
		all.Go(func() {
			clients[i], errs[i] = apiclient.Mailbox(c.Mailbox).SignInOrUp(l.ctx, server, openapi.NewAccount{
				Email: p.mail, Name: p.name, Password: password, Language: openapi.Language(p.language),
			})
		})
	}
	all.Wait()
	for i, p := range everybody {
		if errs[i] != nil {
			return fmt.Errorf("%s: %w", p.mail, errs[i])
		}
		l.clients[p] = clients[i]
	}
	return nil
}

// announced reports whether an earlier load has announced and played everything.
func (l *loader) announced() (bool, error) {
	manager := l.clients[manager]
	err := manager.Get(l.ctx, federationPath, nil)
	if apiclient.Status(err) == http.StatusNotFound {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	found, err := apiclient.List[openapi.Player](l.ctx, manager, federationPath+"/players", url.Values{"name": {lastInRegister.name}})
	if err != nil {
		return false, fmt.Errorf("the federation %q is there but not ours: %w", federationSlug, err)
	}
	return len(found) > 0, nil
}

// announce founds the tenants, and announces and plays all events.
func (l *loader) announce(now time.Time) error {
	l.foundFederation()
	l.foundClub()
	for _, chapter := range []struct {
		title    string
		announce func(day time.Time)
	}{{"Aosta", l.aosta}, {"Bologna", l.bologna}, {"Torino", l.torino}, {"Firenze", l.firenze}, {"Modena", l.modena}, {"Corvi", l.corvi}, {"Parma", l.parma}, {"the evenings", l.evenings}, {"Bulgaria", l.bulgaria}, {"the season", l.season}} {
		if chapter.announce(l.founded(now)); l.err != nil {
			return fmt.Errorf("%s: %w", chapter.title, l.err)
		}
	}
	l.register(lastInRegister)
	return l.err
}
