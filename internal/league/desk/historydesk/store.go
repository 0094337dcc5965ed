package historydesk

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/clubs"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/history"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/planning"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// Words holds texts for people that are stored with events and openings.
type Words struct {
	Opening string // reason of openings
	Venue   string // of events of which none is told
}

// Begin checks a table once more and settles for good who its people are; [Desk.Step] stores it. If something
// now prevents storing, Begin writes the reason into the row and starts nothing.
func (d Desk) Begin(tx tenantdb.Tx, act desk.Act, h *facts.History, fold func(string) string) error {
	var same bool
	b := &tenantdb.Batch{}
	leaguedb.LoadSameHistory(b, &same, *h)
	if err := tx.Send(b); err != nil {
		return err
	}
	if same {
		return league.NotNow("history-stored-before")
	}
	p, err := d.check(tx, act.Now, *h, fold)
	if err != nil {
		return err
	}
	if err := p.describe(h); err != nil || h.State != facts.HistoryClean {
		return err
	}
	people := make([]facts.HistoryPerson, len(p.People))
	for i, who := range p.People {
		people[i] = facts.HistoryPerson{Line: who.Line, PlayerID: p.ids[i], Added: p.answers[i].Match == history.Added, Born: who.Born, Member: who.Member}
	}
	for some := range slices.Chunk(people, 4*batch) {
		b := &tenantdb.Batch{}
		leaguedb.SetHistoryPeople(b, h.ID, some)
		if err := tx.Send(b); err != nil {
			return err
		}
	}
	h.State, h.Phase, h.Done, h.Total = facts.HistoryStoring, facts.HistoryPeople, 0, len(people)
	act.Record.Audit("history "+h.ID.String(), "", nil, map[string]any{"state": h.State, "digest": h.Digest, "counts": p.counts()})
	return nil
}

// Plan is a table that is being stored, with its identified people.
type Plan struct {
	plan
	people []facts.HistoryPerson
}

// Resume reads a table that is being stored, and loads its identified people. The table is read as of the time
// when storing began.
func (d Desk) Resume(door tenantdb.Door, h facts.History, fold func(string) string) (*Plan, error) {
	p, err := d.read(door, h.CreatedAt.AddDate(0, 1, 0), h, fold) // days that were past when storing began are past
	if err != nil {
		return nil, err
	}
	out := &Plan{plan: *p}
	b := &tenantdb.Batch{}
	leaguedb.LoadHistoryPeople(b, &out.people, h.ID)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	byLine := make(map[int]league.PlayerID, len(out.people))
	for _, who := range out.people {
		byLine[who.Line] = who.PlayerID
	}
	out.ids = make([]league.PlayerID, len(out.People))
	for i, who := range out.People {
		out.ids[i] = byLine[who.Line]
	}
	return out, nil
}

// Step stores the next part of a table, whose row is held. It writes to the row which part comes next, or that
// the table is stored completely.
func (d Desk) Step(tx tenantdb.Tx, act desk.Act, h *facts.History, p *Plan, w Words) error {
	if h.State != facts.HistoryStoring {
		return nil
	}
	b := &tenantdb.Batch{}
	tenantdb.PlanAnew(b)
	if err := tx.Send(b); err != nil {
		return err
	}
	switch {
	case h.Phase == facts.HistoryPeople:
		return d.storePeople(tx, act, h, p)
	case h.Subject == string(history.Openings):
		return d.storeOpenings(tx, act, h, p, w)
	default:
		return d.storeEvents(tx, act, h, p, w)
	}
}

// storePeople adds the next people to the register.
func (d Desk) storePeople(tx tenantdb.Tx, act desk.Act, h *facts.History, p *Plan) error {
	until := min(h.Done+batch, len(p.People))
	added := map[int]bool{}
	for _, who := range p.people {
		added[who.Line] = who.Added
	}
	var players []facts.Player
	for i := h.Done; i < until; i++ {
		if who := p.People[i]; added[who.Line] {
			players = append(players, facts.Player{ID: p.ids[i], Name: who.Name, NameKey: who.Key, Club: who.Club, City: who.City, Email: who.Mail, BirthYear: who.Born})
		}
	}
	if len(players) > 0 {
		if err := addPeople(tx, act, h.ID, players); err != nil {
			return err
		}
	}
	if h.Done = until; until < len(p.People) {
		return nil
	}
	h.Phase, h.Done, h.Total = facts.HistoryLines, 0, len(p.Lines)
	if h.Subject == string(history.Players) {
		return stored(act, h, p)
	}
	return nil
}

