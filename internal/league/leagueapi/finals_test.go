package leagueapi_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// afterNational is the evening of the national final.
var afterNational = time.Date(2010, 3, 14, 19, 0, 0, 0, time.UTC)

// ranked is the end of an event that was played elsewhere by people of the register.
func (f *finals) ranked(names ...string) apitest.JSON {
	entrants, ranking := []apitest.JSON{}, []uuid.UUID{}
	for _, name := range names {
		entrants, ranking = append(entrants, apitest.JSON{"player": f.person(name), "played": true}), append(ranking, f.person(name))
	}
	return apitest.JSON{"entrants": entrants, "ranking": ranking}
}

// cancelled calls an event off past the server.
func (f *finals) cancelled(event uuid.UUID) {
	f.t.Helper()
	f.alter(`update league.events set state = 'cancelled' where id = $1`, event)
	f.touch()
}

// When a final may be opened, and which players are on its list: TestMayBePlayed and TestRequireHolders of
// package register.
func TestNationalFinalIsTheLast(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.sized(f.piemonte, "2009-04-05", 28, "Carlo Grande", "Dora Seconda")
	f.openEvent("2009-05-03", 16, "Elio Aperto", "Fanny Resta")
	open := f.played(apitest.JSON{"title": "Tappa di Cogne", "startsAt": "2009-06-07T08:00:00Z"}, 12, "Nadia Nuova")
	final := f.nationalFinal()
	opening := func(t *testing.T) *apitest.Answer { return f.manager.In(t).Post(f.in(final)+"/entry-opening", nil) }
	t.Run("CN09 1.9 the national final is not opened before all that leads to it is decided", func(t *testing.T) {
		got := opening(t).Refused(409, "season-undecided")
		if paragraph(got) != "CN09 1.9" || !strings.Contains(got.Text("detail"), "Tappa di Cogne") || got.Len("current.undecided") != 1 {
			t.Errorf("got %s", got.Body)
		}
		if list := f.server.Anonymous().In(t).Get(f.path + "/finals").Want(200); list.Len("national.undecided") != 1 || list.Text("national.undecided.0.title") != "Tappa di Cogne" {
			t.Errorf("got %s", list.Body)
		}
	})
	f.decide(open, "homologated")
	t.Run("CN09 1.4, 1.9 nor while a regional final can still be held", func(t *testing.T) {
		got := opening(t).Refused(409, "regional-finals-to-come")
		if !strings.Contains(got.Text("detail"), "Valle d'Aosta") || !strings.Contains(got.Text("detail"), "14 February 2010") {
			t.Errorf("got %s", got.Body)
		}
	})
	f.at(time.Date(2010, 2, 15, 9, 0, 0, 0, time.UTC))
	opening(t).Want(200)
	late := f.announced(apitest.JSON{"kind": "open", "title": "Open tardivo", "region": nil, "startsAt": "2009-12-06T08:00:00Z"})
	f.alter(`update league.events set elsewhere = false where id = $1`, late)
	f.at(afterNational)
	t.Run("CN09 1.9 it is neither started nor recorded then", func(t *testing.T) {
		referee := f.server.SignUp("Fabio Arbitro")
		f.federation.Appoint(referee, "first-referee", apitest.Stage(final))
		referee.In(t).Post(f.in(final)+"/start", apitest.JSON{}).Refused(409, "season-undecided")
		f.manager.In(t).Post(f.in(final)+"/outcome", f.ranked("Carlo Grande", "Elio Aperto")).Refused(409, "season-undecided")
	})
	f.cancelled(late)
	t.Run("CN09 1.5, 1.9 who has no place and who has refereed are not on its list", func(t *testing.T) {
		body := f.ranked("Carlo Grande", "Elio Aperto", "Zita Nessuna")
		body["referees"] = []apitest.JSON{{"name": "Elio Aperto", "player": f.person("Elio Aperto"), "first": true}}
		got := f.manager.In(t).Post(f.in(final)+"/outcome", body).Want(422)
		same(t, faults(got), "/entrants/1 referee-of-event", "/entrants/2 no-place-in-final")
	})
	standing := func() string { return f.server.Anonymous().Get(f.in(final)).Want(200).Text("inSeason.standing") }
	if got := standing(); got != "planned" {
		t.Errorf("before it: %s", got)
	}
	f.manager.Post(f.in(final)+"/outcome", f.ranked("Carlo Grande", "Elio Aperto")).Want(200)
	t.Run("CN09 1.9 once it is over it is played, and nobody homologates it", func(t *testing.T) {
		if got := standing(); got != "played" {
			t.Errorf("got %s", got)
		}
	})
}

