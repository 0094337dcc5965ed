package serve

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"referto/frontend/pages"
	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/tournament"
	"referto/internal/league/views"
	"referto/internal/publication"
	"referto/internal/tenant"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantapi"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

const (
	// frontTenants bounds the federations and clubs whose events the front page shows.
	frontTenants = 40
	// frontEach bounds the events of each of them that are played, and that come next.
	frontEach = 4
	// frontEvents bounds the events that the page shows.
	frontEvents = 12
	// frontProofs bounds the events in which a rule at work is looked for.
	frontProofs = 6
	// frontFor limits how long the news of the tenants are remembered: each tenant is asked by itself, and the
	// page follows from no single revision.
	frontFor = 30 * time.Second
)

// fronts caches the content of the front page, by language.
type fronts struct {
	turn chan struct{} // held by the request that looks up or finds the news
	kept map[string]frontNews
}

func newFronts() *fronts {
	return &fronts{turn: make(chan struct{}, 1), kept: map[string]frontNews{}}
}

// frontNews holds the events and organizers of the first page.
type frontNews struct {
	until      time.Time
	proofs     []pages.EventPage
	on         []pages.Hosted
	organizers []pages.Organizer
	more       bool
}

// first is the first page of the site.
func (s *site) first(c echo.Context) error {
	return s.person(func(v visit) error {
		news, err := s.frontNews(v)
		if err != nil {
			return err
		}
		page := pages.Front{
			Reader: v.reader, Proofs: news.proofs, On: news.on, Organizers: news.organizers, More: news.more, Expected: expected(c.QueryParam("n")),
		}
		if page.Answers, err = fieldAnswers(page.Expected, words.For(v.reader.Lang)); err != nil {
			return err
		}
		return spared(c, func(out io.Writer) error { return s.pages.Front(out, page) })
	})(c)
}

// organizersAtOnce bounds the federations and clubs of a page of their list.
const organizersAtOnce = 100

// organizers is a part of the list of all federations and clubs.
func (s *site) organizers(c echo.Context) error {
	return s.person(func(v visit) error {
		page := pages.Organizers{Reader: v.reader}
		if after := c.QueryParam("after"); isTenant(after) {
			page.After = after
		}
		list, err := s.tenantsAfter(v.ctx, page.After, organizersAtOnce+1)
		if err != nil {
			return err
		}
		page.More = len(list) > organizersAtOnce
		page.List = openapi.Each(list[:min(len(list), organizersAtOnce)], tenantapi.View)
		return spared(c, func(out io.Writer) error { return s.pages.Organizers(out, page) })
	})(c)
}

// notice serves what the site says about itself.
func (s *site) notice(n pages.Notice) echo.HandlerFunc {
	return func(c echo.Context) error {
		return s.person(func(v visit) error {
			return spared(c, func(out io.Writer) error { return s.pages.Notice(out, v.reader, n) })
		})(c)
	}
}

// spared sends a page of the site that follows from no single revision, and is given to others when the server cannot answer.
func spared(c echo.Context, render func(io.Writer) error) error {
	var body bytes.Buffer
	if err := render(&body); err != nil {
		return err
	}
	publication.Spare(c.Response().Header().Set)
	return send(c, bodyTag(&body), &body)
}

// isExpected reports whether the page can be asked about a number of players.
func isExpected(n string) bool {
	count, err := strconv.Atoi(n)
	return err == nil && count >= pages.FewestExpected && count <= pages.MostExpected && strconv.Itoa(count) == n
}

func expected(n string) int {
	if !isExpected(n) {
		return pages.UsuallyExpected
	}
	count, _ := strconv.Atoi(n)
	return count
}

// frontNews returns the news of the tenants, as they were at most [frontFor] ago. One request finds it for all
// that come meanwhile.
func (s *site) frontNews(v visit) (frontNews, error) {
	select {
	case s.fronts.turn <- struct{}{}:
		defer func() { <-s.fronts.turn }()
	case <-v.ctx.Done():
		return frontNews{}, v.ctx.Err()
	}
	known, ok := s.fronts.kept[v.reader.Lang]
	if ok && s.now().Before(known.until) {
		return known, nil
	}
	found, err := s.findNews(v)
	if err != nil {
		return found, err
	}
	found.until = s.now().Add(frontFor)
	s.fronts.kept[v.reader.Lang] = found
	return found, nil
}

// findNews reads the public events of each tenant through the tenant's own reading door.
func (s *site) findNews(v visit) (out frontNews, err error) {
	v.reader = pages.Reader{Lang: v.reader.Lang}
	list, err := s.tenantsAfter(v.ctx, "", frontTenants+1)
	if err != nil {
		return out, err
	}
	if out.more = len(list) > frontTenants; out.more {
		list = list[:frontTenants]
	}
	var ended []pages.EventPage
	for _, one := range list {
		there := v
		there.tenant = one
		if there.door, err = tenantdb.Read(v.ctx, s.db, one.ID, nil); err != nil {
			return out, err
		}
		running, next, finished, err := s.onAt(there)
		if err != nil {
			return out, err
		}
		organizer := pages.Organizer{Tenant: tenantapi.View(one)}
		for _, event := range slices.Concat(running, next) {
			if organizer.Next == nil {
				organizer.Next = &event
			}
			out.on = append(out.on, pages.Hosted{Tenant: organizer.Tenant, Event: event})
		}
		out.organizers = append(out.organizers, organizer)
		for _, event := range slices.Concat(running, finished) {
			if len(out.proofs)+len(ended) == frontProofs {
				break
			}
			proof, err := s.proofOf(there, event.Id)
			if err != nil {
				return out, err
			}
			if proof != nil && event.State == openapi.EventStateRunning {
				out.proofs = append(out.proofs, *proof)
			} else if proof != nil {
				ended = append(ended, *proof)
			}
		}
	}
	out.proofs = append(out.proofs, ended...)
	slices.SortStableFunc(out.on, func(a, b pages.Hosted) int { return byTime(&a.Event, &b.Event) })
	out.on = out.on[:min(frontEvents, len(out.on))]
	slices.SortStableFunc(out.organizers, func(a, b pages.Organizer) int { return byTime(a.Next, b.Next) })
	return out, nil
}

