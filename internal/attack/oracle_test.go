package attack_test

import (
	"encoding/csv"
	"os"
	"slices"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// law is the policy as its files say it, read here without the code that decides.
type law struct {
	permissions map[[2]string]bool // role, permission
	appoints    map[[2]string]bool // role, role
}

func readLaw(t *testing.T) law {
	t.Helper()
	return law{pairs(t, "../authz/policy.csv"), pairs(t, "../authz/grantable.csv")}
}

func pairs(t *testing.T, file string) map[[2]string]bool {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	reader := csv.NewReader(f)
	reader.Comment, reader.TrimLeadingSpace = '#', true
	lines, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	out := map[[2]string]bool{}
	for _, line := range lines {
		out[[2]string{strings.TrimSpace(line[0]), strings.TrimSpace(line[1])}] = true
	}
	return out
}

// decide judges a request by the contract's annotations and the policy.
func (l law) decide(op openapi.Operation, r request, who column) string {
	decided := l.judge(op, r, who)
	if op.Hidden && decided != allow {
		return hide
	}
	return decided
}

func (l law) judge(op openapi.Operation, r request, who column) string {
	switch {
	case op.Public:
		return allow
	case who.who == nil:
		return signIn
	case l.permissions[[2]string{"account", op.Permission}] && !claimsForAnother(op, r):
		return allow
	case slices.ContainsFunc(who.grants, func(g grant) bool {
		permission := op.Permission
		if claimsForAnother(op, r) {
			permission = "refund:write"
		}
		return l.permissions[[2]string{g.role, permission}] && (op.Anywhere || g.reaches(op.Scope)) && l.narrowed(op, r, g)
	}):
		return allow
	}
	return forbid
}

// claimsForAnother reports a claim for another person, which needs an office.
func claimsForAnother(op openapi.Operation, r request) bool {
	body, _ := r.body.(apitest.JSON)
	return op.ID == "CreateRefund" && body["player"] != nil
}

// reaches reports whether the grant covers the target of an operation of the scope: the tenant, or the stage, which
// lies in the region of this grant.
func (g grant) reaches(scope openapi.Scope) bool {
	switch g.scope {
	case "platform":
		return scope == openapi.ScopePlatform
	case "tenant":
		return scope == openapi.ScopeTenant || scope == openapi.ScopeStage
	case "region", "stage":
		return scope == openapi.ScopeStage && g.here
	}
	return false
}

// narrowed judges a request by the additional demands of some operations: to give or take a role a caller must be
// able to grant it (grantable.csv) at that scope, to draft an event they must reach the place of the draft, to
// preview an act they must be able to do it, to enter people who are new to the register they must be able to add
// them, and to describe a photo anew they must be able to send one.
func (l law) narrowed(op openapi.Operation, r request, g grant) bool {
	body, _ := r.body.(apitest.JSON)
	switch op.ID {
	case "InviteMember":
		role, _ := body["role"].(string)
		over, _ := body["scope"].(apitest.Scope)
		return l.appoints[[2]string{g.role, role}] && g.covers(over["kind"])
	case "EnterPlayers": // who is new to the register comes into it by the list
		return body["entrants"] == nil || l.permissions[[2]string{g.role, "player:write"}]
	case "AddStaff":
		role, _ := body["role"].(string)
		return body["email"] == nil || l.appoints[[2]string{g.role, role}]
	case "RemoveStaff": // the victim's place as helper, with the role
		return l.appoints[[2]string{g.role, "helper"}]
	case "RevokeGrant": // the victim's: contact of the region
		return l.appoints[[2]string{g.role, "regional-contact"}] && g.covers("region")
	case "WithdrawInvitation": // a helper's of the stage
		return l.appoints[[2]string{g.role, "helper"}] && g.covers("stage")
	case "WhatIf":
		for act, permission := range map[string]string{
			"withdrawal": "withdrawal:write", "sanction": "sanction:write", "correction": "result:correct", "void": "result:correct",
			"replacement": "entry:write", "absence": "checkin:write", "seating": "draw:write",
		} {
			if body[act] != nil {
				return l.permissions[[2]string{g.role, permission}]
			}
		}
	case "SendPhoto", "AppendUpload", "NamePhotoPeople": // of a stage
		return l.permissions[[2]string{g.role, "photo:write"}]
	case "ChangePhoto":
		describes := body["kind"] != nil || body["round"] != nil || body["alternativeText"] != nil || body["consent"] != nil
		return !describes || l.permissions[[2]string{g.role, "photo:write"}]
	case "UpdatePlayer": // the address of a person who plays in no region
		return g.scope == "tenant"
	case "MakeClaimCode", "UnlinkPlayer", "DecidePlayerRequest", "ListPlayerDuplicates", "ListPlayerMerges", "ListPlayerDistinctions", "DistinguishPlayers",
		"PreviewPlayerMerging", "MergePlayer", "PreviewPlayerUnmerging", "UnmergePlayer", "ListConsents", "RecordConsent", "WithdrawConsent": // of people who have never played
		return g.scope == "tenant"
	case "TransferPlayer": // of a person who has never played, nothing private
		return g.scope != "stage"
	case "ListPlayerRequests", "ListDuplicatePlayers": // an office over the tenant or a region
		return g.scope != "stage"
	case "ListPlayers": // guests have to give a name
		return g.scope != "stage" || strings.Contains(r.query, "name=")
	case "Convoke", "LapseConvocation", "WithdrawConvocation", "RecordAnswer": // all of the national final
		return g.scope == "tenant"
	case "GiveContactData", "GetMyContactData", "WithdrawContactData": // of the region
		return g.here
	case "EnterFromPlaces": // the national final is in no region
		return g.scope != "region"
	case "GetHostingRequest", "AskHost", "RefuseHosting", "ApproveHosting": // of a stage in the region
		return g.covers("region")
	case "CreateEvent":
		if body["region"] == nil {
			return g.scope == "tenant"
		}
		return g.covers("region")
	}
	return true
}

// covers reports whether the grant lies over a thing of a kind: the tenant, the
// region that is here, the stage in it.
func (g grant) covers(kind any) bool {
	switch g.scope {
	case "tenant":
		return true
	case "region":
		return g.here && kind != "tenant"
	case "stage":
		return kind == "stage"
	}
	return false
}