// Which regions may play together: TestMerge of package register; finals played against the rules:
// TestMayRecordFinal.
func TestFinalOfAMergedRegion(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.stage(f.aosta, "2009-03-01", "Ada Uno", "Ida Seconda")
	f.stage(f.piemonte, "2009-03-08", "Bea Due", "Lea Seconda")
	f.stage(f.piemonte, "2009-03-15", "Cleo Tre", "Mara Seconda")
	merge := apitest.JSON{"region": f.aosta, "into": f.piemonte, "reason": "Regione confinante"}
	own := f.regionalFinal(f.aosta)
	f.manager.Post(f.in(own)+"/entry-opening", nil).Refused(409, "final-to-merge")
	f.at(time.Date(2010, 1, 31, 19, 0, 0, 0, time.UTC))
	t.Run("that it was played all the same only the manager records, with a reason", func(t *testing.T) {
		f.alter(`update league.events set starts_at = '2010-01-30T09:00:00Z' where id = $1`, own)
		f.touch()
		known := f.ranked("Ada Uno", "Zita Nessuna")
		known["barred"] = true
		same(t, faults(f.manager.In(t).Post(f.in(own)+"/outcome", known).Want(422)), "/reason why-missing")
		known["reason"] = "Giocata lo stesso"
		contact := f.federation.Member("Bruno Referente", "regional-contact", apitest.Region(f.aosta))
		contact.In(t).Post(f.in(own)+"/outcome", known).Refused(409, "final-to-merge")
		f.manager.In(t).Post(f.in(own)+"/outcome", known).Want(200)
		f.manager.In(t).Post(f.in(own)+"/outcome/withdrawal", apitest.JSON{"reason": "Non vale"}).Want(200)
	})
	if got := f.manager.Post(f.path+"/region-merges", merge).Refused(409, "region-has-final"); !strings.Contains(got.Text("detail"), "Finale di Aosta") {
		t.Errorf("got %s", got.Body)
	}
	f.manager.Post(f.in(own)+"/cancellation", apitest.JSON{"reason": "Si gioca con il Piemonte"}).Want(200)
	draft := f.draft(apitest.JSON{"kind": "regional-final", "title": "Finale di troppo", "startsAt": "2010-02-07T09:00:00Z"}).Want(201).ID("id")
	f.manager.Post(f.path+"/region-merges", merge).Want(201)
	t.Run("CN09 1.7.1 merged, it has no final of its own to announce or draft", func(t *testing.T) {
		got := f.manager.In(t).Post(f.in(draft)+"/announcement", nil).Refused(409, "merged")
		if paragraph(got) != "CN09 1.7.1" {
			t.Errorf("got %s", got.Body)
		}
		f.manager.In(t).Post(f.in(draft)+"/cancellation", apitest.JSON{"reason": "Errore"}).Want(200)
		same(t, faults(f.draft(apitest.JSON{"kind": "regional-final", "startsAt": "2010-02-07T09:00:00Z"}).Want(422)), "/region merged")
	})
}