// byTime sorts running events first, then upcoming ones by time, and nil last.
func byTime(a, b *openapi.Event) int {
	if a == nil || b == nil {
		return cmp.Compare(bit(a == nil), bit(b == nil))
	}
	running := func(e *openapi.Event) int { return bit(e.State != openapi.EventStateRunning) }
	return cmp.Or(cmp.Compare(running(a), running(b)), a.StartsAt.Compare(b.StartsAt))
}

func bit(is bool) int {
	if is {
		return 1
	}
	return 0
}

// tenantsAfter are the federations and clubs after one by the names in their addresses, limit at most.
func (s *site) tenantsAfter(ctx context.Context, slug string, limit int) (list []tenant.Tenant, err error) {
	err = tenantdb.Global(ctx, s.db, nil, func(tx tenantdb.GlobalTx) error {
		list, err = registrydb.Tenants(tx, "", slug, limit)
		return err
	})
	return list, err
}

// onAt finds the events that are played at a tenant, those that come next, and the last one.
func (s *site) onAt(v visit) (running, next, finished []openapi.Event, err error) {
	var played, announced, over []facts.Event
	b := &tenantdb.Batch{}
	today := leaguedb.Days{From: s.now().UTC().Format(time.DateOnly)}
	leaguedb.LoadEvents(b, &played, leaguedb.EventFilter{State: string(facts.Running), Limit: frontEach})
	leaguedb.LoadEvents(b, &announced, leaguedb.EventFilter{Days: today, Ascending: true, Limit: 3 * frontEach})
	leaguedb.LoadEvents(b, &over, leaguedb.EventFilter{State: string(facts.Finished), Limit: 1})
	if err := v.door.Send(b); err != nil {
		return nil, nil, nil, err
	}
	announced = slices.DeleteFunc(announced, func(e facts.Event) bool { return e.Started() || e.State == facts.Cancelled })
	announced = announced[:min(frontEach, len(announced))]
	winners := map[openapi.EventID]string{}
	if running, err = s.listed(v, played, winners); err == nil {
		next, err = s.listed(v, announced, winners)
	}
	if err == nil {
		finished, err = s.listed(v, over, winners)
	}
	return running, next, finished, err
}

// proofOf returns an event with standings in which a rule decides a rank; nil if there is none.
func (s *site) proofOf(v visit, id openapi.EventID) (*pages.EventPage, error) {
	situation, err := s.api.desk.View(v.door, id)
	if err != nil {
		return nil, err
	}
	event := views.NewView(situation, words.For(v.reader.Lang), s.now())
	standings, err := event.Standings("", 0)
	if err != nil {
		return nil, err
	}
	why, err := event.Reasons(standings)
	if err != nil || len(why) == 0 {
		return nil, err
	}
	return &pages.EventPage{
		Reader: v.reader, Tenant: tenantapi.View(v.tenant), Event: event.Event(nil), Rounds: event.RoundList().Items, Standings: standings, Outcome: standings,
		Form: event.ResultForm(), Why: why, RankBefore: event.RanksBefore(0),
	}, nil
}

// fieldAnswers finds the tables and rounds of each preset for a number of players.
func fieldAnswers(count int, w *words.Words) (answers []pages.FieldAnswer, err error) {
	for _, id := range presets.IDs() {
		r, err := presets.Find(id)
		if err != nil {
			return nil, err
		}
		answers = append(answers, fieldAnswer(r, count, w))
	}
	return answers, nil
}

// fieldAnswer has the engines admit, seat and lay out a number of players who all enter in time.
func fieldAnswer(r *rules.Ruleset, count int, w *words.Words) pages.FieldAnswer {
	requests := make([]tournament.Request, count)
	for i := range requests {
		requests[i].Entry = league.Entry(i + 1)
	}
	out := pages.FieldAnswer{Title: r.Name, Language: r.Language}
	admitted := tournament.Admit(r, requests, 0)
	refuse := func(refusal *league.RuleError) pages.FieldAnswer {
		explained := views.Explain(w, refusal.Grounds)
		out.Refusal, out.Rule = explained.Text, explained.Rule
		return out
	}
	if admitted.Err != nil {
		return refuse(admitted.Err)
	}
	out.Tables, out.Waiting = admitted.Tables, len(admitted.Waiting)
	out.Rule = openapi.Rule{Code: r.Code, Paragraph: r.Tables.Paragraph}
	if len(r.Format.Formulas) == 0 {
		return out
	}
	structure, grounds, err := r.StructureFor(r.Format.Formulas[0], admitted.Size)
	var refusal *league.RuleError
	if errors.As(err, &refusal) {
		return refuse(refusal)
	}
	out.Rounds, out.Semifinal, out.Final = structure.Rounds, structure.Semifinal, structure.Final
	out.Rule.Paragraph = cmp.Or(grounds.Par, out.Rule.Paragraph)
	return out
}
