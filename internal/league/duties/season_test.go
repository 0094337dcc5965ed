package duties_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/duties"
	"referto/internal/league/facts"
	"referto/internal/league/register/registertest"
	"referto/internal/league/season"
	"referto/internal/mail/matter"
)

// offices reads offices: "organizer olga a1, regional-contact carla aosta, championship-manager
// mina".
func offices(b *registertest.Book, text string) (out []facts.Office) {
	for _, office := range strings.Split(text, ", ") {
		words := strings.Fields(office)
		if len(words) == 0 {
			continue
		}
		o := facts.Office{Role: words[0], AccountID: b.ID(words[1]), Scope: "tenant"}
		if len(words) > 2 {
			id := registertest.EventID(words[2]).UUID
			if o.Scope = "stage"; o.Role == "regional-contact" {
				o.Scope, id = "region", b.ID(words[2])
			}
			o.ScopeID = &id
		}
		out = append(out, o)
	}
	return out
}

// staff holds every office of a season.
const staff = "regional-contact carla aosta, regional-contact piera piemonte, championship-manager mina, treasurer tito"

// waits lists the tasks of some kinds at a moment, a line each: "report a1 → olga until
// 2009-03-08 23:59:59 (CN09 1.11)".
func waits(b *registertest.Book, held, now, kinds string, more ...func(*duties.InSeason)) string {
	s := b.Season()
	l := duties.InSeason{Season: s, Now: b.At(now), Offices: offices(b, held)}
	for _, name := range []string{"anna", "bea", "cleo", "carlo", "dora", "elio", "fanny", "ida", "rex", "zita"} {
		account := b.ID("account of " + name)
		l.People = append(l.People, facts.PlayerAccount{PlayerID: b.Player(name), Name: name, AccountID: &account})
	}
	for _, change := range more {
		change(&l)
	}
	var out []string
	for _, task := range l.Tasks(season.Deadlines(s.Facts, s.State)) {
		if slices.Contains(strings.Fields(kinds), string(task.Kind)) {
			out = append(out, describe(b, task, now))
		}
	}
	return strings.Join(out, "; ")
}

// describe puts a task on one line.
func describe(b *registertest.Book, task duties.Task, now string) string {
	line := string(task.Kind)
	if task.Event != nil {
		line += " " + task.Event.Title
	}
	if task.About != "" {
		line += " " + task.About
	}
	if task.Number > 0 {
		line += " x" + strconv.Itoa(task.Number)
	}
	var readers []string
	for _, account := range task.For {
		readers = append(readers, strings.TrimPrefix(b.Name(account), "account of "))
	}
	line += " → " + strings.Join(readers, " ")
	if !task.Due.IsZero() {
		line += " until " + task.Until().Format("2006-01-02 15:04:05")
	}
	line += " (" + task.Cite() + ")"
	if task.Overdue(b.At(now)) {
		line += " overdue"
	}
	return line
}

// is compares a result with the one that the regulation requires.
func is(t *testing.T, name, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %s\nwant %s", name, got, want)
	}
}

