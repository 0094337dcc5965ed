package leagueapi_test

import (
	"archive/zip"
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// canary is a word that stands in no other text.
const canary = "Zebrafinch"

// traced is a register in which one person has left traces everywhere, in an event that was
// played to its end, and another person the same.
type traced struct {
	*stage
	person, other   *apitest.Client
	player, another uuid.UUID
	log             func() string // the server's log from the start
}

// newTraced plays an event with two people who have accounts, and leaves words about both.
func newTraced(t *testing.T) *traced {
	t.Helper()
	x := &traced{stage: newStage(t, nil)}
	x.log = x.server.KeepLog()
	x.start(12)
	x.person, x.player = x.named(1, canary+" Rossi", canary+"@example.org")
	x.other, x.another = x.named(2, "Parrot Bianchi", "parrot@example.org")
	round := x.draw()
	for entry, word := range map[int]string{1: canary, 2: "Parrot"} {
		x.referee.Post(x.path+"/sanctions", apitest.JSON{"entry": entry, "kind": "warning", "moment": "during-game", "reason": "about " + word}).Want(201)
	}
	x.play(round)
	x.close(1)
	x.write(canary, x.player, x.person.ID, 1)
	x.write("Parrot", x.another, x.other.ID, 2)
	return x
}

// named gives an entrant a name, an address and an account, and returns the account and the player.
func (x *traced) named(entry int, name, address string) (*apitest.Client, uuid.UUID) {
	x.t.Helper()
	player := x.playerOf(entry)
	path := x.address("players/" + player.String())
	tag := x.federation.Manager.Get(path).Want(200).ETag()
	x.federation.Manager.Patch(path, apitest.JSON{"name": name, "email": address, "club": fmt.Sprintf("Club of entry %d", entry), "city": "City of " + name}, apitest.Match(tag)).Want(200)
	who := x.server.SignUp(name)
	code := x.federation.Manager.Post(path+"/claim-code", nil).Want(201).Text("code")
	who.Post(x.federation.Path+"/code-claims", apitest.JSON{"code": code}).Want(200)
	return who, player
}

// write leaves a word in every place that has words about a person, as it stands when the acts that
// lead there were done.
func (x *traced) write(word string, player, account uuid.UUID, entry int) {
	x.t.Helper()
	tenant, by := x.federation.ID, x.federation.Manager.ID
	alter := func(sql string, args ...any) { x.server.Database.Alter(x.t, sql, args...) }
	add := func(table, columns, values string, args ...any) {
		alter(`insert into league.`+table+` (tenant_id, `+columns+`) values ($1, `+values+`)`, append([]any{tenant}, args...)...)
	}
	id := func() uuid.UUID { return uuid.Must(uuid.NewV7()) }
	ban, ruling, season, refund := id(), id(), id(), id()
	add("bans", "id, player_id, source, opened_at", "$2, $3, $4, now()", ban, player, word+" letter")
	add("ban_decisions", "ban_id, ordinal, outcome, from_day, until_day, reason, decided_by, decided_at", "$2, 1, 'ban', '2001-01-01', '2001-02-01', $3, $4, now()", ban, word+" cheated", by)
	add("ban_appeals", "ban_id, ordinal, text, made_by, made_at", "$2, 1, $3, $4, now()", ban, word+" says no", account)
	add("exclusions", "id, player_id, kind, from_day, until_day, reason, recorded_by, recorded_at, revoked_reason", "$2, $3, 'employee-of-publisher', '2001-01-01', '2001-02-01', $4, $5, now(), $4", id(), player, word, by)
	add("exemptions", "event_id, player_id, reason, decided_by, decided_at", "$2, $3, $4, $5, now()", x.id, player, word, by)
	add("entry_checks", "id, event_id, entry, player_id, about, outcome, everywhere, reason, decided_by, decided_at", "$2, $3, $4, $5, array[$5::uuid], 'confirmed', false, $6, $7, now()", id(), x.id, entry, player, word, by)
	add("attendance", "id, event_id, ordinal, entry, round, given_by, given_at, revoked_at, revoked_by, revoked_reason", "$2, $3, $4, $4, 1, $5, now(), now(), $5, $6", id(), x.id, entry, by, word)
	add("withdrawals", "id, event_id, ordinal, entry, round, during, reason, given_by, given_at, revoked_at, revoked_by, revoked_reason", "$2, $3, $4, $4, 1, true, $5, $6, now(), now(), $6, $5", id(), x.id, entry, word, by)
	add("rulings", "id, event_id, question, decision, given_by, given_at, appeal_entry, appeal_reason, final_decision", "$2, $3, $4, $4, $5, now(), $6, $4, $4", ruling, x.id, word, by, entry)
	add("rulings", "id, event_id, question, decision, given_by, given_at", "$2, $3, $4, 'that is so', $5, now()", id(), x.id, "May "+word+" Rossi sit there, and Parrot Bianchi here?", by)
	add("player_requests", "id, kind, player_id, account_id, name, words, asked_at, outcome, reason, decided_by, decided_at", "$2, 'name', $3, $4, $5, $5, now(), 'refused', $5, $6, now()", id(), player, account, word, by)
	add("claim_mails", "id, player_id, asked_by, asked_at, expires_at", "$2, $3, $4, now(), now()", refund, player, account)
	add("claim_links", "token_hash, mail_id, address, made_at", "$2, $3, $4, now()", []byte{byte(entry)}, refund, word+"@example.org")
	add("address_changes", "id, player_id, was, became, changed_by, changed_at", "$2, $3, $4, $4, $5, now()", id(), player, word+"@example.org", by)
	add("referee_calls", "id, event_id, round, table_number, reason, note, called_at", "$2, $3, 1, 1, 'dispute', $4, now()", id(), x.id, word+" Rossi counts twice")
	add("event_staff", "id, event_id, role, name, player_id, created_at", "$2, $3, 'helper', $4, $5, now()", id(), x.id, word+" Rossi", player)
	add("mails", "about, about_id, state, at, reply", "'player-address', $2, 'sent', now(), $3", player, word)
	add("held_letters", "id, player_id, kind, job, held_at", "$2, $3, 'letter.convocation', jsonb_build_object('to', $4::text), now()", id(), player, word)
	add("idempotency", "principal, operation, key, fingerprint, status, header, body, created_at", "$2, 'CreatePlayer', $3, '\\x00', 201, '{}', convert_to($4, 'UTF8'), now()", word[:3], uuid.NewString(), `{"name":"`+word+` Rossi"}`)
	add("imports", "id, state, form, bytes, people, faults, decided, lines, title, created_by, session, language, created_at, finished_at", "$2, 'stored', 'xlsx', 1, jsonb_build_array($3::text), '[]', '{}', 1, '', $4, $2, 'en', now(), now()", id(), word+" Rossi", by)
	sent := id()
	add("histories", "id, subject, name, state, digest, bytes, file, sample, questions, differences, reason, created_by, session, language, created_at",
		"$2, 'players', $3, 'questions', md5($4), 1, convert_to($4, 'UTF8'), jsonb_build_array(jsonb_build_array($4::text)), jsonb_build_array(jsonb_build_object('line', 2, 'name', $4::text, 'candidates', '[]'::jsonb)), jsonb_build_array(jsonb_build_object('line', 2, 'name', $4::text, 'what', 'player-added')), $3, $5, $2, 'en', now()",
		sent, word+" Rossi.csv", "name\n"+word+" Rossi\n", by)
	add("histories", "id, subject, name, state, digest, bytes, file, created_by, session, language, created_at", "$2, 'players', 'old', 'received', $3, 1, convert_to($4, 'UTF8'), $5, $2, 'en', now()",
		id(), sent.String(), "name\nsomebody\n"+word+" Rossi\n", by)
	add("history_people", "history_id, line, player_id, added, born, member", "$2, 2, $3, false, 1970, $4", sent, player, word+" 17")
	add("audit", "id, at, account_id, operation, subject, reason, before, request_id", "$2, now(), $3, 'UpdatePlayer', 'player', $4, jsonb_build_object('player', $5::text), 'r'", id(), by, "was "+word, player)
	add("audit", "id, at, account_id, operation, subject, reason, after, request_id", "$2, now(), $3, 'AddStaff', $4, 'r', jsonb_build_object('name', $4::text), 'r'", id(), by, "staff "+word+" Rossi")
	add("audit", "id, at, account_id, operation, subject, reason, request_id", "$2, now(), $3, 'DecideBan', $4, $5, 'r'", id(), by, "ban "+ban.String(), word)
	add("seasons", "id, slug, title, game, state, plays_from, plays_to, finals_by, time_zone, created_by, created_at", "$2, $3, 'A season', 'Catan', 'closed', '2001-01-01', '2001-02-01', '2001-02-01', 'Europe/Rome', $4, now()", season, fmt.Sprintf("season-%d", entry), by)
	add("convocations", "id, season_id, place, player_id, final, sent_by, sent_at, answer_by, withdrawn_at, withdrawn_by, withdrawn_reason, how", "$2, $3, 'x', $4, 'national-final', $5, now(), now(), now(), $5, $6, $6", id(), season, player, by, word)
	add("unavailabilities", "id, season_id, player_id, final, reason, said_by, said_at, how", "$2, $3, $4, 'national-final', $5, $6, now(), $5", id(), season, player, word, by)
	add("refunds", "id, season_id, player_id, state, on_behalf, created_by, created_at, changed_at, ended_at", "$2, $3, $4, 'withdrawn', $5, $6, now(), now(), now()", refund, season, player, word, by)
	add("refund_steps", "refund_id, number, kind, reason, by, at", "$2, 1, 'withdrawn', $3, $4, now()", refund, word, by)
	add("refund_expenses", "refund_id, number, what, spent_on, cents, cut_reason", "$2, 1, $3, '2001-01-01', 100, $3", refund, word)
	add("refund_accounts", "refund_id, shown, sealed, set_by, set_at", "$2, $3, '\\x00', $4, now()", refund, "IT "+word[:4], account)
	alter(`update league.events set notes = notes || $2, revision = revision + 1 where id = $1`, x.id, " Ask "+word+" Rossi!")
}

// dump is all that the database holds, as text: a line for each row, with its table before it.
func dump(t *testing.T, s *apitest.Server) string {
	t.Helper()
	var out strings.Builder
	tables := s.Database.Text(t, `select string_agg(schemaname || '.' || tablename, ' ' order by 1) from pg_tables where schemaname in ('league', 'platform', 'jobs')`)
	for _, table := range strings.Fields(tables) {
		out.WriteString(s.Database.Text(t, `select coalesce(string_agg('`+table+`' || E'\t' || to_jsonb(t)::text || E'\n', ''), '') from `+table+` t`))
	}
	return out.String()
}

// holding are the tables of a dump in which a word stands, plain or in bytes.
func holding(dumped, word string) (tables []string) {
	for line := range strings.Lines(dumped) {
		table, row, _ := strings.Cut(line, "\t")
		if row = strings.ToLower(row); strings.Contains(row, strings.ToLower(word)) || strings.Contains(row, hex.EncodeToString([]byte(word))) {
			tables = append(tables, table)
		}
	}
	return tables
}

// A copy of a person's data has every word about them, from every place, and none about another.
func TestDataExport(t *testing.T) {
	t.Parallel()
	x := newTraced(t)
	asked := x.person.Post("/me/data-exports", nil).Want(202)
	if again := x.person.Post("/me/data-exports", nil).Want(202); again.Text("state") == "waiting" && again.ID("id") != asked.ID("id") {
		t.Errorf("asked twice: %s and %s", asked.Body, again.Body)
	}
	path := "/me/data-exports/" + asked.ID("id").String()
	settled(t, x.server)
	ready := x.person.Get(path).Want(200)
	if ready.Int("done") != ready.Int("total") || ready.Int("bytes") == 0 {
		t.Errorf("ready: %s", ready.Body)
	}
	all := unzip(t, x.person.Get(path+"/file").Want(200).Body)
	if strings.Contains(all, "Parrot@") || strings.Contains(all, "Parrot cheated") || strings.Contains(all, "about Parrot") {
		t.Errorf("it has words about somebody else")
	}
	for _, want := range []string{"letter", "cheated", "says no", "about " + canary, canary + "@example.org", "Club of", "City of", `"refunds"`, "IT Zebr"} {
		if !strings.Contains(all, want) {
			t.Errorf("it has no %q", want)
		}
	}
	// The words stand in as many kinds of rows as they were left in, except those that staff wrote about several
	// people or that stand in the audit.
	for _, kind := range []string{
		"record", "addressChanges", "requests", "entries", "entryChecks", "exemptions", "seats", "results", "sanctions", "withdrawals", "attendance", "rulings", "bans",
		"banDecisions", "banAppeals", "exclusions", "convocations", "unavailabilities", "refunds", "refundSteps", "refundExpenses", "bankAccounts", "staff", "heldLetters",
		"letters", "acts", "dataAccesses",
	} {
		if !strings.Contains(all, `"`+kind+"\": [\n") {
			t.Errorf("it has no %s", kind)
		}
	}

	// No other person can read it, and it expires.
	x.other.Get(path).Refused(404, "not-found")
	x.other.Get(path+"/file").Refused(404, "not-found")
	x.server.Anonymous().Get(path+"/file").Refused(401, "sign-in-required")
	for _, name := range x.server.Files() {
		if strings.Contains(name, "exports") && strings.Contains(fileText(t, x.server, name), canary) {
			t.Errorf("%s can be read by whoever has the files", name)
		}
	}
	x.server.Clock.Advance(8 * 24 * time.Hour)
	x.person.SignIn()
	x.person.Get(path+"/file").Refused(409, "export-expired")
}

// unzip is the text of all files of a ZIP.
func unzip(t *testing.T, data []byte) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "== %s\n%s\n", f.Name, text)
	}
	return out.String()
}