// The field of a final shows how its finalists play, and not how many players a stage needs.
func TestFieldOfAFinal(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.stage(f.aosta, "2009-03-01", "Ada Uno", "Ida Seconda")
	f.stage(f.aosta, "2009-03-08", "Bea Due", "Lea Seconda")
	regionalFinal, nationalFinal := f.regionalFinal(f.aosta), f.nationalFinal()
	small := f.draft(apitest.JSON{"kind": "regional-final", "region": f.piemonte, "title": "Finale piccola", "startsAt": "2010-01-31T09:00:00Z", "capacity": 4})
	if small.Want(201).Int("capacity") != 4 {
		t.Errorf("got %s", small.Body)
	}
	shown := func(id uuid.UUID) (e openapi.Event) {
		f.server.Anonymous().Get(f.in(id)).Want(200).Into(&e)
		return e
	}
	t.Run("CN09 1.7.2 two finalists and two called up play one game", func(t *testing.T) {
		e := shown(regionalFinal)
		if e.Field.Min != 0 || cites(e.Field.Explanation) != "CN09 1.7.2" || e.InSeason.Final.Kind != "final" || e.InSeason.Final.Field != 4 {
			t.Errorf("got %+v and %+v", e.Field, e.InSeason)
		}
	})
	t.Run("CN09 1.9 to the national final come those who have a place", func(t *testing.T) {
		if e := shown(nationalFinal); e.Field.Min != 0 || cites(e.Field.Explanation) != "CN09 1.9" || e.InSeason.Final.Kind != "" {
			t.Errorf("got %+v", e.Field)
		}
	})
	t.Run("CN09 1.6.a who runs it for the federation sends its photos", func(t *testing.T) {
		contact := f.federation.Member("Bruno Referente", "regional-contact", apitest.Region(f.aosta))
		for _, by := range []*apitest.Client{f.manager.In(t), contact.In(t)} {
			by.Post(f.in(regionalFinal)+"/photos", photo(snapshot(t, 64, 48), nil)).Want(201)
		}
		stage := f.announced(nil)
		f.manager.In(t).Post(f.in(stage)+"/photos", photo(snapshot(t, 64, 48), nil)).Want(403)
		contact.In(t).Post(f.in(nationalFinal)+"/photos", photo(snapshot(t, 64, 48), nil)).Want(403)
	})
}

// effects lists the changes to entries, in the order of the alphabet: "cancelled Ada Uno
// CN09 1.11".
func effects(list []openapi.EntryEffect) (out []string) {
	for _, e := range list {
		out = append(out, string(e.Effect)+" "+e.Player.Name+" "+cites(e.Explanation))
	}
	slices.Sort(out)
	return out
}