// CN09 1.6, 1.11, 2.2: the deadline of an event's report, and who judges it.
func TestReportsAndVerdicts(t *testing.T) {
	t.Parallel()
	const olga = "organizer olga a1, " + staff
	had := func(names ...string) func(*duties.InSeason) {
		return func(l *duties.InSeason) {
			for _, name := range names {
				id := uuid.NewSHA1(uuid.NameSpaceOID, []byte(name))
				l.Had = append(l.Had, facts.Involvement{EventID: registertest.EventID("a1"), AccountID: id, As: facts.AsOrganizer})
			}
		}
	}
	for _, tt := range []struct {
		name, event, offices, now, want string
		had                             []string
	}{
		{"CN09 1.11/before its end nothing is due", "stage aosta 2009-03-01 running", olga, "2009-03-01 20:00", "", nil},
		{"CN09 1.11/the report, within a week", "stage aosta 2009-03-01 12 unreported", olga, "2009-03-01 20:00", "report a1 → olga until 2009-03-08 23:59:59 (CN09 1.11)", nil},
		{"CN09 1.11/of the last day", "stage aosta 2009-03-01 12 unreported ended=2009-03-02", olga, "2009-03-02 20:00", "report a1 → olga until 2009-03-09 23:59:59 (CN09 1.11)", nil},
		{"CN09 1.11/in its last second", "stage aosta 2009-03-01 12 unreported", olga, "2009-03-08 23:59", "report a1 → olga until 2009-03-08 23:59:59 (CN09 1.11)", nil},
		{"CN09 1.11/and after it", "stage aosta 2009-03-01 12 unreported", olga, "2009-03-09 00:00", "report a1 → olga until 2009-03-08 23:59:59 (CN09 1.11) overdue", nil},
		{"CN09 1.2.b/without an organizer by the contact of the region", "stage aosta 2009-03-01 12 unreported", staff, "2009-03-01 20:00", "report a1 → carla until 2009-03-08 23:59:59 (CN09 1.11)", nil},
		{"CN09 1.2.a/without a contact by the manager", "stage aosta 2009-03-01 12 unreported", "championship-manager mina", "2009-03-01 20:00", "report a1 → mina until 2009-03-08 23:59:59 (CN09 1.11)", nil},
		{"CN09 1.2/another's organizer and contact are none", "stage aosta 2009-03-01 12 unreported", "organizer olga a2, regional-contact piera piemonte", "2009-03-01 20:00", "", nil},
		{"CN09 1.2/of two organizers both", "stage aosta 2009-03-01 12 unreported", "organizer olga a1, organizer otto a1, organizer olga a1", "2009-03-01 20:00", "report a1 → olga otto until 2009-03-08 23:59:59 (CN09 1.11)", nil},
		{"CN09 1.11/what was returned is sent again by the same day", "stage aosta 2009-03-01 12 returned", olga, "2009-03-05 12:00", "answer-question a1 → olga until 2009-03-08 23:59:59 (CN09 1.11)", nil},
		{"CN09 2.2/the contact judges a stage, within a week of the report", "stage aosta 2009-03-01 12 pending received=2009-03-04", olga, "2009-03-05 12:00", "homologate a1 → carla until 2009-03-11 23:59:59 (CN09 2.2)", nil},
		{"CN09 2.2/a question stops the term for the days until it is answered", "stage aosta 2009-03-01 12 pending first=2009-03-04 asked=2009-03-06 received=2009-03-08", olga, "2009-03-09 12:00", "homologate a1 → carla until 2009-03-13 23:59:59 (CN09 2.2)", nil},
		{"CN09 2.2/for seven at most", "stage aosta 2009-03-01 12 pending first=2009-03-04 asked=2009-03-05 received=2009-03-16", olga, "2009-03-17 12:00", "homologate a1 → carla until 2009-03-18 23:59:59 (CN09 2.2)", nil},
		{"CN09 2.2/after seven days without an answer the contact decides", "stage aosta 2009-03-01 12 returned received=2009-03-04 asked=2009-03-05", olga, "2009-03-12 23:59", "answer-question a1 → olga until 2009-03-08 23:59:59 (CN09 1.11) overdue", nil},
		{"CN09 2.2/and the organizer may still answer", "stage aosta 2009-03-01 12 returned received=2009-03-04 asked=2009-03-05", olga, "2009-03-13 00:00", "homologate a1 → carla until 2009-03-18 23:59:59 (CN09 2.2); answer-question a1 → olga until 2009-03-08 23:59:59 (CN09 1.11) overdue", nil},
		{"CN09 2.2/after it the manager too", "stage aosta 2009-03-01 12 pending received=2009-03-04", olga, "2009-03-12 00:00", "homologate a1 → carla mina until 2009-03-11 23:59:59 (CN09 2.2) overdue", nil},
		{"CN09 2.2/not who has organized it himself: the manager", "stage aosta 2009-03-01 12 pending received=2009-03-04", olga, "2009-03-05 12:00", "homologate a1 → mina until 2009-03-11 23:59:59 (CN09 2.2)", []string{"carla"}},
		{"CN09 2.2/of two contacts the other", "stage aosta 2009-03-01 12 pending received=2009-03-04", olga + ", regional-contact carlo aosta", "2009-03-05 12:00", "homologate a1 → carlo until 2009-03-11 23:59:59 (CN09 2.2)", []string{"carla"}},
		{"CN09 2.2/where it is everybody's own the manager finds somebody", "stage aosta 2009-03-01 12 pending received=2009-03-04", olga, "2009-03-05 12:00", "homologate a1 → mina until 2009-03-11 23:59:59 (CN09 2.2)", []string{"carla", "mina"}},
		{"CN09 1.6/an open tournament the manager", "open 2009-03-01 16 pending received=2009-03-04", olga, "2009-03-05 12:00", "homologate a1 → mina until 2009-03-11 23:59:59 (CN09 2.2)", nil},
		{"CN09 1.6/a regional final too", "regional aosta 2010-01-31 3 pending received=2010-02-03", olga, "2010-02-05 12:00", "homologate a1 → mina until 2010-02-10 23:59:59 (CN09 2.2)", nil},
		{"CN09 1.11/once decided nothing", "stage aosta 2009-03-01 12", olga, "2009-03-05 12:00", "", nil},
		{"CN09 1.9/of the national final nothing", "national 2010-03-14 4", olga, "2010-03-20 12:00", "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, "regions aosta piemonte\na1 "+tt.event+": anna")
			is(t, "waits", waits(b, tt.offices, tt.now, "report answer-question homologate", had(tt.had...)), tt.want)
		})
	}
	tiers := registertest.Read(t, "three-tiers", "regions aosta\na1 stage aosta 2009-06-01 6 unreported: anna\na2 stage aosta 2009-06-01 6 pending: bea")
	is(t, "TT 4 ten days for a report, twelve to judge it, by the clocks of the season", waits(tiers, olga, "2009-06-03 12:00", "report homologate"),
		"report a1 → olga until 2009-06-11 23:59:59 (TT 4); homologate a2 → carla until 2009-06-14 23:59:59 (TT 4)")
	straight := registertest.Read(t, "straight-on", "a1 open 2009-06-01 4 pending: anna")
	is(t, "SO 2 a ruleset without a term has an event judged by the end of the season", waits(straight, olga, "2009-06-03 12:00", "homologate"),
		"homologate a1 → mina until 2009-12-31 23:59:59 (SO)")
}