// finish ends the event without playing the rest.
func (x *traced) finish() {
	x.t.Helper()
	x.server.Database.Alter(x.t, `update league.events set state = 'finished', revision = revision + 1 where id = $1`, x.id)
}

// Of an erased record nothing is left that reveals its person, wherever one looks: in the database, the log,
// the files, later letters, and all answers; and the standings are the same except for the name.
func TestErasureLeavesNoTrace(t *testing.T) {
	t.Parallel()
	x := newTraced(t)
	if got := holding(dump(t, x.server), canary); len(got) < 30 {
		t.Fatalf("the word was left in %d rows: %v", len(got), got)
	}
	mine := x.federation.Path + "/my-player"
	x.person.Post(mine+"/erasure", nil).Refused(409, "erasure-running-event")
	x.finish()
	before := x.standings()
	var log, grown openapi.LogPage
	x.federation.Manager.Get(x.address("log?limit=100")).Want(200).Into(&log)

	x.person.Post(mine+"/name-requests", apitest.JSON{"name": canary + " Verdi"}).Want(201)
	var preview, done openapi.Erasure
	x.person.Post(mine+"/erasure-preview", nil).Want(200).Into(&preview)
	if got := x.person.Get(mine).Want(200).Text("name"); got != canary+" Rossi" {
		t.Errorf("previewed, the record has the name %s", got)
	}
	account := x.person.ID
	settled(t, x.server)
	if got := x.naming(x.server.Anonymous(), canary); len(got) < 6 {
		t.Errorf("before, everybody reads the name in %v alone", got)
	}
	if got := x.naming(x.federation.Manager, canary); len(got) < 15 {
		t.Errorf("before, the staff reads the name in %v alone", got)
	}
	written := len(x.server.Mailbox.All())
	x.person.Post(mine+"/erasure", nil).Want(200).Into(&done)
	if fmt.Sprint(preview) != fmt.Sprint(done) {
		t.Errorf("previewed %+v\ndone %+v", preview, done)
	}
	if len(done.Erases) < 8 || len(done.Keeps) < 4 {
		t.Errorf("told: %+v", done)
	}

	settled(t, x.server)
	for _, m := range x.server.Mailbox.All()[written:] {
		if strings.Contains(m.Text, canary) || strings.Contains(m.To.Mail, canary) {
			t.Errorf("written afterwards: %s", m.Text)
		}
	}

	// The account is another thing: it is deleted by itself.
	x.server.Database.Alter(t, `update platform.accounts set name = 'x', email = 'x', email_key = 'x' where id = $1`, account)
	dumped := dump(t, x.server)
	if got := holding(dumped, canary); len(got) > 0 {
		t.Errorf("in the database: %v", got)
	}
	if got := holding(dumped, "Parrot"); len(got) < 20 {
		t.Errorf("of another person only %d rows are left", len(got))
	}
	for _, name := range x.server.Files() {
		if strings.Contains(fileText(t, x.server, name), canary) {
			t.Errorf("in the file %s", name)
		}
	}
	for _, path := range []string{
		x.path, x.path + "/entries", x.path + "/standings", x.path + "/sanctions", x.path + "/rulings", x.path + "/staff",
		x.address("audit?limit=100"), x.address("log?limit=100"), x.address("players?limit=100"), x.address("bans"), x.address("exclusions"), x.address("player-requests?state=decided"),
	} {
		if body := string(x.federation.Manager.Get(path).Want(200).Body); strings.Contains(body, canary) {
			t.Errorf("in the answer of %s", path)
		}
	}
	for _, reader := range []*apitest.Client{x.server.Anonymous(), x.other, x.federation.Manager} {
		if got := x.naming(reader, canary); len(got) > 0 {
			t.Errorf("in answers to %q: %v", reader.Name, got)
		}
		if got := x.naming(reader, "Parrot"); len(got) < 6 {
			t.Errorf("somebody else is named to %q in %v alone", reader.Name, got)
		}
	}
	if logged := x.log(); strings.Count(logged, "\n") < 5 || strings.Contains(logged, canary) || strings.Contains(logged, "Parrot") {
		t.Errorf("in the log of the program: %d lines, the erased person %v, another %v", strings.Count(logged, "\n"), strings.Contains(logged, canary), strings.Contains(logged, "Parrot"))
	}
	x.federation.Manager.Get(x.address("log?limit=100")).Want(200).Into(&grown)
	if n := len(log.Items); n == 0 || n >= len(grown.Items) || fmt.Sprint(log.Items) != fmt.Sprint(grown.Items[:n]) {
		t.Errorf("the log had %d facts and has %d, and those from before are not the same", n, len(grown.Items))
	}

	if n := x.server.Database.Count(t, `select count(*) from league.memberships where player_id = $1`, x.player); n != 0 {
		t.Errorf("%d clubs of the erased person are still known", n)
	}
	if n := x.server.Database.Count(t, `select count(*) from league.memberships where player_id = $1`, x.another); n == 0 {
		t.Error("the club of somebody else is gone")
	}
	name := "Player " + x.player.String()[32:]
	after := x.standings()
	for i := range before.Rows {
		if before.Rows[i].Entry.Player.Id.UUID == x.player {
			before.Rows[i].Entry.Player.Club = ""
		}
	}
	if want := strings.ReplaceAll(fmt.Sprint(before.Rows), canary+" Rossi", name); want != fmt.Sprint(after.Rows) {
		t.Errorf("the standings before and after:\n%s\n%+v", want, after.Rows)
	}
	if got := string(x.server.Anonymous().Get(x.path+"/standings", apitest.Header("Accept-Language", "bg")).Want(200).Body); !strings.Contains(got, "Играч "+x.player.String()[32:]) {
		t.Errorf("to a Bulgarian: %s", got)
	}
	x.person.Post(mine+"/erasure", nil).Refused(404, "no-record")
	x.federation.Manager.Post(x.address("players/"+x.player.String()+"/erasure"), apitest.JSON{"reason": "once more"}).Refused(409, "erasure-done")
}

