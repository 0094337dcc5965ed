package pages

import (
	"io"
	"net/url"
	"slices"
	"strings"
	"time"

	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// calendarModel is the content of the template "calendar".
type calendarModel struct {
	frame
	Heading, Count       string
	Facts                []fact
	BoardLink, RulesLink string
	FeedLink             string // to subscribe to
	Regions, Orders      []choice
	Groups               []calendarGroup
	Contacts             []contactLine
}

// calendarGroup are the events of a month or of a region.
type calendarGroup struct {
	Title  string
	Events []seasonEvent
}

type contactLine struct {
	Office, Name, Reach   string
	Mail, Telephone, City string
	Dial                  string // the telephone as the address of a link
}

// Calendar writes the page of a season's events.
func (p *Pages) Calendar(out io.Writer, v Calendar) error {
	s := newSeasonPage(v.Reader, v.Tenant, v.Season)
	if !slices.Contains(v.Regions, v.Region) {
		v.Region = ""
	}
	m := calendarModel{
		frame:   v.frame(&v.Tenant, v.Season.Title, calendarAt(v, v.Region, v.ByRegion)),
		Heading: v.Season.Title, Facts: s.facts(), BoardLink: s.link(boardAddress(v.Tenant, v.Season)),
		Regions: s.regionChoices(v), Orders: s.orders(v), Groups: s.groups(v),
	}
	m.FeedLink, m.Description = feedLink(v), s.period()
	m.Sheet, m.Data = seasonSheet, "/v1/tenants/"+url.PathEscape(v.Tenant.Slug)+"/events?season="+v.Season.ID.String()
	m.Twins = []twin{{Name: s.text("frame.data-ics"), Type: "text/calendar", Address: m.FeedLink}}
	shown := 0
	for _, group := range m.Groups {
		shown += len(group.Events)
	}
	m.Count = s.text("season.events", "count", shown)
	for _, c := range v.Contacts {
		line := contactLine{Office: s.text("role." + string(c.Role)), Name: c.Name, Reach: c.Reach, Mail: c.Mail, Telephone: c.Telephone, City: c.City, Dial: dial(c.Telephone)}
		if c.Region != "" {
			line.Office = c.Region
		}
		m.Contacts = append(m.Contacts, line)
	}
	if id := v.Season.Ruleset.Id; id != "" {
		m.RulesLink = v.link(rulebookAddress(v.Tenant, id))
	}
	return p.render(out, m.Lang, "calendar", m)
}

// dial is the digits of a telephone number, with the plus before them, as links dial it.
func dial(telephone string) string {
	return strings.Map(func(r rune) rune {
		if r == '+' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, telephone)
}

// calendarAt returns the address of the calendar with its filter.
func calendarAt(v Calendar, region string, byRegion bool) address {
	at := seasonAddress(v.Tenant, v.Season)
	if region != "" {
		at = at.with("region", region)
	}
	if byRegion {
		at = at.with("by", "region")
	}
	return at
}

// feedLink returns the address of the calendar file, of the region that is shown, without the reader's preferences
// for pages.
func feedLink(v Calendar) string {
	at := address{path: seasonAddress(v.Tenant, v.Season).path + "/calendar.ics"}
	if v.Region != "" {
		at = at.with("region", v.Region)
	}
	return Reader{}.link(at)
}

// facts are the periods, the national final, the champion and the rules in force.
func (s *seasonPage) facts() []fact {
	v := s.season
	period := s.text("season.from-to", "from", s.w.PlainDate(v.From), "to", s.w.PlainDate(v.To))
	facts := []fact{
		{Label: s.text("season.events-period"), Text: period},
		{Label: s.text("season.finals-by"), Text: s.w.PlainDate(v.FinalsBy), DateTime: v.FinalsBy.Format(time.DateOnly)},
		{Label: s.text("season.national-final"), Text: s.nationalFinal()},
	}
	if v.Champion != "" {
		facts = append(facts, fact{Label: s.text("season.champion"), Text: v.Champion})
	}
	if v.Ruleset.Title != "" {
		facts = append(facts, fact{Label: s.text("facts.rules"), Text: v.Ruleset.Title, Detail: v.Ruleset.Code})
	}
	return facts
}

func (s *seasonPage) regionChoices(v Calendar) []choice {
	choices := []choice{{Name: s.text("season.all-regions"), Address: s.link(calendarAt(v, "", v.ByRegion)), Current: v.Region == ""}}
	for _, region := range v.Regions {
		choices = append(choices, choice{Code: region, Name: region, Address: s.link(calendarAt(v, region, v.ByRegion)), Current: v.Region == region})
	}
	return choices
}

func (s *seasonPage) orders(v Calendar) []choice {
	return []choice{
		{Name: s.text("season.by-month"), Address: s.link(calendarAt(v, v.Region, false)), Current: !v.ByRegion},
		{Name: s.text("season.by-region"), Address: s.link(calendarAt(v, v.Region, true)), Current: v.ByRegion},
	}
}

// dated is a line of the calendar with its day.
type dated struct {
	day  time.Time
	line seasonEvent
	// region and month are the titles of the groups to which it may belong.
	region, month string
}

// groups are the events and finals that are asked for, by month or by region.
func (s *seasonPage) groups(v Calendar) []calendarGroup {
	lines := s.lines(v)
	if v.ByRegion {
		var groups []calendarGroup
		for _, region := range append(v.Regions[:len(v.Regions):len(v.Regions)], s.text("board.open"), s.text("season.national-final")) {
			groups = gather(groups, region, lines, func(d dated) string { return d.region })
		}
		return groups
	}
	var groups []calendarGroup
	var months []string
	for _, line := range lines {
		if !slices.Contains(months, line.month) {
			months = append(months, line.month)
			groups = gather(groups, line.month, lines, func(d dated) string { return d.month })
		}
	}
	return groups
}

func gather(groups []calendarGroup, title string, lines []dated, of func(dated) string) []calendarGroup {
	group := calendarGroup{Title: capital(title)}
	for _, line := range lines {
		if of(line) == title {
			group.Events = append(group.Events, line.line)
		}
	}
	if len(group.Events) == 0 {
		return groups
	}
	return append(groups, group)
}

// lines are the events and finals that are asked for, in order of day.
func (s *seasonPage) lines(v Calendar) []dated {
	var lines []dated
	for _, e := range v.Events {
		region := e.Region
		if e.Circuit != rules.RegionalCircuit {
			region = s.text("board.open")
		}
		if v.Region == "" || v.Region == e.Region {
			line := s.event(e)
			line.Place = strings.Join(present(line.Place, e.Region), ", ")
			lines = append(lines, s.dated(e.Day, region, line))
		}
	}
	for _, region := range v.Regions {
		if final, ok := v.Finals[region]; ok && (v.Region == "" || v.Region == region) {
			lines = append(lines, s.dated(final.Day, region, s.finalLine(final, s.text("season.final-of", "region", region), "final")))
		}
	}
	if n := v.Season.National; !n.Day.IsZero() && v.Region == "" {
		title := s.text("season.national-final")
		lines = append(lines, s.dated(n.Day, title, s.finalLine(n, title, "final-homologated")))
	}
	slices.SortStableFunc(lines, func(a, b dated) int { return a.day.Compare(b.day) })
	return lines
}

func (s *seasonPage) dated(day time.Time, region string, line seasonEvent) dated {
	return dated{day: day, line: line, region: region, month: s.w.Month(day)}
}

func (s *seasonPage) finalLine(a Appointment, title, shape string) seasonEvent {
	return seasonEvent{
		Day: s.w.Day(a.Day), DateTime: a.Day.Format(time.DateOnly), Title: title, Link: s.eventLink(a.Slug), Place: a.City, Shape: shape, Final: true,
		State: s.text("season.state-" + string(season.Planned)),
	}
}
