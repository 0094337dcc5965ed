package mail

import (
	"fmt"
	"time"
)

// vocabulary has what templates cannot: names of days, months and roles, and the
// order of a date.
type vocabulary struct {
	days   [7]string // from Sunday
	months [12]string
	// date orders weekday, day, month, year, clock and zone, by their numbers.
	date  string
	roles map[string]string
}

// when writes a moment with its zone: "Saturday 14 March 2026, 15:20 (CET)".
func (v *vocabulary) when(t time.Time) string {
	return fmt.Sprintf(v.date, v.days[t.Weekday()], t.Day(), v.months[t.Month()-1], t.Year(),
		t.Format("15:04"), t.Format("MST"))
}

// role names a role in the words of the regulations. One without a name is a fault of
// the program, found when the message is rendered.
func (v *vocabulary) role(code string) (string, error) {
	name, ok := v.roles[code]
	if !ok {
		return "", fmt.Errorf("no name for role %q", code)
	}
	return name, nil
}

var vocabularies = map[string]*vocabulary{
	"en": {
		days: [7]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
		months: [12]string{
			"January", "February", "March", "April", "May", "June",
			"July", "August", "September", "October", "November", "December",
		},
		date: "%s %d %s %d, %s (%s)",
		roles: map[string]string{
			"platform-admin":       "platform administrator",
			"championship-manager": "championship manager",
			"regional-contact":     "regional contact",
			"organizer":            "organizer",
			"first-referee":        "first referee",
			"referee":              "referee",
			"helper":               "helper",
			"integrator":           "integrator",
			"player":               "player",
		},
	},
	"it": {
		days: [7]string{"domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato"},
		months: [12]string{
			"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno",
			"luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre",
		},
		date: "%s %d %s %d, ore %s (%s)",
		roles: map[string]string{
			"platform-admin":       "amministratore della piattaforma",
			"championship-manager": "Responsabile del Campionato",
			"regional-contact":     "Referente regionale",
			"organizer":            "organizzatore",
			"first-referee":        "primo arbitro",
			"referee":              "arbitro",
			"helper":               "aiutante",
			"integrator":           "integratore",
			"player":               "giocatore",
		},
	},
	"bg": {
		days: [7]string{"неделя", "понеделник", "вторник", "сряда", "четвъртък", "петък", "събота"},
		months: [12]string{
			"януари", "февруари", "март", "април", "май", "юни",
			"юли", "август", "септември", "октомври", "ноември", "декември",
		},
		date: "%s, %d %s %d г., %s ч. (%s)",
		roles: map[string]string{
			"platform-admin":       "администратор на платформата",
			"championship-manager": "отговорник на шампионата",
			"regional-contact":     "регионален отговорник",
			"organizer":            "организатор",
			"first-referee":        "главен съдия",
			"referee":              "съдия",
			"helper":               "помощник",
			"integrator":           "интегратор",
			"player":               "играч",
		},
	},
}