// addPeople adds players to the register, with the clubs that they name. Those of a club that has
// closed were in it until then.
func addPeople(tx tenantdb.Tx, act desk.Act, from uuid.UUID, players []facts.Player) error {
	texts := make([]string, len(players))
	for i, p := range players {
		texts[i] = p.Club
	}
	named, err := desk.ClubsOfHistory(tx, act, texts, from)
	if err != nil {
		return err
	}
	former := map[league.PlayerID][]facts.Membership{}
	for i := range players {
		p := &players[i]
		club, is := named[clubs.Name(p.Club)]
		switch p.Club = ""; {
		case !is:
		case club.ClosedFrom == "":
			p.ClubID, p.Club = &club.ID, club.Name
		default:
			former[p.ID], _ = clubs.History{{Club: &club.ID}}.Closed(club.ID, club.ClosedFrom)
		}
	}
	b := &tenantdb.Batch{}
	leaguedb.AddPlayers(b, players, act.By, act.Now)
	if len(former) > 0 {
		leaguedb.SetMemberships(b, former, act.By, act.Now)
	}
	if err := tx.Send(b); err != nil {
		return err
	}
	var born []league.PlayerID // players with a year of birth, which decides whether they are minors
	for _, p := range players {
		if p.BirthYear > 0 {
			born = append(born, p.ID)
		}
	}
	if len(born) == 0 {
		return nil
	}
	_, err = desk.RefreshInitials(tx, act.Now, born)
	return err
}

// stored ends the work on a table.
func stored(act desk.Act, h *facts.History, p *Plan) error {
	h.State, h.Phase, h.Done, h.Total, h.File, h.FinishedAt = facts.HistoryStored, "", p.Total, p.Total, nil, &act.Now
	fact := leaguelog.HistoryStored{HistoryNow: now(*h), Events: len(p.Events)}
	for _, who := range p.people {
		if who.Added {
			fact.Players++
		}
	}
	if c, err := countsOf(*h); err != nil {
		return err
	} else if len(p.Events) == 0 {
		fact.Openings = c.Openings
	} else {
		fact.Results = len(p.Lines)
	}
	act.Record.Log(uuid.Nil, fact)
	act.Record.Audit("history "+h.ID.String(), "", nil, map[string]any{"state": h.State, "players": fact.Players, "openings": fact.Openings, "events": fact.Events, "results": fact.Results})
	return nil
}

func now(h facts.History) leaguelog.HistoryNow {
	return leaguelog.HistoryNow{History: h.ID, Subject: h.Subject, Digest: h.Digest}
}

// storeOpenings records the next openings.
func (d Desk) storeOpenings(tx tenantdb.Tx, act desk.Act, h *facts.History, p *Plan, w Words) error {
	until := min(h.Done+batch, len(p.Lines))
	lines := p.Lines[h.Done:until]
	players := make([]league.PlayerID, len(lines))
	for i, l := range lines {
		players[i] = p.ids[l.Person]
	}
	var held []facts.Ranking
	var last, standing []facts.RankingOpening
	b := &tenantdb.Batch{}
	leaguedb.HoldRankings(b, &held, []league.RankingID{p.ranking.ID})
	leaguedb.LoadOpeningsOf(b, &last, p.ranking.ID, players)
	leaguedb.LoadOpeningsOfPeople(b, &standing, p.ranking.ID, players)
	if err := tx.Send(b); err != nil {
		return err
	}
	lastOf := make(map[league.PlayerID]facts.RankingOpening, len(last))
	for _, o := range last {
		lastOf[o.PlayerID] = o
	}
	brought := make(map[league.PlayerID]bool, len(standing)) // by any record of theirs
	for _, o := range standing {
		brought[o.PlayerID] = true
	}
	var openings []facts.RankingOpening
	for i, l := range lines {
		before := lastOf[players[i]]
		if before.Figures != nil || brought[players[i]] { // it is recorded already with the table's values
			continue
		}
		openings = append(openings, facts.RankingOpening{PlayerID: players[i], Number: before.Number + 1, Figures: texts(l.Figures), National: l.National.String(), Reason: w.Opening})
	}
	b = &tenantdb.Batch{}
	leaguedb.AddOpenings(b, p.ranking.ID, openings, h.ID, act.By, act.Now)
	if err := d.ReprojectAfter(tx, b, held[0], p.ranking.Keeper, players, ""); err != nil {
		return err
	}
	tx.Publish(held[0].ID.UUID, &held[0].Revision)
	if h.Done = until; until == len(p.Lines) {
		return stored(act, h, p)
	}
	return nil
}