// CN09 2.3: events and requests that have to be public two weeks before the day.
func TestAnnouncementsAndRequests(t *testing.T) {
	t.Parallel()
	draft := func(region, day string) func(*duties.InSeason) {
		return func(l *duties.InSeason) {
			b := registertest.Read(t, registertest.CN09, "regions aosta piemonte\nd1 stage "+region+" "+day)
			e := b.Event("d1")
			e.State = facts.Draft
			l.Drafts = append(l.Drafts, e)
		}
	}
	for _, tt := range []struct {
		name, offices, now, want string
		day                      string
	}{
		{"CN09 2.3/two weeks before, although clocks go forward on that day", "organizer olga d1, " + staff, "2009-03-20 10:00", "announce d1 → olga until 2009-03-29 23:59:59 (CN09 2.3)", "2009-04-12"},
		{"CN09 2.3/the day after", "organizer olga d1, " + staff, "2009-03-30 00:00", "announce d1 → olga until 2009-03-29 23:59:59 (CN09 2.3) overdue", "2009-04-12"},
		{"CN09 2.3/without an organizer by the contact", staff, "2009-03-20 10:00", "announce d1 → carla until 2009-03-29 23:59:59 (CN09 2.3)", "2009-04-12"},
	} {
		b := registertest.Read(t, registertest.CN09, "regions aosta piemonte")
		is(t, tt.name, waits(b, tt.offices, tt.now, "announce", draft("aosta", tt.day)), tt.want)
	}
	b := registertest.Read(t, registertest.CN09, "regions aosta piemonte")
	aosta := b.Region("aosta")
	asked := func(region *league.RegionID) facts.Hosting {
		return facts.Hosting{ID: uuid.New(), Title: "Tappa", ClubName: "Circolo", RegionID: region, StartsAt: b.At("2009-04-12 10:00"), TimeZone: "Europe/Rome"}
	}
	is(t, "CN09 2.2 what a club asks to hold, in a region and in none", waits(b, staff, "2009-03-20 10:00", "decide-hosting", func(l *duties.InSeason) {
		l.Requested, l.Changed, l.Answered = []facts.Hosting{asked(&aosta)}, []facts.Hosting{asked(nil)}, []facts.Hosting{asked(&aosta)}
	}), strings.Join([]string{
		"decide-hosting Tappa, Circolo → carla until 2009-03-29 23:59:59 (CN09 2.3)", "decide-hosting Tappa, Circolo → mina until 2009-03-29 23:59:59 (CN09 2.3)",
		"decide-hosting Tappa, Circolo → carla until 2009-03-29 23:59:59 (CN09 2.3)",
	}, "; "))
	question := asked(&aosta)
	for club, want := range map[string]string{
		"championship-manager carlo, organizer olga, organizer olga d1, first-referee piero": "answer-hosting Tappa, Federazione → carlo olga until 2009-03-29 23:59:59 (CN09 2.3)",
		"organizer olga d1": "answer-hosting Tappa, Federazione →  until 2009-03-29 23:59:59 (CN09 2.3)",
	} {
		task := duties.OfHostingQuestion(question, b.Season().Rules, "Federazione", offices(b, club))
		is(t, "CN09 2.2 what the federation asks waits for whoever asks for the club: "+club, describe(b, task, "2009-03-20 10:00"), want)
	}
}