// naming asks every operation of the contract that reads something of the tenant, the event or one of the two people, and opens
// their pages, and returns where a word stands in the answer.
func (x *traced) naming(reader *apitest.Client, word string) (found []string) {
	x.t.Helper()
	document, err := openapi.Served()
	if err != nil {
		x.t.Fatal(err)
	}
	operations, err := openapi.Operations(document)
	if err != nil {
		x.t.Fatal(err)
	}
	for _, player := range []uuid.UUID{x.player, x.another} {
		known := strings.NewReplacer("{tenant}", x.federation.Slug, "{event}", x.id.String(), "{player}", player.String(), "{entry}", "1", "{round}", "1", "{table}", "1")
		for _, op := range operations {
			path := known.Replace(op.Path)
			ok := document.Paths.Value(op.Path).GetOperation(op.Method).Responses.Value("200")
			if op.Method != "GET" || strings.Contains(path, "{") || ok == nil || ok.Value.Content["text/event-stream"] != nil {
				continue
			}
			if answer := reader.Get(path); answer.Status == 200 && strings.Contains(string(answer.Body), word) {
				found = append(found, op.Path)
			}
		}
		for _, page := range []string{"", "/e/" + x.event().Slug, "/e/" + x.event().Slug + "/print/seats", "/players/" + player.String(), "/clubs"} {
			if _, _, body := x.seasonPage(page, ""); strings.Contains(body, word) {
				found = append(found, "page "+page)
			}
		}
	}
	return found
}

