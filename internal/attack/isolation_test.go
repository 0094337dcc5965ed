package attack_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// TestIsolation asks for one federation's things as the other, in both directions. The answer must equal the one for
// an unknown id: status, headers and body, except the request's own id and the id that was sent.
func TestIsolation(t *testing.T) {
	t.Parallel()
	w := theWorld(t)
	for i, own := range w.sides {
		t.Run(own.canary+" asks", func(t *testing.T) {
			t.Parallel()
			n := &neighbors{arena: enter(t), own: own, other: w.sides[1-i]}
			before := n.hashes()
			n.idsOfTheOther()
			n.addressesOfTheOther()
			n.childrenOfAnother()
			n.drafts()
			n.offersToOthers()
			n.cursorsOfTheOther()
			if tables := n.hashes().Changed(before); len(tables) > 0 {
				t.Errorf("asking for what is the other's has changed rows of %v", tables)
			}
			n.keysOfTheOther()
			n.ownersAreAnswered()
			t.Logf("%d pairs compared", n.pairs)
		})
	}
}

// neighbors are two federations of one world.
type neighbors struct {
	*arena
	own, other *side
	pairs      int
}

// slot is a place of a request where an id stands.
type slot struct {
	param string // in the path; "" for the body
	at    place
}

func (s slot) String() string {
	if s.param != "" {
		return "{" + s.param + "}"
	}
	return s.at.String()
}

// slots are the places of a request where ids stand.
func (r request) slots(t *testing.T) []slot {
	var out []slot
	for _, name := range slices.Sorted(maps.Keys(r.path)) {
		if name != "tenant" && isID(r.path[name]) {
			out = append(out, slot{param: name})
		}
	}
	if r.body != nil {
		for _, at := range idsIn(decode(t, encode(t, r.body)), nil) {
			out = append(out, slot{at: at})
		}
	}
	return out
}

func isID(text string) bool {
	id, err := uuid.Parse(text)
	return err == nil && id.String() == text
}

func idsIn(value any, at place) []place {
	var out []place
	switch value := value.(type) {
	case string:
		if isID(value) {
			out = append(out, at)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			out = append(out, idsIn(value[name], at.then(name))...)
		}
	case []any:
		for i, item := range value {
			out = append(out, idsIn(item, at.then(i))...)
		}
	}
	return out
}

// id returns the id in a slot.
func (r request) id(t *testing.T, s slot) string {
	if s.param != "" {
		return r.path[s.param]
	}
	text, _ := get(decode(t, encode(t, r.body)), s.at).(string)
	return text
}

// with is the request with other ids in some of its slots.
func (r request) with(t *testing.T, ids map[string]string) request {
	r.path = maps.Clone(r.path)
	for _, s := range r.slots(t) {
		id, ok := ids[s.String()]
		switch {
		case !ok:
		case s.param != "":
			r.path[s.param] = id
		default:
			r.body = put(decode(t, encode(t, r.body)), s.at, id)
		}
	}
	return r
}

// unknown returns an id that does not exist.
func unknown() string { return uuid.Must(uuid.NewV7()).String() }

// idsOfTheOther puts the other's ids into requests to one's own federation: each
// alone, and all at once.
func (n *neighbors) idsOfTheOther() {
	mine, theirs := n.world.requests(n.own), n.world.requests(n.other)
	for i, r := range mine {
		if r.path["tenant"] == "" {
			continue // a person's own: offersToOthers
		}
		slots := r.slots(n.t)
		foreign, nobodys := map[string]string{}, map[string]string{}
		for _, s := range slots {
			foreign[s.String()], nobodys[s.String()] = theirs[i].id(n.t, s), unknown()
		}
		for _, s := range slots {
			one := s.String()
			n.alike(r, map[string]string{one: foreign[one]}, map[string]string{one: nobodys[one]})
		}
		if len(slots) > 1 {
			n.alike(r, foreign, nobodys)
		}
	}
}