// CN09 1.4: events that the days of the season leave outside are moved before they begin.
func TestEventsOutsideTheSeason(t *testing.T) {
	t.Parallel()
	const days = "regions aosta\ndays 2009-02-01 2009-06-30 2009-07-31\n"
	for _, tt := range []struct{ name, event, want string }{
		{"CN09 1.4/on the last day", "stage aosta 2009-06-30", ""},
		{"CN09 1.4/a day later, until it begins", "stage aosta 2009-07-01", "outside-season a1 → carla until 2009-07-01 08:59:59 (CN09 1.4)"},
		{"CN09 1.4/an open tournament is the manager's", "open 2009-07-01", "outside-season a1 → mina until 2009-07-01 08:59:59 (CN09 1.4)"},
		{"CN09 1.4/a regional final in July", "regional aosta 2009-07-31", ""},
		{"CN09 1.4/in August", "regional aosta 2009-08-01", "outside-season a1 → carla until 2009-08-01 08:59:59 (CN09 1.4)"},
		{"CN09 1.4/the national final", "national 2010-03-14", ""},
		{"CN09 1.4/once it is played nobody moves it", "stage aosta 2009-07-01 running: anna", ""},
	} {
		b := registertest.Read(t, registertest.CN09, days+"a1 "+tt.event)
		is(t, tt.name, waits(b, staff, "2009-06-01 12:00", "outside-season"), tt.want)
	}
}

