package leagueapi_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/openapi"
)

// Every write leaves one audit record, and its facts in a log without gaps.
func TestAuditAndLog(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(12)
	first := s.draw()
	s.referee.Post(s.table(1, 1)+"/result", result(first.Tables[0])).Want(201)
	s.referee.Post(s.table(1, 1)+"/result", result(first.Tables[0])).Want(409) // a refusal leaves nothing

	var audit openapi.AuditPage
	s.federation.Manager.Get(s.path + "/audit?limit=100").Want(200).Into(&audit)
	latest := audit.Items[0]
	if latest.Operation != "RecordResult" || latest.Actor != "Fabio Primo Arbitro" || latest.Subject != "round 1 table 1" || latest.After["ended"] != "declared" {
		t.Errorf("the latest act: %+v", latest)
	}
	// The creation, staff 2 and that they accept, announcement, opening, a list of 12 entries, one of 12 marks, start, draw, result.
	if got, want := len(audit.Items), 1+2*2+2+1+1+3; got != want {
		t.Errorf("%d acts recorded, %d done", got, want)
	}
	for i, operation := range map[int]string{3: "MarkEntries", 4: "EnterPlayers"} {
		if list := audit.Items[i]; list.Operation != operation || list.Subject != "entries 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12" || len(list.After) != 12 {
			t.Errorf("the audit of a list names all of it: %+v", list)
		}
	}

	var kinds []string
	after := int64(0)
	for {
		var page openapi.LogPage
		s.federation.Manager.Get(fmt.Sprintf("%s/log?limit=10&after=%d", s.federation.Path, after)).Want(200).Into(&page)
		if len(page.Items) == 0 {
			break
		}
		for _, fact := range page.Items {
			if fact.Sequence != after+1 {
				t.Fatalf("after %d comes %d", after, fact.Sequence)
			}
			after = fact.Sequence
			kinds = append(kinds, fact.Kind)
		}
	}
	if kinds[len(kinds)-1] != "result.recorded" {
		t.Errorf("the log ends with %q", kinds[len(kinds)-1])
	}
}

// A reader of the stream is notified of a change, and can fetch it with the tag
// they have.
func TestStream(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(12)
	first := s.draw()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.server.Address+"/v1"+s.path+"/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	next := func() string {
		for lines.Scan() {
			if id, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
				return id
			}
		}
		t.Fatalf("the stream ended: %v", lines.Err())
		return ""
	}
	before := next()
	standings := s.server.Anonymous().Get(s.path + "/standings").Want(200)
	s.server.Anonymous().Get(s.path+"/standings", apitest.Header("If-None-Match", standings.ETag())).Want(304)
	s.referee.Post(s.table(1, 1)+"/result", result(first.Tables[0])).Want(201)
	if now := next(); now == before {
		t.Errorf("told of revision %s twice", now)
	}
	fresh := s.server.Anonymous().Get(s.path+"/standings", apitest.Header("If-None-Match", standings.ETag())).Want(200)
	if fresh.ETag() == standings.ETag() {
		t.Error("a changed answer with the same tag")
	}
}