// addressesOfTheOther sends the other's own requests: callers without a role there get nothing, whether the thing
// exists or not.
func (n *neighbors) addressesOfTheOther() {
	c := theContract(n.t)
	for _, r := range n.world.requests(n.other) {
		op := c.operations[r.operation]
		if r.path["tenant"] == "" || op.Public || asksForOneself(op) {
			continue
		}
		r.by, r.match = n.own.Manager, ""
		foreign, nobodys := map[string]string{}, map[string]string{}
		for _, s := range r.slots(n.t) {
			foreign[s.String()], nobodys[s.String()] = r.id(n.t, s), unknown()
		}
		n.alike(r, foreign, nobodys)
	}
}

// asksForOneself reports whether a request is among what everybody may ask for
// themselves: of that there is something everywhere. A claim is one person's.
func asksForOneself(op openapi.Operation) bool {
	return strings.HasSuffix(op.Permission, ":self") && !strings.Contains(op.Path, "{refund}")
}

// childrenOfAnother are things of one event under the address of another of the same
// federation: they are not there.
func (n *neighbors) childrenOfAnother() {
	for _, r := range n.world.requests(n.own) {
		child := slices.DeleteFunc(r.slots(n.t), func(s slot) bool { return s.param == "" || s.param == "event" })
		if r.path["event"] == "" || len(child) == 0 {
			continue
		}
		elsewhere := n.own.event["reported"].String()
		n.alike(r, map[string]string{"{event}": elsewhere},
			map[string]string{"{event}": elsewhere, child[0].String(): unknown()})
	}
}

// drafts are events that do not exist for callers who may not change them.
func (n *neighbors) drafts() {
	c := theContract(n.t)
	for _, of := range []*side{n.own, n.other} {
		for _, r := range n.world.requests(of) {
			op := c.operations[r.operation]
			if r.path["event"] == "" || !op.Public && op.Permission != "entry:self" {
				continue
			}
			for _, who := range []*apitest.Client{nil, n.world.account, n.own.people["other-contact"]} {
				if r.by = who; who == nil && !op.Public {
					continue
				}
				n.compare(r, map[string]string{"{event}": of.event["draft"].String()}, map[string]string{"{event}": unknown()})
			}
		}
	}
}

// offersToOthers are roles offered to another person.
func (n *neighbors) offersToOthers() {
	for _, who := range []*apitest.Client{n.world.invited, n.own.Manager} {
		r := request{operation: "AcceptInvitation", by: who, path: map[string]string{"invitation": ""}}
		for _, of := range []*side{n.own, n.other} {
			r.path["invitation"] = of.invitation["stage"].String()
			n.compare(r, nil, map[string]string{"{invitation}": unknown()})
		}
	}
}

// alike compares the answers to the other's ids with those to unknown ids, for the caller with the narrowest right
// and for those who reach the whole tenant.
func (n *neighbors) alike(r request, foreign, nobodys map[string]string) {
	n.t.Helper()
	asked := map[*apitest.Client]bool{}
	for _, who := range []*apitest.Client{r.by, n.own.Manager, n.own.people["organizer-of-tenant"]} {
		if asked[who] {
			continue
		}
		asked[who] = true
		r.by = who
		n.compare(r, foreign, nobodys)
	}
}

func (n *neighbors) compare(r request, foreign, nobodys map[string]string) {
	n.t.Helper()
	n.pairs++
	r.match = "" // any version will do, because a missing thing has none
	toForeign, toNobody := n.neutral(r.with(n.t, foreign)), n.neutral(r.with(n.t, nobodys))
	if diff := cmp.Diff(toNobody, toForeign); diff != "" {
		n.t.Errorf("%s %v: the other's differs from what is not there (-nobody's +the other's):\n%s", r.operation, foreign, diff)
	}
	if !strings.HasPrefix(toForeign, "4") {
		n.t.Errorf("%s %v: not refused\n%s", r.operation, foreign, toForeign)
	}
}

