package rules

// Appearance is the duty of entrants of an event: to come and play to its end, or to
// take the entry back in time.
type Appearance struct {
	// InTime names until when an entry is taken back in time.
	InTime InTime `json:"inTime,omitempty"`
	// Hours before the start, where that is the measure.
	Hours int `json:"hours,omitempty"`
	// Bars are the numbers of lapses that bar from events; none where they are only shown.
	Bars []LapseBar `json:"bars,omitempty"`
	// Yields are the numbers of lapses with which a player comes after the others where seats are
	// short: on the waiting list, and when it is worked out who starts.
	Yields    []LapseBar `json:"yields,omitempty"`
	Paragraph string     `json:"paragraph"`
}

// InTime names until when an entry is taken back in time.
type InTime string

// The moments until which an entry is taken back in time.
const (
	DayBefore   InTime = "day-before" // the last day before the event, at its venue; also where nothing is said
	UntilStart  InTime = "start"
	HoursBefore InTime = "hours"
)

// LapseKind names a way in which a player does not keep an entry.
type LapseKind string

// The kinds of lapses.
const (
	LapseNoShow LapseKind = "no-show"           // has neither come nor taken the entry back
	LapseLate   LapseKind = "late-cancellation" // has taken the entry back too late
	LapseLeft   LapseKind = "left"              // has left the running event
)

// LapseBar has something follow for those who have so many lapses within some time: they are barred
// from events, or come after the others.
type LapseBar struct {
	Lapses []LapseKind `json:"lapses"` // that count, one of an event
	Count  int         `json:"count"`  // of them
	// Within is the number of months in which they lie.
	Within int `json:"within"`
	// Months for which it holds, from the day of the last of them.
	Months    int    `json:"months"`
	Paragraph string `json:"paragraph"`
}

// The most that a rule on lapses can ask for.
const (
	mostHoursBefore = 24 * 60
	mostLapses      = 100
	mostLapseMonths = 120
)