// The tasks about regional finals once the period of the events is over (CN09 1.4, 1.7.1, 1.7.4).
func TestFinalsToPrepare(t *testing.T) {
	t.Parallel()
	const kinds = "name-region decide announce-final"
	const one, three = "regions aosta piemonte\na1 stage aosta 2009-03-01 12: anna\n", "regions aosta\na1 stage aosta 2009-03-01 12: anna\na2 stage aosta 2009-03-08 12: bea\na3 stage aosta 2009-03-15 12: cleo\n"
	var five strings.Builder
	five.WriteString("regions aosta\n")
	for i, first := range []string{"anna ida ugo", "bea lea rita", "cleo mara sara", "dina nora tina", "elsa olga vera"} {
		five.WriteString("a" + strconv.Itoa(i) + " stage aosta 2009-03-0" + strconv.Itoa(i+1) + " 12: " + first + "\n")
		for _, name := range strings.Fields(first)[1:] {
			five.WriteString("no " + name + " regional\n")
		}
	}
	for _, tt := range []struct{ name, book, now, want string }{
		{"CN09 1.4/before the end of the year nothing", one, "2009-12-31 23:59", ""},
		{"CN09 1.7.1/from then on the region with which another plays", one, "2010-01-01 00:00", "name-region → mina until 2010-02-14 23:59:59 (CN09 1.7.1)"},
		{"CN09 1.7.1/once it is named nothing", one + "p1 stage piemonte 2009-03-02 12: bea\np2 stage piemonte 2009-03-09 12: cleo\nmerge aosta piemonte\nf regional piemonte 2010-01-31", "2010-01-10 12:00", ""},
		{"CN09 1.7.3/when three finalists play", three, "2010-01-10 12:00", "announce-final → carla until 2010-02-14 23:59:59 (CN09 1.4)"},
		{"CN09 1.7.3/after the last day it is overdue", three, "2010-02-15 00:00", "announce-final → carla until 2010-02-14 23:59:59 (CN09 1.4) overdue"},
		{"CN09 1.7.3/once it is announced nothing", three + "f regional aosta 2010-01-31", "2010-01-10 12:00", ""},
		{"CN09 1.7.4/what is not regulated the manager decides", five.String(), "2010-01-10 12:00", "decide → mina until 2010-02-14 23:59:59 (CN09 1.7.4)"},
		{"CN09 1.9/nothing once the national final has begun", one + "n national 2010-01-20 running: zita", "2010-01-19 12:00", ""},
		{"CN09 1.9/nor from its hour on", one + "n national 2010-01-20", "2010-01-20 09:00", ""},
		{"CN09 1.9/a minute before there is", one + "n national 2010-01-20", "2010-01-20 08:59", "name-region → mina until 2010-02-14 23:59:59 (CN09 1.7.1)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, tt.book)
			is(t, "waits", waits(b, staff, tt.now, kinds), tt.want)
		})
	}
}

// The tasks to convoke and to answer (CN09 1.7, 1.9, 2.2).
func TestConvocationsWait(t *testing.T) {
	t.Parallel()
	const kinds = "convoke lapse answer"
	const three = "regions aosta piemonte\na1 stage aosta 2009-03-01 12: anna ida\na2 stage aosta 2009-03-08 12: bea lea\na3 stage aosta 2009-03-15 12: cleo mara\n"
	const open = "regions aosta\ng1 open 2009-05-03 16: elio fanny\n"
	for _, tt := range []struct{ name, book, now, want string }{
		{"CN09 2.2/the contact convokes the finalists together", three, "2010-01-10 12:00", "convoke x3 → carla (CN09 1.7)"},
		{"CN09 2.2/not before the stages are over", three, "2009-12-31 23:59", ""},
		{"CN09 2.2/those who are not convoked yet", three + "call anna regional", "2010-01-10 12:00", "answer → anna until 2010-01-17 23:59:00 (CN09 1.7); convoke x2 → carla (CN09 1.7)"},
		{"CN09 1.7/who steps in by himself", three + "no anna regional", "2010-01-12 13:00", "convoke ida x1 → carla (CN09 1.7); convoke x2 → carla (CN09 1.7)"},
		{"CN09 1.7/also while stages are played", three + "no anna regional", "2009-12-31 23:59", "convoke ida x1 → carla (CN09 1.7)"},
		{"CN09 1.7.1/the contact of the region that holds the final", three + "p1 stage piemonte 2009-03-02 12: dora\nmerge piemonte aosta", "2010-01-10 12:00", "convoke x4 → carla (CN09 1.7)"},
		{"CN09 1.9/to the national final the manager", open, "2010-01-10 12:00", "convoke x1 → mina (CN09 1.8)"},
		{"CN09 1.9/who is convoked answers", open + "call elio national", "2010-01-17 23:58", "answer → elio until 2010-01-17 23:59:00 (CN09 1.9)"},
		{"CN09 1.9/after that it is for who convoked", open + "call elio national", "2010-01-17 23:59", "lapse elio → mina (CN09 1.9)"},
		{"CN09 1.9/who comes has nothing to do", open + "call elio national yes", "2010-01-17 23:59", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, tt.book)
			is(t, "waits", waits(b, staff, tt.now, kinds), tt.want)
		})
	}
	b := registertest.Read(t, registertest.CN09, open+"call elio national")
	is(t, "CN09 1.9 nobody answers who has no account", waits(b, staff, "2010-01-12 12:00", kinds, func(l *duties.InSeason) { l.People = nil }), "")
}

