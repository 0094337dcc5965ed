package pages

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/skip2/go-qrcode"

	"referto/openapi"
)

// ScreenPath is the address, below an event's, of the page for a projector in the room.
const ScreenPath = "/screen"

// Screen is the page of an event for a projector: clock, seats and standings in turn.
type Screen struct {
	EventPage
	// Public is the address people use for this site, to which the printed code leads.
	Public string
}

// The most names and rows on one wall: more could not be read at ten meters.
const (
	namesOnWall = 24
	rowsOnWall  = 12
)

// screenModel is the content of templates/screen.html.
type screenModel struct {
	frame
	Heading, Event, Back string
	Walls                []wall
	Words                map[string]string
	Zone                 string // zone of the event, for the time of day
}

// wall is one of the pictures that a projector shows in turn.
type wall struct {
	ID, Heading, Sub string
	// Next names the wall that follows.
	Next  string
	Clock *clockModel
	// Tables are shown below the clock, Names where everybody sits.
	Tables []tableModel
	Names  []wallName
	// Lines describe the event before it begins, and say below the first places until when they are provisional.
	Lines   []string
	Podium  []podiumPlace
	Columns []column
	Rows    []standingsRow
	Caption string
	Span    int
	// Wide tables leave no room for the code beside them.
	Wide     bool
	Code     string // path of the code that leads to the page of the event; "" for none
	CodeSize int
	CodeSays string
}

type wallName struct {
	Name  string
	Table int
}

// Screen writes the page. It is dark unless the reader asks for light: a bright wall dazzles a dim room.
func (p *Pages) Screen(out io.Writer, v Screen) error {
	s := newEventPage(v.EventPage, p.zone(v.Event.TimeZone))
	s.Reader = v.Reader // links are useless on a wall
	heading := s.text("screen.title")
	m := screenModel{
		frame: v.frame(&v.Tenant, heading+" · "+v.Event.Title, s.at.below(ScreenPath)), Heading: heading, Event: v.Event.Title, Back: v.link(s.at), Zone: v.Event.TimeZone,
		Words: map[string]string{
			"next": s.text("screen.next"), "paused": s.text("screen.paused"), "pause": s.text("screen.pause"), "resume": s.text("screen.resume"),
			"lost": s.text("screen.lost"), "of": s.text("screen.of"), "remaining": s.text("clock.remaining"), "hour": s.text("screen.hour"), "left": s.text("screen.left"), "timeUp": s.text("clock.ended"),
		},
	}
	m.Theme = cmp.Or(m.Theme, "dark") // linked pages keep the reader's theme
	m.Unlisted = true
	code, size, err := qrPath(v.Public + s.at.path)
	if err != nil {
		return err
	}
	m.Walls = s.walls()
	for i := range m.Walls {
		one := &m.Walls[i]
		one.ID, one.Next = fmt.Sprintf("wall-%d", i+1), m.Walls[(i+1)%len(m.Walls)].Heading
		if len(one.Names) == 0 && one.Clock == nil {
			one.Code, one.CodeSize, one.CodeSays = code, size, s.text("screen.follow")
			if !started(v.Event) {
				one.CodeSays = s.text("screen.enter")
			}
		}
	}
	return p.render(out, m.Lang, "screen", m)
}

// walls take turns. While a round is played that is its clock, then where everybody sits;
// the standings follow once there are any. Once the last table has its result, the first places stand in place of clock and seats.
func (s *eventPage) walls() (walls []wall) {
	if !started(s.Event) {
		return []wall{s.openingWall()}
	}
	podium := s.podium()
	if len(podium) > 0 {
		one := wall{Heading: s.standingsHeading(), Sub: s.Event.Title, Podium: podium}
		one.Lines = present(s.provisional())
		walls = append(walls, one)
	} else if clock := s.clock(); clock != nil {
		one := wall{Heading: clock.Round, Sub: s.Event.Title, Clock: clock}
		if tables := s.tables(); tables != nil {
			one.Tables = s.onWall(tables.Tables)
		}
		walls = append(walls, one)
	}
	if len(podium) == 0 {
		walls = append(walls, s.seatWalls()...)
	}
	walls = append(walls, s.standingsWalls()...)
	if len(walls) == 0 {
		walls = append(walls, s.openingWall())
	}
	return walls
}

// onWall are tables with their extra time in as few letters as can be read at ten meters.
func (s *eventPage) onWall(tables []tableModel) []tableModel {
	for i := range tables {
		tables[i].Tags = nil
		for _, extra := range s.shown.Clock.Tables {
			if extra.Table == tables[i].Number && extra.ExtraSeconds > 0 && !tables[i].Done {
				tables[i].Tags = []string{s.text("screen.extra", "minutes", (extra.ExtraSeconds+59)/60)}
			}
		}
	}
	return tables
}

// openingWall describes the event before anything is drawn.
func (s *eventPage) openingWall() wall {
	event := s.Event
	lines := []string{capital(s.w.DateTime(event.StartsAt.In(s.zone))), place(event), s.text("event-state." + string(event.State))}
	if started(event) {
		lines = append(lines, participants(s.w, event))
	} else {
		lines = append(lines, placesLeft(s.w, event))
	}
	return wall{Heading: event.Title, Sub: s.Tenant.Name, Lines: present(lines...)}
}

// seatWalls lists, by name, the tables of all players in the current round: the first thing that people look for.
func (s *eventPage) seatWalls() (walls []wall) {
	if s.latest == nil || s.latest.State == openapi.RoundStateClosed || s.Event.State != openapi.EventStateRunning {
		return nil
	}
	names := s.seatsByName(*s.latest)
	sub := s.roundName(*s.latest)
	for part := range slices.Chunk(names, namesOnWall) {
		one := wall{Heading: s.text("screen.seats"), Sub: sub, Names: part}
		if len(names) > namesOnWall {
			one.Sub += " · " + s.text("screen.names", "first", part[0].Name, "last", part[len(part)-1].Name)
		}
		walls = append(walls, one)
	}
	return walls
}

// standingsWalls returns the standings, split into walls of rows.
func (s *eventPage) standingsWalls() (walls []wall) {
	m := s.standings()
	shown := 0
	for _, c := range m.Columns {
		if !c.Optional {
			shown++
		}
	}
	at := 0
	for rows := range slices.Chunk(m.Rows, rowsOnWall) {
		one := wall{Heading: m.Heading, Columns: slices.Clone(m.Columns), Rows: slices.Clone(rows), Caption: m.Caption, Span: 2 + len(m.Columns), Wide: shown > 5}
		one.Sub = s.text("screen.rows", "first", at+1, "last", at+len(rows), "count", len(m.Rows))
		if at > 0 { // the line above the first row belongs to the end of the previous wall
			one.Rows[0].Cut = nil
		}
		if at += len(rows); at < len(m.Rows) && m.Rows[at].Cut != nil {
			one.Rows = append(one.Rows, standingsRow{Cut: m.Rows[at].Cut})
		}
		walls = append(walls, one)
	}
	return walls
}

// qrPath draws the code of a text as one path of squares, a unit each, with its quiet margin, and returns its width
// in units.
func qrPath(text string) (path string, size int, err error) {
	code, err := qrcode.New(text, qrcode.Medium)
	if err != nil {
		return "", 0, fmt.Errorf("pages: code of %q: %w", text, err)
	}
	var b strings.Builder
	bits := code.Bitmap()
	for y, line := range bits {
		for x := 0; x < len(line); x++ {
			from := x
			for x < len(line) && line[x] {
				x++
			}
			if x > from {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", from, y, x-from, x-from)
			}
		}
	}
	return b.String(), len(bits), nil
}
