package facts

// ProfileBlock is a part of a player's public page besides results and ranks.
type ProfileBlock string

// The blocks.
const (
	ClubBlock      ProfileBlock = "club"
	CityBlock      ProfileBlock = "city"
	ChartBlock     ProfileBlock = "chart"   // a chart of the points in a ranking over time
	RecordsBlock   ProfileBlock = "records" // personal records and streaks
	OpponentsBlock ProfileBlock = "opponents"
)

// ProfileBlocks lists all blocks, in the order in which they are shown.
var ProfileBlocks = []ProfileBlock{ClubBlock, CityBlock, ChartBlock, RecordsBlock, OpponentsBlock}