// A player without a place in a regional final (CN09 1.7): the account that may record its ranking
// corrects it.
func TestFinalToCorrect(t *testing.T) {
	t.Parallel()
	const book = "regions aosta\na1 stage aosta 2009-03-01 12: anna\na2 stage aosta 2009-03-08 12: bea\na3 stage aosta 2009-03-15 12: cleo\n"
	for _, tt := range []struct{ name, final, want string }{
		{"CN09 1.7/the contact, as long as nobody has decided about it", "4 pending: anna bea cleo zita", "correct-final f zita x1 → carla (CN09 1.7)"},
		{"CN09 1.7/two of them", "4 pending: zita anna bea zoe", "correct-final f zita x2 → carla (CN09 1.7)"},
		{"CN09 1.7/the manager, who takes back what was decided", "4: anna bea cleo zita", "correct-final f zita x1 → mina (CN09 1.7)"},
		{"CN09 1.7/nobody, where all have places", "3 pending: anna bea cleo", ""},
		{"CN09 1.7/nor where the manager has let it stand", "4 homologated waived=finalist-without-place: anna bea cleo zita", ""},
	} {
		b := registertest.Read(t, registertest.CN09, book+"f regional aosta 2010-01-10 "+tt.final)
		is(t, tt.name, waits(b, staff, "2010-01-12 12:00", "correct-final"), tt.want)
	}
}

// CN09 1.10: prizes of an invalid event go back within a week of its end.
func TestPrizesGoBack(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, event, want string }{
		{"CN09 1.10/of an invalid stage", "11 invalid prizes=2500", "return-prizes a1 → olga until 2009-03-08 23:59:59 (CN09 1.10)"},
		{"CN09 1.10/from its last day", "11 invalid prizes=2500 ended=2009-03-02", "return-prizes a1 → olga until 2009-03-09 23:59:59 (CN09 1.10)"},
		{"CN09 1.10/they are back", "11 invalid prizes=2500 settled", ""},
		{"CN09 1.10/they may be kept", "11 invalid prizes=2500 kept", ""},
		{"CN09 1.10/of a valid one", "12 prizes=2500", ""},
	} {
		b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-03-01 "+tt.event+": anna")
		is(t, tt.name, waits(b, "organizer olga a1, "+staff, "2009-03-05 12:00", "return-prizes"), tt.want)
	}
}

// CN09 3.2: another structure is agreed with the manager beforehand.
func TestStructuresWait(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-03-01")
	draft := b.Event("a1")
	draft.ID, draft.Title = registertest.EventID("d1"), "d1"
	asked := func(events ...string) func(*duties.InSeason) {
		return func(l *duties.InSeason) {
			l.Drafts = []facts.Event{draft}
			for _, e := range events {
				l.Structures = append(l.Structures, facts.WaitingStructure{EventID: registertest.EventID(e), ProposedAt: b.At("2009-02-01 12:00")})
			}
		}
	}
	is(t, "CN09 3.2 of an event and of a draft", waits(b, staff, "2009-02-02 12:00", "approve-structure", asked("a1", "d1")), "approve-structure a1 → mina (CN09 3.2); approve-structure d1 → mina (CN09 3.2)")
	is(t, "of what was called off nothing", waits(b, staff, "2009-02-02 12:00", "approve-structure", asked("x1")), "")
}