// neutral returns the answer to a request as text, without the parts that differ between two equal answers. It fails
// if the other's canary is in it.
func (n *neighbors) neutral(r request) string {
	n.t.Helper()
	m := n.message(r)
	if theContract(n.t).operations[r.operation].NeedsMatch {
		m.header.Set("If-Match", `"1"`)
	}
	got := n.send(m)
	if strings.Contains(string(got.body)+fmt.Sprint(got.header), n.other.canary) {
		n.t.Errorf("%s %s tells of the other: %s", r.operation, m, got.body)
	}
	hidden := []string{got.header.Get("X-Request-Id"), "REQUEST"}
	for _, s := range r.slots(n.t) {
		hidden = append(hidden, r.id(n.t, s), s.String())
	}
	got.header.Del("Date")
	var b strings.Builder
	fmt.Fprintf(&b, "%d\n", got.status)
	for _, name := range slices.Sorted(maps.Keys(got.header)) {
		fmt.Fprintf(&b, "%s: %s\n", name, strings.Join(got.header[name], ", "))
	}
	b.Write(got.body)
	return strings.NewReplacer(hidden...).Replace(b.String())
}

// cursorsOfTheOther go on in the other's lists.
func (n *neighbors) cursorsOfTheOther() {
	for _, list := range []string{"/members", "/players", "/player-clubs", "/player-clubs/{club}/members", "/audit", "/events", "/events/{event}/entries", "/events/{event}/audit"} {
		theirs := n.read(n.other, list, "limit=1").text("nextCursor")
		if theirs == "" {
			n.t.Errorf("%s: the list has no second page", list)
			continue
		}
		if got := n.read(n.other, list, "limit=1&cursor="+theirs); got.status != http.StatusOK {
			n.t.Errorf("%s: the owner's cursor is answered with %d", list, got.status)
		}
		if got := n.read(n.own, list, "limit=1&cursor="+theirs); got.status != http.StatusBadRequest || got.reason() != "cursor-invalid" {
			n.t.Errorf("%s: the other's cursor is answered with %d %s", list, got.status, got.reason())
		}
	}
}

// read is a list of a federation as its manager sees it.
func (n *neighbors) read(of *side, list, query string) answer {
	path := of.Path + strings.NewReplacer("{event}", of.event["open"].String(), "{club}", of.playerClub["elders"].String()).Replace(list)
	return n.send(message{method: http.MethodGet, path: path, query: query, header: http.Header{"Authorization": {"Bearer " + n.bearer(of.Manager)}}})
}

// keysOfTheOther are keys under which another account has acted.
func (n *neighbors) keysOfTheOther() {
	body := encode(n.t, apitest.JSON{"name": "Doppia Chiave"})
	key := uuid.NewString()
	create := func(in *side, who *apitest.Client, wants int) {
		got := n.send(message{method: http.MethodPost, path: in.Path + "/players", body: body, header: http.Header{
			"Authorization": {"Bearer " + n.bearer(who)}, "Content-Type": {"application/json"}, "Idempotency-Key": {key},
		}})
		if got.status != wants || got.header.Get("Idempotency-Replayed") != "" {
			n.t.Errorf("%s under a key of somebody else's: %d, replayed %q\n%s", who.Name, got.status, got.header.Get("Idempotency-Replayed"), got.body)
		}
	}
	create(n.other, n.other.Manager, http.StatusCreated)
	create(n.own, n.own.Manager, http.StatusCreated)
	create(n.own, n.own.people["organizer"], http.StatusConflict) // done for them, not replayed: there is one of that name
	create(n.own, n.other.Manager, http.StatusForbidden)
}

// ownersAreAnswered is the positive control: owners get an answer to every request about their own things, without
// data of the other.
func (n *neighbors) ownersAreAnswered() {
	for _, r := range first(n.world.requests(n.own)) {
		m := n.message(r)
		got := n.send(m)
		if got.status >= 300 {
			n.t.Errorf("%s: the owner is answered with %d\n%s", m, got.status, got.body)
		}
		known := r.operation == "ListTenants" || r.operation == "ListMyInvitations" || r.operation == "ListPlatformTenants" // operators know all by name
		if !known && strings.Contains(string(got.body), n.other.canary) {
			n.t.Errorf("%s tells of the other: %s", m, got.body)
		}
	}
}
