package league

import "github.com/google/uuid"

// The ids of things that belong to a tenant. Each is a type of its own so that a round cannot be
// asked for by the id of a table. They are UUIDs of version 7 made by the code that stores the
// thing; they are read and written as text (JSON, path parameters) and scan from SQL.
type (
	// PlayerID names a person in a tenant's register.
	PlayerID struct{ uuid.UUID }
	// SeasonID names a season.
	SeasonID struct{ uuid.UUID }
	// CircuitID names a circuit of a season: a region's stages, the open ones.
	CircuitID struct{ uuid.UUID }
	// RegionID names a region.
	RegionID struct{ uuid.UUID }
	// EventID names an event.
	EventID struct{ uuid.UUID }
	// EntryID names the start of a player in an event. The engines use the
	// start number instead, an [Entry].
	EntryID struct{ uuid.UUID }
	// RoundID names a round of an event.
	RoundID struct{ uuid.UUID }
	// TableID names a table of a round.
	TableID struct{ uuid.UUID }
	// ResultID names one recording of a table's result. A correction is another
	// recording that names this one.
	ResultID struct{ uuid.UUID }
	// SanctionID names a warning or an expulsion.
	SanctionID struct{ uuid.UUID }
	// WithdrawalID names an entry's leaving of an event.
	WithdrawalID struct{ uuid.UUID }
	// RulingID names a referee's ruling without penalty.
	RulingID struct{ uuid.UUID }
	// RulesetID names a tenant's own ruleset.
	RulesetID struct{ uuid.UUID }
	// BanID names a ban from further events.
	BanID struct{ uuid.UUID }
	// RankingID names a ranking of players.
	RankingID struct{ uuid.UUID }
	// ClubID names a club for which players play.
	ClubID struct{ uuid.UUID }
	// SeriesID names a series of events.
	SeriesID struct{ uuid.UUID }
	// PenaltyID names a penalty on the standings of a series.
	PenaltyID struct{ uuid.UUID }
	// PhotoID names a photo of an event.
	PhotoID struct{ uuid.UUID }
)