// CN09 1.9: a player with a right to a refund claims it; the manager decides, the treasurer pays,
// nobody their own.
func TestRefundsWait(t *testing.T) {
	t.Parallel()
	const kinds = "claim-refund complete-refund answer-refund decide-refund pay-refunds"
	b := registertest.Read(t, registertest.CN09, "regions aosta piemonte\nchampion rex\ngt stage piemonte 2009-04-05 28: carlo dora\ng1 open 2009-05-03 16: elio\ncall carlo national yes\ncall elio national yes\ncall rex national")
	claim := func(state facts.RefundState, player, by string) func(*duties.InSeason) {
		return func(l *duties.InSeason) {
			account := b.ID("account of " + player)
			l.Refunds = append(l.Refunds, facts.WaitingRefund{ID: b.ID("claim of " + player), State: state, PlayerID: b.Player(player), Player: player, Account: &account, CreatedBy: b.ID(by), Version: 3})
		}
	}
	for _, tt := range []struct {
		name, offices string
		claims        []func(*duties.InSeason)
		want          string
	}{
		{"CN09 1.9/who comes and is paid claims it; 1.8 not who comes from an open tournament", staff, nil, "claim-refund → carlo (CN09 1.9)"},
		{"CN09 1.9/what is begun is handed in", staff, []func(*duties.InSeason){claim(facts.RefundDraft, "carlo", "account of carlo")}, "complete-refund carlo → carlo (CN09 1.9)"},
		{"CN09 1.9/what is handed in the manager decides", staff, []func(*duties.InSeason){claim(facts.RefundSubmitted, "carlo", "account of carlo")}, "decide-refund carlo → mina (CN09 1.9)"},
		{"CN09 1.9/not who has written it", staff + ", championship-manager marta", []func(*duties.InSeason){claim(facts.RefundSubmitted, "carlo", "mina")}, "decide-refund carlo → marta (CN09 1.9)"},
		{"CN09 1.9/what was asked is answered by who has written it", staff, []func(*duties.InSeason){claim(facts.RefundAsked, "carlo", "account of carlo")}, "answer-refund carlo → carlo (CN09 1.9)"},
		{"CN09 1.9/what is approved the treasurer pays", staff, []func(*duties.InSeason){claim(facts.RefundApproved, "carlo", "account of carlo")}, "pay-refunds x1 → tito (CN09 1.9)"},
		{"CN09 1.9/together with what a bank sent back", staff, []func(*duties.InSeason){claim(facts.RefundApproved, "carlo", "account of carlo"), claim(facts.RefundFailed, "rex", "account of rex")}, "pay-refunds x2 → tito (CN09 1.9)"},
		{"CN09 1.9/not his own: another treasurer", staff + ", treasurer tina", []func(*duties.InSeason){claim(facts.RefundApproved, "carlo", "tito"), claim(facts.RefundApproved, "rex", "account of rex")}, "pay-refunds x2 → tina tito (CN09 1.9)"},
		{"CN09 1.9/nothing where nobody else may pay", staff, []func(*duties.InSeason){claim(facts.RefundApproved, "carlo", "tito")}, ""},
		{"CN09 1.9/what is paid is over", staff, []func(*duties.InSeason){claim(facts.RefundPaid, "carlo", "account of carlo")}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := waits(b, tt.offices, "2010-01-12 12:00", kinds, tt.claims...)
			is(t, "waits", sorted(got), sorted(tt.want))
		})
	}
	tiers := registertest.Read(t, "three-tiers", "regions aosta\nr1 stage aosta 2009-06-01 50: anna bea\ncall bea national yes\nnat national 2010-06-13")
	is(t, "TT 6 within thirty days of the final", waits(tiers, staff, "2010-07-01 12:00", kinds), "claim-refund → bea until 2010-07-13 23:59:59 (TT 6)")
	is(t, "TT 6 not after them", waits(tiers, staff, "2010-07-14 01:00", kinds), "")
}

