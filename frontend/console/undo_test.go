package console

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// undone lists, for each operation by which the console changes something, how that is undone (U27): by another
// operation that the console has, by the same operation with other values, or "never: " and why. "nothing" is for
// operations that store nothing.
var undone = map[string]string{
	"POST /sessions":                                                        "nothing",
	"POST /tenants/{tenant}/affiliations":                                   "POST /tenants/{tenant}/affiliations/{affiliation}/decision",
	"POST /tenants/{tenant}/affiliations/{affiliation}/decision":            "POST /tenants/{tenant}/affiliations",
	"POST /tenants/{tenant}/events":                                         "POST /tenants/{tenant}/events/{event}/cancellation",
	"PATCH /tenants/{tenant}/events/{event}":                                "the same",
	"POST /tenants/{tenant}/player-lookups":                                 "nothing",
	"POST /tenants/{tenant}/players/{player}/consents":                      "POST /tenants/{tenant}/players/{player}/consents/{consent}/withdrawal",
	"POST /tenants/{tenant}/players/{player}/consents/{consent}/withdrawal": "POST /tenants/{tenant}/players/{player}/consents",
	"POST /tenants/{tenant}/regions":                                        "never: clubs and events belong to a region from then on",
	"POST /tenants/{tenant}/hosting-requests/{hosting}/approval":            "never: the club has been told, and may announce from then on",
	"POST /tenants/{tenant}/hosting-requests/{hosting}/question":            "never: a question was read",
	"POST /tenants/{tenant}/hosting-requests/{hosting}/refusal":             "never: the club has been told; it may ask again",
	"POST /tenants/{tenant}/hostings":                                       "POST /tenants/{tenant}/hostings/{hosting}/withdrawal",
	"POST /tenants/{tenant}/hostings/{hosting}/answer":                      "PUT /tenants/{tenant}/hostings/{hosting}",
	"POST /tenants/{tenant}/hostings/{hosting}/withdrawal":                  "POST /tenants/{tenant}/hostings",
	"PUT /tenants/{tenant}/hostings/{hosting}":                              "the same",
}

// undoneAt has the same of operations on an event, and undoneIn of those on a season.
var undoneAt = map[string]string{
	"POST announcement":                               "POST cancellation",
	"POST attendance":                                 "POST attendance/{record}/revocation",
	"POST attendance/{record}/revocation":             "POST attendance",
	"POST cancellation":                               "never: everybody who has entered is told; it is announced anew as a copy",
	"POST change-preview":                             "nothing",
	"POST completion":                                 "POST reopening",
	"POST entries":                                    "POST entries/{entry}/cancellation",
	"POST entries/{entry}/acceptance":                 "DELETE entries/{entry}/acceptance",
	"DELETE entries/{entry}/acceptance":               "POST entries/{entry}/acceptance",
	"POST entries/{entry}/cancellation":               "POST entry-lists",
	"POST entries/{entry}/check":                      "never: who it is was decided with a reason",
	"POST entries/{entry}/name-reservation":           "the same",
	"POST entries/{entry}/replacement":                "never: the reserve has sat down; they leave by a withdrawal",
	"POST entries/{entry}/seat-confirmation":          "POST entries/{entry}/cancellation",
	"POST entry-closing":                              "POST entry-opening",
	"POST entry-opening":                              "POST entry-closing",
	"POST entry-lists":                                "POST entries/{entry}/cancellation",
	"POST entry-marks":                                "the same",
	"POST form-entries/{form}/discarding":             "POST entries",
	"POST homologation":                               "POST homologation/reversal",
	"POST homologation/preview":                       "nothing",
	"POST homologation/reversal":                      "POST homologation",
	"POST kept-apart":                                 "POST kept-apart/{pair}/revocation",
	"POST kept-apart/{pair}/revocation":               "POST kept-apart",
	"POST photos":                                     "POST photos/{photo}/removal",
	"PATCH photos/{photo}":                            "the same",
	"POST photos/{photo}/removal":                     "POST photos",
	"PATCH uploads/{upload}":                          "POST photos/{photo}/removal",
	"POST previous-standings":                         "the same",
	"POST promotions":                                 "the same",
	"POST reopening":                                  "POST completion",
	"POST report":                                     "the same",
	"POST rounds":                                     "POST rounds/{round}/discarding",
	"POST rounds/{round}/clock/commands":              "the same",
	"POST rounds/{round}/closing":                     "POST rounds/{round}/reopening",
	"POST rounds/{round}/discarding":                  "POST rounds",
	"POST rounds/{round}/referee-calls/{call}/answer": "never: somebody is on the way; the table calls again",
	"POST rounds/{round}/reopening":                   "POST rounds/{round}/closing",
	"POST rounds/{round}/tables/{table}/result":       "PUT rounds/{round}/tables/{table}/result",
	"PUT rounds/{round}/tables/{table}/result":        "the same",
	"POST rulings":                                    "never: a ruling stands; whoever disagrees appeals",
	"POST rulings/{ruling}/appeal":                    "never: it is decided",
	"POST rulings/{ruling}/appeal-decision":           "never: it is the last word",
	"POST sanctions":                                  "POST sanctions/{sanction}/revocation",
	"POST sanctions/{sanction}/confirmation":          "POST sanctions/{sanction}/revocation",
	"POST sanctions/{sanction}/revocation":            "POST sanctions",
	"POST staff":                                      "DELETE staff/{staff}",
	"DELETE staff/{staff}":                            "POST staff",
	"POST start":                                      "never: play has begun",
	"POST structure":                                  "DELETE structure",
	"DELETE structure":                                "POST structure",
	"POST structure/approval":                         "DELETE structure",
	"POST table-results":                              "PUT rounds/{round}/tables/{table}/result",
	"POST what-if":                                    "nothing",
	"POST withdrawals":                                "POST withdrawals/{withdrawal}/revocation",
	"POST withdrawals/{withdrawal}/revocation":        "POST withdrawals",
}

