package league

// Bind reads an id from the text of a query parameter. The contract's generated server
// asks the types of parameters for this method; without it a type made of another is
// taken for an object, none of whose fields is in the query, and stays zero: the filter
// would be ignored.
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