// sorted puts the accounts of a task in alphabetical order, as payers are ordered by ids.
func sorted(line string) string {
	head, tail, ok := strings.Cut(line, "→ ")
	names, rest, _ := strings.Cut(tail, " (")
	if !ok {
		return line
	}
	readers := strings.Fields(names)
	slices.Sort(readers)
	return head + "→ " + strings.Join(readers, " ") + " (" + rest
}

// An undelivered convocation is a task of the convoker while it waits for its answer.
func TestRefusedConvocations(t *testing.T) {
	t.Parallel()
	const book = "regions aosta\na1 stage aosta 2009-03-01 12: anna\na2 stage aosta 2009-03-08 12: bea\na3 stage aosta 2009-03-15 12: cleo\ng1 open 2009-05-03 16: elio\n"
	for _, tt := range []struct{ name, more, call, now, want string }{
		{"CN09 2.2/to a regional final the contact", "call anna regional", "anna regional", "2010-01-12 12:00", "mail-refused anna → carla ()"},
		{"CN09 1.9/to the national one the manager", "call elio national", "elio national", "2010-01-12 12:00", "mail-refused elio → mina ()"},
		{"CN09 1.9/not once it is answered", "call elio national yes", "elio national", "2010-01-12 12:00", ""},
		{"CN09 1.9/nor once its time is over", "call elio national", "elio national", "2010-01-17 23:59", ""},
	} {
		b := registertest.Read(t, registertest.CN09, book+tt.more)
		who, final, _ := strings.Cut(tt.call, " ")
		letter := facts.RefusedMail{About: matter.Convocation, AboutID: b.Call(who, final).ID, Name: who, At: b.At("2010-01-11 12:00"), State: matter.Failed}
		is(t, tt.name, waits(b, staff, tt.now, "mail-refused", func(l *duties.InSeason) { l.Mails = []facts.RefusedMail{letter} }), tt.want)
	}
}

// An account gets the tasks that wait for it, and offices apply only to their scope.
func TestOffices(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-03-01")
	all := offices(b, "organizer olga a1, organizer otto a2, regional-contact carla aosta, championship-manager mina, championship-manager mina")
	for _, tt := range []struct {
		name, role, want string
		event            league.EventID
		region           league.RegionID
	}{
		{"over an event", duties.Organizer, "olga", b.Event("a1").ID, league.RegionID{}},
		{"over another", duties.Organizer, "otto", registertest.EventID("a2"), league.RegionID{}},
		{"over a region", "regional-contact", "carla", league.EventID{}, b.Region("aosta")},
		{"over another region nobody", "regional-contact", "", league.EventID{}, b.Region("piemonte")},
		{"over all, each once", duties.Manager, "mina", b.Event("a1").ID, b.Region("aosta")},
	} {
		var names []string
		for _, id := range duties.Holders(all, tt.role, tt.event, tt.region) {
			names = append(names, b.Name(id))
		}
		is(t, "CN09 1.2 "+tt.name, strings.Join(names, " "), tt.want)
	}
	tasks := []duties.Task{{Kind: duties.Report, For: []uuid.UUID{b.ID("olga")}}, {Kind: duties.Decide, For: []uuid.UUID{b.ID("mina"), b.ID("olga")}}, {Kind: duties.Lapse, For: []uuid.UUID{b.ID("mina")}}}
	if got := duties.Of(tasks, b.ID("olga")); len(got) != 2 || got[1].Kind != duties.Decide || len(tasks) != 3 {
		t.Errorf("got %+v", got)
	}
}
