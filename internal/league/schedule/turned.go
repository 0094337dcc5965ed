package schedule

// turning is a round of full tables from which further rounds come by rotation. The players are a number of
// circles, numbered one after the other, each of modulus points, and a few fixed players. In each round every
// player on a circle advances by one point. No difference of two points occurs twice in the round, so that no
// two players ever meet twice.
type turning struct {
	modulus, circles int
	tables           [][]int
}

// turned are parallel classes that no difference matrix gives. They were found by trial: 24 players in 7
// rounds, 28 in 9, and at tables of three 15 in 7, 24 in 11, 27 in 13 and 30 in 14.
var turned = []turning{
	{7, 3, [][]int{{23, 16, 8, 6}, {22, 19, 13, 5}, {21, 18, 9, 3}, {20, 4, 2, 1}, {17, 15, 14, 10}, {12, 11, 7, 0}}},
	{9, 3, [][]int{{27, 23, 12, 2}, {26, 22, 20, 6}, {25, 16, 3, 1}, {24, 14, 10, 7}, {21, 17, 15, 9}, {19, 18, 11, 0}, {13, 8, 5, 4}}},
	{7, 2, [][]int{{14, 13, 5}, {12, 10, 1}, {11, 7, 4}, {9, 8, 3}, {6, 2, 0}}},
	{11, 2, [][]int{{23, 20, 9}, {22, 21, 2}, {19, 3, 1}, {18, 16, 6}, {17, 12, 8}, {15, 14, 11}, {13, 10, 7}, {5, 4, 0}}},
	{13, 2, [][]int{{26, 13, 1}, {25, 15, 10}, {24, 2, 0}, {23, 14, 7}, {22, 17, 16}, {21, 19, 11}, {20, 6, 3}, {18, 12, 5}, {9, 8, 4}}},
	{14, 2, [][]int{{29, 25, 9}, {28, 14, 1}, {27, 17, 2}, {26, 20, 0}, {24, 22, 21}, {23, 18, 4}, {19, 12, 10}, {16, 13, 8}, {15, 11, 5}, {7, 6, 3}}},
}

// turn returns rounds of full tables from turned; nil if there are none.
func turn(tables, size, wanted int) [][][]int {
	for _, t := range turned {
		if len(t.tables) == tables && len(t.tables[0]) == size {
			return t.rounds(min(wanted, t.modulus))
		}
	}
	return nil
}

func (t turning) rounds(number int) [][][]int {
	rounds := make([][][]int, number)
	for r := range rounds {
		for _, table := range t.tables {
			var moved []int
			for _, p := range table {
				if circle := p / t.modulus; circle < t.circles {
					p = circle*t.modulus + (p%t.modulus+r)%t.modulus
				}
				moved = append(moved, p)
			}
			rounds[r] = append(rounds[r], moved)
		}
	}
	return rounds
}
