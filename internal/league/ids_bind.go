package league

// Bind reads an id from the text of a query parameter. The server that is generated from the
// contract asks the types of parameters for this method. Without it, the server would take an id
// type for an object, find none of its fields in the query, and leave it zero: the filter would be
// ignored.
func (id *PlayerID) Bind(text string) error { return id.UnmarshalText([]byte(text)) }

// Bind reads the id of a query parameter, see [PlayerID.Bind].
func (id *SeasonID) Bind(text string) error { return id.UnmarshalText([]byte(text)) }

// Bind reads the id of a query parameter, see [PlayerID.Bind].
func (id *EventID) Bind(text string) error { return id.UnmarshalText([]byte(text)) }

// Bind reads the id of a query parameter, see [PlayerID.Bind].
func (id *BanID) Bind(text string) error { return id.UnmarshalText([]byte(text)) }

// Bind reads the id of a query parameter, see [PlayerID.Bind].
func (id *RankingID) Bind(text string) error { return id.UnmarshalText([]byte(text)) }

// Bind reads the id of a query parameter, see [PlayerID.Bind].
func (id *ClubID) Bind(text string) error { return id.UnmarshalText([]byte(text)) }

// Bind reads the id of a query parameter, see [PlayerID.Bind].
func (id *SeriesID) Bind(text string) error { return id.UnmarshalText([]byte(text)) }
