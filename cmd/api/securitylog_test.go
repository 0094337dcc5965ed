package main

import (
	"bytes"
	"encoding/json"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/refusals"
	"referto/internal/refusals/refusalsdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// The command prints lines of the security log, the latest first, filtered by its flags.
func TestSecurityLog(t *testing.T) {
	t.Parallel()
	base, db := tenantdbtest.Borrow(t)
	account, now := uuid.New(), time.Now()
	line := func(reason, address string, ago time.Duration) refusals.Line {
		r := refusals.Refusal{Status: 401, Reason: reason, Operation: "signIn", Address: netip.MustParseAddr(address)}
		return refusals.Line{Refusal: r, First: now.Add(-ago), Last: now.Add(-ago), Times: 3, RequestID: reason}
	}
	lines := []refusals.Line{line("long-ago", "192.0.2.7", 48*time.Hour), line("earlier", "192.0.2.7", time.Hour), line("later", "2001:db8::1", time.Minute)}
	lines[2].Account = account
	if err := refusalsdb.AddLines(t.Context(), db, lines); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		want string // reasons
	}{
		{nil, "later earlier"},
		{[]string{"-since", "72h"}, "later earlier long-ago"},
		{[]string{"-limit", "1"}, "later"},
		{[]string{"-address", "192.0.2.7"}, "earlier"},
		{[]string{"-account", account.String()}, "later"},
		{[]string{"-account", uuid.NewString()}, ""},
	} {
		var out bytes.Buffer
		if err := run(t.Context(), append([]string{"security-log"}, tt.args...), []string{"DATABASE_URL=" + base.Application}, &out, &out); err != nil {
			t.Errorf("%v: %v", tt.args, err)
			continue
		}
		var reasons []string
		for said := json.NewDecoder(&out); said.More(); {
			var kept refusalsdb.Kept
			if err := said.Decode(&kept); err != nil {
				t.Fatal(err)
			}
			if kept.Times != 3 || kept.Status != 401 || kept.Address == "" {
				t.Errorf("%+v", kept)
			}
			reasons = append(reasons, kept.Reason)
		}
		if got := strings.Join(reasons, " "); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.args, got, tt.want)
		}
	}
	for _, args := range [][]string{{"-since", "0s"}, {"-limit", "0"}, {"-account", "anna"}, {"-address", "here"}, {"more"}} {
		if err := run(t.Context(), append([]string{"security-log"}, args...), []string{"DATABASE_URL=" + base.Application}, &bytes.Buffer{}, &bytes.Buffer{}); err == nil {
			t.Errorf("%v is taken", args)
		}
	}
}