// resultsAtOnce is the number of lines of events that are stored at once. The careers of all their players are
// added up again in the same step.
const resultsAtOnce = 1000

// storeEvents stores the next events with their rankings, and posts the points that they gave.
func (d Desk) storeEvents(tx tenantdb.Tx, act desk.Act, h *facts.History, p *Plan, w Words) error {
	first, done := p.eventAfter(h.Done)
	var next []happened
	b := &tenantdb.Batch{}
	for n := first; n < len(p.Events) && done-h.Done < resultsAtOnce; n++ {
		one, err := p.happened(act, n, w)
		if err != nil {
			return err
		}
		done += len(p.Events[n].Lines)
		next = append(next, one)
	}
	if err := address(tx, next); err != nil {
		return err
	}
	for _, one := range next {
		one.queue(b, act, h.ID)
	}
	if err := tx.Send(b); err != nil {
		return err
	}
	if err := d.postAll(tx, act, p.ranking.Keeper.Ruleset(), next); err != nil {
		return err
	}
	if h.Done = done; done == len(p.Lines) {
		return stored(act, h, p)
	}
	return nil
}

// address gives events addresses that are not taken.
func address(tx tenantdb.Tx, list []happened) error {
	taken := make([][]string, len(list))
	b := &tenantdb.Batch{}
	for i := range list {
		list[i].event.Slug = desk.Slug(list[i].event.Title, list[i].event.LocalDate())
		leaguedb.LoadSlugs(b, &taken[i], list[i].event.Slug)
	}
	if err := tx.Send(b); err != nil {
		return err
	}
	given := map[string]bool{}
	for i := range list {
		wanted := list[i].event.Slug
		for n := 2; given[list[i].event.Slug] || slices.Contains(taken[i], list[i].event.Slug); n++ {
			list[i].event.Slug = wanted + "-" + strconv.Itoa(n)
		}
		given[list[i].event.Slug] = true
	}
	return nil
}

// eventAfter returns the first event behind so many lines of events, and the number of lines before it.
func (p *Plan) eventAfter(done int) (event, lines int) {
	for event < len(p.Events) && lines < done {
		lines += len(p.Events[event].Lines)
		event++
	}
	return event, lines
}

// happened is an event of a table in the form in which it is stored.
type happened struct {
	event   facts.Event
	entries []facts.Entry
	entered facts.EnteredPoints
}

