package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"referto/frontend/pages"
)

func TestPreviewServesEveryPage(t *testing.T) {
	t.Parallel()
	p, err := pages.New()
	if err != nil {
		t.Fatal(err)
	}
	handler := newPreview(p, 0)
	style, err := p.AssetURL("referto.css")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		address string
		status  int
		want    string
	}{
		{"/t/fic?lang=it", http.StatusOK, "Si gioca adesso"},
		{"/t/fic/e/bologna-2026-03-14?lang=bg&phase=finished", http.StatusOK, "Крайно класиране"},
		{"/t/fic/e/bologna-2026-03-14?lang=en&round=1", http.StatusOK, "Tables of round 1"},
		{"/t/fic/e/ruse-2026-04-11?lang=en&phase=finished", http.StatusOK, "11/33/93.12%/1/2/0/0"},
		{"/t/fic/e/firenze-2026-09-20?lang=it&standings=class_points_first&round=1", http.StatusOK, "Tavoli del turno 1"},
		{"/t/fic/e/firenze-2026-09-20?standings=nothing", http.StatusNotFound, "nothing"},
		{"/t/fic/e/risiko-2026-10/draw?lang=it", http.StatusOK, "/rounds/3/draw"},
		{"/t/fic/e/bologna-2026-03-14/draw?lang=en", http.StatusOK, "Check it yourself"},
		{"/t/fic/rules/risiko-squadre-2000/calculator?lang=en", http.StatusOK, "140 is the limit"},
		{"/t/fic/s/2026?lang=it&region=Lazio&by=region", http.StatusOK, "Tappa di Latina"},
		{"/t/fic/s/2026/qualification?lang=bg", http.StatusOK, "Действащ шампион"},
		{"/t/fic/s/2026/final?lang=it", http.StatusOK, "Elenco della finale nazionale"},
		{"/t/fic/s/2026/final?region=Nowhere&lang=it", http.StatusNotFound, "Qui non c’è nulla"},
		{"/t/fic/e/bologna-2026-03-14/report?lang=en", http.StatusOK, "Ha guardato le carte del vicino"},
		{"/t/fic/rankings/ranglista?lang=bg", http.StatusOK, "Пътят до 300"},
		{"/t/fic/rankings/ranglista/hall?lang=it", http.StatusOK, "Albo"},
		{"/t/fic/players/nobody?lang=it", http.StatusNotFound, "Qui non c’è nulla"},
		{"/account/registration?lang=bg", http.StatusOK, "Създаване на профил"},
		{"/nothing?lang=it", http.StatusNotFound, "Qui non c’è nulla"},
		{style, http.StatusOK, "--paper"},
	}
	for _, tt := range tests {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, tt.address, nil))
		if answer.Code != tt.status || !strings.Contains(answer.Body.String(), tt.want) {
			t.Errorf("%s: %d, %q is missing", tt.address, answer.Code, tt.want)
		}
	}
}
