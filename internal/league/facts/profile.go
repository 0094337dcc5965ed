package facts

// ProfileBlock names something that the public page of a player shows besides results and ranks.
type ProfileBlock string

// The blocks.
const (
	ClubBlock      ProfileBlock = "club"
	CityBlock      ProfileBlock = "city"
	ChartBlock     ProfileBlock = "chart"   // how the points of a ranking have grown, as a picture
	RecordsBlock   ProfileBlock = "records" // personal records and streaks
	OpponentsBlock ProfileBlock = "opponents"
)

// ProfileBlocks are all of them, in the order in which they are told.
var ProfileBlocks = []ProfileBlock{ClubBlock, CityBlock, ChartBlock, RecordsBlock, OpponentsBlock}