var undoneIn = map[string]string{
	"POST answers":                                 "the same",
	"POST convocations":                            "POST convocations/{convocation}/withdrawal",
	"POST convocations/{convocation}/lapse":        "never: the next one may be asked from then on",
	"POST convocations/{convocation}/withdrawal":   "POST convocations",
	"POST final-decisions":                         "POST final-decisions/{decision}/revocation",
	"POST final-decisions/{decision}/revocation":   "POST final-decisions",
	"POST prize-shipments":                         "POST prize-shipments/{shipment}/cancellation",
	"POST prize-shipments/{shipment}/cancellation": "POST prize-shipments",
	"POST prize-shipments/{shipment}/dispatch":     "never: a parcel is on its way; it comes back by a settlement",
	"POST prize-shipments/{shipment}/keeping":      "never: the winner keeps what they have",
	"POST prize-shipments/{shipment}/settlement":   "never: prizes came back, or money was paid",
	"POST prizes":                                  "POST prizes/{prize}/movements",
	"POST prizes/{prize}/movements":                "the same",
	"POST region-merges":                           "POST region-merges/{decision}/revocation",
	"POST region-merges/{decision}/revocation":     "POST region-merges",
}

// U27: each act of the console can be undone, by something that the console has too, or the list names the reason why
// not.
func TestEveryActIsUndoneOrSaidNotToBe(t *testing.T) {
	t.Parallel()
	const event, season = "/tenants/{tenant}/events/{event}/", "/tenants/{tenant}/seasons/{season}/"
	known := map[string]string{}
	for operation, how := range undone {
		known[operation] = how
	}
	for below, table := range map[string]map[string]string{event: undoneAt, season: undoneIn} {
		full := func(short string) string {
			if method, path, found := strings.Cut(short, " "); found && method == strings.ToUpper(method) {
				return method + " " + below + path
			}
			return short
		}
		for operation, how := range table {
			known[full(operation)] = full(how)
		}
	}
	called := map[string]bool{}
	call := regexp.MustCompile(`api\.(POST|PUT|PATCH|DELETE)\("([^"]+)"`)
	err := filepath.WalkDir("src", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(name, ".d.ts") {
			return err
		}
		source, err := os.ReadFile(name)
		for _, one := range call.FindAllSubmatch(source, -1) {
			called[string(one[1])+" "+string(one[2])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for operation := range called {
		how, classified := known[operation]
		if !classified {
			t.Errorf("%s: how is it taken back?", operation)
			continue
		}
		said := how == "nothing" || how == "the same" || strings.HasPrefix(how, "never: ")
		if !said && (!called[how] || how == operation) {
			t.Errorf("%s is taken back by %q, which the console does not do", operation, how)
		}
	}
	var gone []string
	for operation := range known {
		if !called[operation] {
			gone = append(gone, operation)
		}
	}
	if slices.Sort(gone); len(gone) > 0 {
		t.Errorf("the console does not do these: %q", gone)
	}
}