func (p *Plan) happened(act desk.Act, n int, w Words) (happened, error) {
	e := p.Events[n]
	venue := cmp.Or(e.City, w.Venue)
	zone, err := time.LoadLocation(p.settings.TimeZone)
	if err != nil {
		return happened{}, err
	}
	day := e.Day.Midnight()
	starts := time.Date(day.Year(), day.Month(), day.Day(), noon, 0, 0, 0, zone)
	event := facts.Event{
		ID: desk.MakeID[league.EventID](), Kind: p.settings.Kind, State: facts.Finished, Elsewhere: true, DrawMethod: facts.Sealed,
		Version: 1, Revision: 1, CreatedBy: act.By, CreatedAt: act.Now, AnnouncedAt: &act.Now, FinishedAt: &act.Now, ProcessedAt: &act.Now,
		RulesetVersionID: p.ranking.RulesetVersionID, Readings: p.ranking.Readings, EntryCount: len(e.Lines),
	}
	planning.Announcement{
		Title: e.Title, StartsAt: starts, TimeZone: p.settings.TimeZone, VenueName: venue, VenueCity: venue, Capacity: max(len(e.Lines), 1),
	}.Apply(&event, p.ranking.Keeper.Ruleset())
	out := happened{event: event}
	for _, c := range p.ranking.Keeper.Columns() {
		out.entered.Columns = append(out.entered.Columns, c.Figure)
	}
	for i, l := range e.Lines {
		line := p.Lines[l]
		out.entries = append(out.entries, facts.Entry{Number: i + 1, State: facts.Playing, PlayerID: p.ids[line.Person]})
		out.entered.Gains = append(out.entered.Gains, facts.EnteredGain{PlayerID: p.ids[line.Person], Place: line.Place, Figures: texts(line.Figures)})
	}
	return out, nil
}

// noon is the hour at which events begin of which only the day is known.
const noon = 12

// queue queues all rows of the event.
func (x happened) queue(b *tenantdb.Batch, act desk.Act, from uuid.UUID) {
	id, ranked := x.event.ID, make([]league.PlayerID, len(x.entries))
	for i, e := range x.entries {
		ranked[i] = e.PlayerID
	}
	leaguedb.AddEvent(b, x.event)
	leaguedb.ChangeEvent(b, x.event)
	leaguedb.SetEntries(b, id, x.entries, act.By, act.Now)
	leaguedb.AddOutcome(b, id, ranked, nil, facts.EnteredPoints{}, "", act.By, act.Now)
	leaguedb.AddEnteredPoints(b, id, x.entered, from)
}

// postAll posts events of a ruleset to the rankings that take them, which are held until the commit, and adds
// up the careers of their players.
func (d Desk) postAll(tx tenantdb.Tx, act desk.Act, of *rules.Ruleset, list []happened) error {
	var all []facts.Ranking
	b := &tenantdb.Batch{}
	leaguedb.LoadRankings(b, &all)
	if err := tx.Send(b); err != nil {
		return err
	}
	var ids []league.RankingID
	for _, r := range all {
		if slices.ContainsFunc(list, func(x happened) bool {
			_, takes := ranking.Takes(r, x.event.Kind, desk.GameOf(of, x.event), dayOf(x))
			return takes
		}) {
			ids = append(ids, r.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	held, keepers, err := d.HoldKept(tx, &tenantdb.Batch{}, ids)
	if err != nil {
		return err
	}
	for i, r := range held {
		b := &tenantdb.Batch{}
		var from rules.Day
		moved := map[league.PlayerID]bool{}
		for _, x := range list {
			day := dayOf(x)
			national, takes := ranking.Takes(r, x.event.Kind, desk.GameOf(of, x.event), day)
			if !takes {
				continue
			}
			postings := keepers[i].Keeper.PostingsEntered(x.entered)
			leaguedb.PostEvent(b, facts.EventPosting{
				RankingID: r.ID, EventID: x.event.ID, Number: 1, Counts: true, National: national, Day: day, StartsAt: x.event.StartsAt, PostedAt: act.Now,
			}, postings, act.By)
			for _, g := range postings {
				moved[g.PlayerID] = true
			}
			if from == "" || day < from {
				from = day
			}
		}
		if err := d.ReprojectAfter(tx, b, r, keepers[i].Keeper, inOrder(moved), from); err != nil {
			return err
		}
		tx.Publish(r.ID.UUID, &held[i].Revision)
	}
	return nil
}

func dayOf(x happened) rules.Day { return rules.DayOf(x.event.LocalDate()) }

// inOrder are players by their ids.
func inOrder(set map[league.PlayerID]bool) []league.PlayerID {
	list := make([]league.PlayerID, 0, len(set))
	for p := range set {
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b league.PlayerID) int { return cmp.Compare(a.String(), b.String()) })
	return list
}
