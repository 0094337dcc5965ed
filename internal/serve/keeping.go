package serve

import (
	"context"
	"fmt"
	"strings"
	"time"

	"referto/internal/authz/authzdb"
	"referto/internal/authz/gate"
	"referto/internal/league/desk/moneydesk"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/league/desk/photodesk"
	"referto/internal/league/leaguedb"
	"referto/internal/league/photos"
	"referto/internal/quota/quotadb"
	"referto/internal/refusals/refusalsdb"
	"referto/internal/tenant"
	"referto/internal/tenantcopydb"
)

// kept is a kind of data that is kept for a time only.
type kept struct {
	what string
	long time.Duration
	note string // from when the period counts, and what is removed
	// sweep removes the expired rows and returns their number; nil if the sweep of an earlier line removes them.
	sweep func(context.Context) (int64, error)
}

const day = 24 * time.Hour

// keeping lists all data that is kept for a limited time, with the function that enforces it every hour. Everything
// else is kept until it is erased. docs/operation.md shows the same table; a test compares them.
func (s *sweeper) keeping() []kept {
	before := func(long time.Duration) time.Time { return s.now().Add(-long) }
	return []kept{
		{"answers to requests with an `Idempotency-Key`", gate.RememberFor, "then the same key is a new act", func(ctx context.Context) (int64, error) {
			return authzdb.ForgetAnswers(ctx, s.db, before(gate.RememberFor))
		}},
		{"sessions, refresh tokens, links of letters", authzdb.KeepEnded, "after they have ended", func(ctx context.Context) (int64, error) {
			return authzdb.ForgetSessions(ctx, s.db, before(authzdb.KeepEnded))
		}},
		{"how often something may still be done", day, "after it may be done as often as ever", func(ctx context.Context) (int64, error) {
			return quotadb.Forget(ctx, s.db, before(day))
		}},
		{"addresses of invitations", authzdb.KeepInvitations, "after they were accepted, withdrawn or have expired", func(ctx context.Context) (int64, error) {
			return authzdb.ForgetInvitations(ctx, s.db, before(authzdb.KeepInvitations))
		}},
		{"looks of operators into tenants, and what else they did", authzdb.KeepAccesses, "the tenant's audit keeps the looks", func(ctx context.Context) (int64, error) {
			return authzdb.ForgetAccesses(ctx, s.db, before(authzdb.KeepAccesses))
		}},
		{"photos under way", photos.Time, "what has arrived goes", func(ctx context.Context) (int64, error) {
			return leaguedb.ExpirePhotos(ctx, s.db, before(photos.Time), photos.Expired())
		}},
		{"files that no row names", photodesk.LostFor, "left by an act that failed, or newer than a restored database", func(ctx context.Context) (int64, error) {
			return photodesk.DeleteLostFiles(ctx, s.db, s.files, s.now())
		}},
		{"files of imports and the names in them", leaguedb.KeepImports, "after the last check; the event that was stored stays", func(ctx context.Context) (int64, error) {
			return leaguedb.ForgetImports(ctx, s.db, before(leaguedb.KeepImports))
		}},
		{"tables of the past and the names in them", leaguedb.KeepImports, "after they were sent, stored or undone; what was stored stays", func(ctx context.Context) (int64, error) {
			return leaguedb.ForgetHistories(ctx, s.db, before(leaguedb.KeepImports))
		}},
		{"copies of a person's data", peopledesk.ExportKept, "the file goes; that there was one stays", func(ctx context.Context) (int64, error) {
			return peopledesk.DeleteDueExports(ctx, s.db, s.files, s.now())
		}},
		{"archives of everything of a tenant", tenant.ArchiveKept, "the file goes; that there was one stays", func(ctx context.Context) (int64, error) {
			return tenantcopydb.Keeper{DB: s.db, Files: s.files}.DropDue(ctx, s.now())
		}},
		{"who has read private data", leaguedb.KeepAccesses, "after it was read", func(ctx context.Context) (int64, error) {
			return leaguedb.ForgetAccesses(ctx, s.db, before(leaguedb.KeepAccesses))
		}},
		{"who was refused what, and from which address", s.refusals, "after it was refused for the last time; `SECURITY_LOG_DAYS`", func(ctx context.Context) (int64, error) {
			if s.refusals == 0 {
				return 0, nil
			}
			return refusalsdb.Forget(ctx, s.db, before(s.refusals))
		}},
		{"bank data", days(s.refunds.Accounts), "after the claim is over; `KEEP_BANK_DATA_DAYS`", func(ctx context.Context) (int64, error) {
			return moneydesk.EraseDueRefunds(ctx, s.db, s.files, s.refunds, s.now())
		}},
		{"receipts of claims that were paid", days(s.refunds.Paid), "after payment; `KEEP_RECEIPTS_DAYS`", nil},
		{"receipts of other claims", days(s.refunds.Unpaid), "after the refusal or withdrawal; `KEEP_UNPAID_RECEIPTS_DAYS`", nil},
		{"claims nobody goes on with", days(s.refunds.Idle), "they end then; `KEEP_IDLE_CLAIMS_DAYS`", nil},
	}
}

func days(n int) time.Duration { return time.Duration(n) * day }

// keepingTable is the table of docs/operation.md.
func keepingTable(all []kept) string {
	var out strings.Builder
	out.WriteString("| what | days | from when, and what goes |\n| --- | --- | --- |\n")
	for _, k := range all {
		fmt.Fprintf(&out, "| %s | %d | %s |\n", k.what, k.long/day, k.note)
	}
	return out.String()
}