// fileText is the content of a file that the server keeps.
func fileText(t *testing.T, s *apitest.Server, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(s.FilesDir(), name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Public readers of a ranking read the neutral name as soon as a person is erased, and not only after another
// change of the ranking.
func TestErasureReachesPublishedRankings(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	r.played()
	player := r.playerOf(1)
	name := r.federation.Manager.Get(r.address("players/" + player.String())).Want(200).Text("name")
	published := func() string {
		return string(r.server.Anonymous().Get(r.ranking + "/standings").Want(200).Body)
	}
	if first, again := published(), published(); !strings.Contains(first, `"`+name+`"`) || again != first {
		t.Fatalf("before: %s\nand again: %s", first, again)
	}
	r.federation.Manager.Post(r.address("players/"+player.String()+"/erasure"), apitest.JSON{"reason": "Lo ha chiesto"}).Want(200)
	if after := published(); strings.Contains(after, `"`+name+`"`) || !strings.Contains(after, "Player "+player.String()[32:]) {
		t.Errorf("after: %s", after)
	}
}

// The page of an erased person stays with the games, under the neutral name: it states the erasure, search
// engines are asked not to list it, and no search by name finds it.
func TestPageOfTheErased(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	r.played()
	player, other := r.playerOf(1), r.playerOf(2)
	manager := r.federation.Manager
	name := manager.Get(r.address("players/" + player.String())).Want(200).Text("name")
	page := func(of uuid.UUID) string {
		status, _, body := r.seasonPage("/players/"+of.String()+"?lang=en", "")
		if status != 200 {
			t.Fatalf("the page of %s: %d", of, status)
		}
		return body
	}
	const noindex, said = `<meta name="robots" content="noindex">`, "data were erased"
	if before := page(player); strings.Contains(before, noindex) || strings.Contains(before, said) || !strings.Contains(before, name) {
		t.Errorf("before: %s", before)
	}
	standings := r.rows("standings")
	found := func(what string) int {
		what = url.QueryEscape(what)
		return len(r.page(r.server.Anonymous(), "standings?name="+what).Items) + manager.Get(r.address("players?name="+what)).Want(200).Len("items")
	}
	code := player.String()[32:]
	if found(name) != 2 {
		t.Errorf("before the erasure %d are found by the name", found(name))
	}
	manager.Post(r.address("players/"+player.String()+"/erasure"), apitest.JSON{"reason": "Lo ha chiesto"}).Want(200)
	if after := page(player); !strings.Contains(after, noindex) || !strings.Contains(after, said) || !strings.Contains(after, "Player "+code) || strings.Contains(after, name) || !strings.Contains(after, "<table") {
		t.Errorf("after: %s", after)
	}
	if got := page(other); strings.Contains(got, noindex) || strings.Contains(got, said) {
		t.Errorf("another's page: %s", got)
	}
	if found(name)+found("Player")+found(code) != 0 {
		t.Errorf("found: %d by the name, %d and %d by the neutral one", found(name), found("Player"), found(code))
	}
	if got := r.rows("standings"); strings.Count(got, "\n") != strings.Count(standings, "\n") {
		t.Errorf("the standings were\n%s\nand are\n%s", standings, got)
	}
}
