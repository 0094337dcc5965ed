package serve

import (
	"net/http"
	"testing"

	"referto/frontend/words"
	"referto/internal/authz"
)

func TestEveryStatusHasATitle(t *testing.T) {
	t.Parallel()
	statuses := []int{
		http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusRequestEntityTooLarge,
		http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity, http.StatusInternalServerError,
	}
	for _, row := range problemTable {
		statuses = append(statuses, row.status)
	}
	seen := map[string]int{}
	for _, status := range statuses {
		said := title(words.For("en"), status)
		if other, ok := seen[said]; ok && other != status {
			t.Errorf("%d and %d are both called %q", status, other, said)
		}
		seen[said] = status
	}
	if got, want := title(words.For("it"), http.StatusTeapot), title(words.For("it"), http.StatusBadRequest); got != want {
		t.Errorf("a status nobody knows is called %q, want %q", got, want)
	}
}

// A refusal says what was missing of the permission: whose role has ended needs
// to hear that, and not that the role is missing.
func TestRefusalsSayWhatWasMissing(t *testing.T) {
	t.Parallel()
	p := &problems{help: "/problems/"}
	for reason, want := range map[authz.Reason]struct {
		status int
		detail string
	}{
		authz.ReasonSignInRequired: {http.StatusUnauthorized, "Sign in first."},
		authz.ReasonGrantExpired:   {http.StatusForbidden, "Your role has ended."},
	} {
		refusal := &authz.Refusal{Permission: "event:write", Reason: reason, Needs: []authz.Role{authz.RoleOrganizer}}
		got := p.describe(refusal, words.For("en"))
		if got.Status != want.status || got.Detail != want.detail || got.Reason != string(reason) || got.Type != "/problems/"+string(reason) {
			t.Errorf("%s: got %+v", reason, got)
		}
		if (got.Status == http.StatusForbidden) != (len(got.NeedsRole) == 1) {
			t.Errorf("%s: roles %v", reason, got.NeedsRole)
		}
	}
}