// Lost places cancel the entries of the players who were to come to the finals, listed before and applied after
// by one function.
func TestEntriesFollowPlaces(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	first := f.stage(f.aosta, "2009-03-01", "Ada Uno", "Ida Seconda")
	f.stage(f.aosta, "2009-03-08", "Bea Due", "Lea Seconda")
	f.stage(f.aosta, "2009-03-15", "Cleo Tre", "Mara Seconda")
	f.stage(f.aosta, "2009-03-22", "Dina Quattro", "Nora Seconda")
	f.sized(f.aosta, "2009-03-29", 20, "Elsa Cinque", "Olga Seconda")
	f.alter(`update league.events set elsewhere = true where id = $1`, first)
	f.touch()
	final := f.regionalFinal(f.aosta)
	f.manager.Post(f.in(final)+"/entry-opening", nil).Want(200)
	letters := map[string]string{}
	for _, name := range []string{"Ada Uno", "Bea Due", "Cleo Tre", "Dina Quattro", "Elsa Cinque", "Olga Seconda"} {
		f.call(f.manager, name, regional).Want(201)
		letters[name] = f.letter(name)
		f.reply(letters[name], true).Want(200)
	}
	all := f.entrants(final)
	t.Run("CN09 1.7 an entry follows from the place: it ends by an answer only", func(t *testing.T) {
		if got := f.manager.In(t).Post(f.in(final)+"/entries/1/cancellation", apitest.JSON{"reason": "Non viene"}).Refused(409, "entry-of-final"); paragraph(got) != "CN09 1.7" {
			t.Errorf("got %s", got.Body)
		}
	})
	var foreseen openapi.SeasonWhatIf
	f.manager.Post(f.path+"/what-if", apitest.JSON{"verdict": apitest.JSON{"event": first, "valid": false}}).Want(200).Into(&foreseen)
	f.judge().Post(f.in(first)+"/homologation/reversal", apitest.JSON{"reason": "Nuove prove"}).Want(200)
	decision := apitest.JSON{"decision": "invalidate", "unsound": true, "reason": "Risultati inventati"}
	f.alter(`insert into league.reports (tenant_id, event_id, number, received_at, sent_at, sent_by, notes, document, digest) values ($1, $2, 1, '2009-03-02', '2009-03-02', $3, '', '{}', repeat('0', 64))`,
		f.federation.ID, first, f.manager.ID)
	f.touch()
	var preview, done openapi.SeasonConsequences
	f.judge().Post(f.in(first)+"/homologation/preview", decision).Want(200).Into(&preview)
	if got := f.entrants(final); got != all {
		t.Fatalf("looking has changed %q to %q", all, got)
	}
	f.judge().Post(f.in(first)+"/homologation", decision).Want(200).Into(&done)
	// With four finalists nobody is called up: the second of the largest stage is out too.
	want := []string{"cancelled Ada Uno CN09 1.11", "cancelled Olga Seconda CN09 1.7"}
	for what, got := range map[string][]openapi.EntryEffect{"asked": foreseen.Entries, "looked at": preview.Entries, "done": done.Entries} {
		if got := effects(got); !slices.Equal(got, want) {
			t.Errorf("%s: %q", what, got)
		}
	}
	for what, letters := range map[string][]openapi.FollowingLetter{"looked at": preview.Letters, "done": done.Letters} {
		if got := letterNames(letters); !slices.Equal(got, []string{"convocation-ended Ada Uno", "convocation-ended Olga Seconda"}) {
			t.Errorf("%s: letters go to %q", what, got)
		}
	}
	t.Run("CN09 1.7, 1.11 they leave the final at once", func(t *testing.T) {
		if got := f.entrants(final); got != "Bea Due, Cleo Tre, Dina Quattro, Elsa Cinque" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("they are told by mail why", func(t *testing.T) {
		for name, part := range map[string]string{"Ada Uno": "CN09 1.11", "Olga Seconda": "CN09 1.7"} {
			mail := f.server.Mailbox.Wait(address(name), "convocation-turned")
			if !strings.Contains(mail.Text, part) || !strings.Contains(mail.Text, "Finale di Aosta") {
				t.Errorf("%s: %s", name, mail.Text)
			}
		}
	})
	t.Run("their links say that the convocation holds no more, and why", func(t *testing.T) {
		for name, par := range map[string]string{"Ada Uno": "1.11", "Olga Seconda": "1.7"} {
			got := f.opened(letters[name]).Want(200)
			if got.Text("answer") != "ended" || got.Text("ended.rule.paragraph") != par || got.Text("ended.text") == "" || got.Text("title") != "Finale di Aosta" {
				t.Errorf("%s: %s", name, got.Body)
			}
			if refused := f.reply(letters[name], true).Want(409); paragraph(refused) != "CN09 "+par {
				t.Errorf("%s: %s", name, refused.Body)
			}
		}
		list := f.manager.In(t).Get(f.path + "/convocations").Want(200)
		if strings.Count(string(list.Body), `"state":"ended"`) != 2 || !strings.Contains(string(list.Body), `"reason":"event-invalid"`) {
			t.Errorf("got %s", list.Body)
		}
	})
	t.Run("taken back, all is as it was", func(t *testing.T) {
		var asked openapi.SeasonWhatIf
		var back openapi.SeasonConsequences
		f.manager.In(t).Post(f.path+"/what-if", apitest.JSON{"reversal": apitest.JSON{"event": first}}).Want(200).Into(&asked)
		f.judge().In(t).Post(f.in(first)+"/homologation/reversal", apitest.JSON{"reason": "Erano veri"}).Want(200).Into(&back)
		if got := effects(back.Entries); len(got) != 2 || !strings.HasPrefix(got[0], "entered Ada Uno") || !strings.HasPrefix(got[1], "entered Olga Seconda") {
			t.Errorf("got %q", got)
		}
		if said, came := effects(asked.Entries), effects(back.Entries); !slices.Equal(said, came) {
			t.Errorf("said %q, came %q", said, came)
		}
		if mail := f.server.Mailbox.Wait(address("Ada Uno"), "convocation-turned"); !strings.Contains(mail.Subject, "again") {
			t.Errorf("got %s", mail.Subject)
		}
	})
	t.Run("CN09 1.5 who works for the publisher leaves the final, and is back when that was wrong", func(t *testing.T) {
		manager := f.manager.In(t)
		id := manager.Post(f.federation.Path+"/exclusions", apitest.JSON{
			"player": f.person("Dina Quattro"), "kind": "employee-of-publisher", "from": "2010-01-01", "reason": "Lavora in redazione",
		}, apitest.Key(uuid.NewString())).Want(201).Text("id")
		if got := f.entrants(final); strings.Contains(got, "Dina") {
			t.Errorf("got %q", got)
		}
		manager.Post(f.federation.Path+"/exclusions/"+id+"/revocation", apitest.JSON{"reason": "Un'altra persona"}).Want(200)
		if got := f.entrants(final); !strings.Contains(got, "Dina") {
			t.Errorf("got %q", got)
		}
	})
	f.banTakesCalledUpOut(final)
	f.begunFinalStays(final, first, decision)
}

// banTakesCalledUpOut bans a finalist: with four nobody is called up any more, and the player who was leaves
// the final too.
func (f *finals) banTakesCalledUpOut(final uuid.UUID) {
	f.t.Helper()
	body := apitest.JSON{"player": f.person("Bea Due"), "source": "Lettera", "decision": apitest.JSON{"outcome": "ban", "from": "2010-01-11", "reason": "Carte segnate"}}
	f.t.Run("CN09 5.5, 1.7 a ban of one finalist takes out another who was called up for five", func(t *testing.T) {
		var done openapi.Ban
		manager := f.manager.In(t)
		// Nobody steps in for her: the second of her stage cannot come.
		f.manager.Post(f.path+"/answers", apitest.JSON{"player": f.person("Lea Seconda"), "final": regional, "coming": false, "how": "al telefono"}).Want(201)
		banned := manager.Post(f.federation.Path+"/bans", body, apitest.Key(uuid.NewString())).Want(201)
		banned.Into(&done)
		var names []string
		for _, e := range done.Entries {
			names = append(names, string(e.Effect)+" "+e.Player.Name)
		}
		if !slices.Equal(names, []string{"cancelled Bea Due", "cancelled Olga Seconda"}) {
			t.Errorf("got %q", names)
		}
		if got := f.entrants(final); strings.Contains(got, "Bea") || strings.Contains(got, "Olga") || !strings.Contains(got, "Ada") {
			t.Errorf("got %q", got)
		}
	})
}

// begunFinalStays invalidates a stage once its final has begun: its players go on.
func (f *finals) begunFinalStays(final, stage uuid.UUID, decision apitest.JSON) {
	f.t.Helper()
	f.decide(stage, "homologated")
	f.at(time.Date(2010, 1, 31, 19, 0, 0, 0, time.UTC))
	f.manager.Post(f.in(final)+"/outcome", f.ranked("Ada Uno", "Cleo Tre", "Dina Quattro", "Elsa Cinque")).Want(200)
	f.judge().Post(f.in(stage)+"/homologation/reversal", apitest.JSON{"reason": "Nuove prove"}).Want(200)
	f.t.Run("a final that has begun goes on with who has lost his place, and this is said", func(t *testing.T) {
		var done openapi.SeasonConsequences
		f.judge().In(t).Post(f.in(stage)+"/homologation", decision).Want(200).Into(&done)
		if len(done.Entries) != 1 || done.Entries[0].Effect != "stays" || done.Entries[0].Player.Name != "Ada Uno" {
			t.Errorf("got %+v", done.Entries)
		}
	})
	f.t.Run("CN09 1.7 a place in a regional final that has begun is not declined", func(t *testing.T) {
		f.manager.In(t).Post(f.path+"/answers", apitest.JSON{"player": f.person("Cleo Tre"), "final": regional, "coming": false, "how": "al telefono"}).Refused(409, "final-has-begun")
		f.reply(f.letterAgain("Cleo Tre"), false).Refused(409, "final-has-begun")
	})
}

// letterAgain returns the token of the last letter to a convoked player.
func (f *finals) letterAgain(name string) string {
	f.t.Helper()
	all := f.server.Mailbox.All()
	for i := range all {
		if m := all[len(all)-1-i]; m.To.Mail == address(name) && m.Kind == "convocation" {
			return apitest.Token(f.t, m)
		}
	}
	f.t.Fatalf("no letter to %s", name)
	return ""
}

// A regional final that the regulation plays in a single game is run here with no more
// ado than a stage.
func TestRegionalFinalIsPlayedHere(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	for day, winner := range map[string]string{"2009-03-01": "Ada Uno", "2009-03-08": "Bea Due", "2009-03-15": "Cleo Tre"} {
		f.stage(f.aosta, day, winner)
	}
	s := f.gathered("Ada Uno", "Bea Due", "Cleo Tre")
	t.Run("CN09 1.7.3 its page says how it is played", func(t *testing.T) {
		if page := s.page(); !strings.Contains(page, "3 finalist") || !strings.Contains(page, "1.7.3") {
			t.Errorf("got %s", page)
		}
	})
	for n := range 3 {
		f.manager.Post(s.entry(n+1)+"/check-in", nil).Want(200)
	}
	t.Run("CN09 1.7.3 three finalists play one game, and the winner is the champion", func(t *testing.T) {
		started := s.referee.In(t).Post(s.path+"/start", apitest.JSON{}).Want(200)
		if started.Int("format.rounds") != 1 || started.Value("format.final") != false || started.Text("structure.reason") != "CN09 1.7.3" {
			t.Errorf("got %s", started.Body)
		}
		round := s.draw()
		if len(round.Tables) != 1 || len(round.Tables[0].Seats) != 3 {
			t.Fatalf("got %+v", round)
		}
		s.play(round)
		s.close(1)
		s.referee.Post(s.path+"/completion", nil).Want(200)
		if got := f.holders(national); !strings.HasSuffix(got, " held") || strings.Contains(got, ",") {
			t.Errorf("got %s", got)
		}
	})
	other := f.nationalFinal()
	t.Run("CN09 3.2 a final of another form needs a structure that is agreed", func(t *testing.T) {
		f.alter(`insert into league.verdicts (tenant_id, event_id, number, kind, decided_by, decided_at) values ($1, $2, 1, 'homologated', $3, now())`, f.federation.ID, s.id, f.manager.ID)
		f.touch()
		f.manager.In(t).Post(f.in(other)+"/entry-opening", nil).Want(200)
		referee := f.server.SignUp("Gino Arbitro")
		f.federation.Appoint(referee, "first-referee", apitest.Stage(other))
		if got := referee.In(t).Post(f.in(other)+"/start", apitest.JSON{}).Refused(422, "final-without-structure"); paragraph(got) != "CN09 3.2" {
			t.Errorf("got %s", got.Body)
		}
	})
}

// letterNames lists the letters that follow, each with its reader.
func letterNames(letters []openapi.FollowingLetter) []string {
	out := openapi.Each(letters, func(l openapi.FollowingLetter) string { return string(l.Kind) + " " + l.Player.Name })
	slices.Sort(out)
	return out
}
