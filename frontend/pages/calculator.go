package pages

import (
	"io"
	"net/url"
	"slices"
	"strconv"

	"referto/internal/league/rules"
	"referto/openapi"
)

// CalculatorForm holds the fields of the calculators as a reader has filled them in.
type CalculatorForm struct {
	// Size is the number of players who started the game.
	Size int
	// Players are the players of the table, at least Size; without PointsAsked their holdings are empty.
	Players     []openapi.PlayerHoldings
	PointsAsked bool
	// Armies and Cards are numbers as they were written; "" is not asked.
	Armies, Cards string
}

// The names of the form's fields; those of a player end in their number, and a territory's value is the number of its
// holder.
const (
	fieldSize      = "size"
	fieldArmies    = "armies"
	fieldCards     = "cards"
	fieldObjective = "objective-"
	fieldFrozen    = "frozen-"
	fieldTerritory = "t-"
)

// ReadCalculatorForm reads the form from an address of the calculators. Values
// that the form does not offer are left out.
func ReadCalculatorForm(r *rules.Ruleset, query url.Values) CalculatorForm {
	sizes := r.Tables.AllSizes()
	most := slices.Max(sizes)
	form := CalculatorForm{Size: most, PointsAsked: query.Has(fieldSize), Armies: query.Get(fieldArmies), Cards: query.Get(fieldCards)}
	if size, err := strconv.Atoi(query.Get(fieldSize)); err == nil && slices.Contains(sizes, size) {
		form.Size = size
	}
	players := make([]openapi.PlayerHoldings, most)
	last := form.Size
	for i := range players {
		number := strconv.Itoa(i + 1)
		p := openapi.PlayerHoldings{Objective: query.Get(fieldObjective + number), Frozen: query.Has(fieldFrozen + number), Territories: []string{}}
		if r.Board != nil {
			for _, t := range r.Board.Territories {
				if query.Get(fieldTerritory+t.ID) == number {
					p.Territories = append(p.Territories, t.ID)
				}
			}
		}
		if p.Objective != "" || len(p.Territories) > 0 {
			last = max(last, i+1)
		}
		players[i] = p
	}
	form.Players = players[:last]
	return form
}

// calculatorModel is the content of templates/calculator.html.
type calculatorModel struct {
	frame
	Heading, Ruleset, Action string
	Keep                     []param
	Faults                   []string
	Board                    *boardModel
	Scores                   []scoreModel
	Armies, Cards            *handModel
}

// boardModel is the form about the map.
type boardModel struct {
	Sizes   []option
	Players []playerChoice
	Regions []regionChoice
}

type option struct {
	Value, Text string
	Chosen      bool
}

type playerChoice struct {
	Number     int
	Objectives []option
	Frozen     bool
}

// regionChoice is a region with the holder of each territory.
type regionChoice struct {
	Name        string
	Numbers     []int
	Territories []territoryChoice
}

type territoryChoice struct {
	Field, Name string
	// Holders are the choices: no one, and then the players.
	Holders []holder
}

type holder struct {
	Value, Label string
	Chosen       bool
}

type scoreModel struct {
	Number    int
	Objective string
	Points    int
	Remarks   []explanation
	Count     string
	Terms     []pointsTerm
}

type pointsTerm struct {
	Points int
	InRow  bool
	explanation
}

// handModel is a form with one number, and its answer.
type handModel struct {
	Value, Answer string
	Reasons       []explanation
}

// Calculator writes the page of a ruleset's calculators.
func (p *Pages) Calculator(out io.Writer, v Calculator) error {
	v.Reader = v.citing(v.Tenant, openapi.RulesetRef{Id: v.Rules.ID, Code: v.Rules.Code})
	w := v.words()
	at := calculatorAddress(v.Tenant, v.Rules.ID)
	m := calculatorModel{
		frame:   v.frame(&v.Tenant, w.Text("calculator.title", nil)+" · "+v.Rules.Code, v.asked(at)),
		Heading: w.Text("calculator.title", nil),
		Ruleset: v.Rules.Name,
		Action:  at.path,
		Keep:    v.choices(),
		Faults:  v.Faults,
	}
	if v.Rules.Board != nil {
		m.Board = v.board()
	}
	if v.Points != nil {
		m.Scores = v.scores()
	}
	if v.Rules.Game.Armies != nil {
		m.Armies = v.armies()
	}
	if v.Rules.Game.Cards != nil {
		m.Cards = v.cards()
	}
	return p.render(out, m.Lang, "calculator", m)
}

// asked returns the address with the form's values, for the switches of language and theme.
func (v Calculator) asked(at address) address {
	if v.Form.PointsAsked {
		at = at.with(fieldSize, strconv.Itoa(v.Form.Size))
		for i, p := range v.Form.Players {
			number := strconv.Itoa(i + 1)
			if p.Objective != "" {
				at = at.with(fieldObjective+number, p.Objective)
			}
			if p.Frozen {
				at = at.with(fieldFrozen+number, "1")
			}
			for _, id := range p.Territories {
				at = at.with(fieldTerritory+id, number)
			}
		}
	}
	if v.Form.Armies != "" {
		at = at.with(fieldArmies, v.Form.Armies)
	}
	if v.Form.Cards != "" {
		at = at.with(fieldCards, v.Form.Cards)
	}
	return at
}

func (v Calculator) board() *boardModel {
	sizes := v.Rules.Tables.AllSizes()
	m := &boardModel{}
	for _, size := range sizes {
		m.Sizes = append(m.Sizes, option{Value: strconv.Itoa(size), Text: strconv.Itoa(size), Chosen: size == v.Form.Size})
	}
	seats := slices.Max(sizes)
	for i := range seats {
		p := v.player(i)
		c := playerChoice{Number: i + 1, Frozen: p.Frozen}
		for _, o := range v.Rules.Game.Objectives {
			c.Objectives = append(c.Objectives, option{Value: o.ID, Text: o.Name, Chosen: o.ID == p.Objective})
		}
		m.Players = append(m.Players, c)
	}
	listed := make(map[string]bool)
	for _, region := range v.Rules.Board.Regions {
		if region.Within == "" {
			m.Regions = append(m.Regions, v.region(region.Name, region.Territories, seats, listed))
		}
	}
	var others []string
	for _, t := range v.Rules.Board.Territories {
		if !listed[t.ID] {
			others = append(others, t.ID)
		}
	}
	if len(others) > 0 {
		m.Regions = append(m.Regions, v.region(v.words().Text("calculator.other-territories", nil), others, seats, listed))
	}
	return m
}

// player returns the fields of a player, by index.
func (v Calculator) player(i int) openapi.PlayerHoldings {
	if i < len(v.Form.Players) {
		return v.Form.Players[i]
	}
	return openapi.PlayerHoldings{}
}

// region offers the holders of territories that are not listed yet.
func (v Calculator) region(name string, territories []string, seats int, listed map[string]bool) regionChoice {
	c := regionChoice{Name: name}
	for i := range seats {
		c.Numbers = append(c.Numbers, i+1)
	}
	for _, id := range territories {
		t, known := v.Rules.Board.Territory(id)
		if !known || listed[id] {
			continue
		}
		listed[id] = true
		c.Territories = append(c.Territories, v.territory(t, seats))
	}
	return c
}

func (v Calculator) territory(t rules.Territory, seats int) territoryChoice {
	w := v.words()
	nobody := holder{Label: w.Text("calculator.held-by-nobody", map[string]any{"territory": t.Name}), Chosen: true}
	c := territoryChoice{Field: fieldTerritory + t.ID, Name: t.Name, Holders: []holder{nobody}}
	for i := range seats {
		held := slices.Contains(v.player(i).Territories, t.ID)
		if held {
			c.Holders[0].Chosen = false
		}
		c.Holders = append(c.Holders, holder{
			Value: strconv.Itoa(i + 1), Chosen: held,
			Label: w.Text("calculator.held-by", map[string]any{"territory": t.Name, "player": i + 1}),
		})
	}
	return c
}

// scores lists the scores of the players with any value in the form.
func (v Calculator) scores() []scoreModel {
	var scores []scoreModel
	for i, s := range v.Points.Players {
		p := v.player(i)
		if p.Objective == "" && len(p.Territories) == 0 {
			continue
		}
		m := scoreModel{Number: i + 1, Points: s.Points, Count: v.words().Text("calculator.sum", map[string]any{"sum": s.Sum})}
		for _, o := range v.Rules.Game.Objectives {
			if o.ID == p.Objective {
				m.Objective = o.Name
			}
		}
		for _, remark := range []openapi.Explanation{s.Won, s.Rowless} {
			if remark.Reason != "" {
				m.Remarks = append(m.Remarks, v.explained(remark))
			}
		}
		for _, t := range s.Terms {
			m.Terms = append(m.Terms, pointsTerm{Points: t.Points, InRow: t.InRow, explanation: v.explained(t.Explanation)})
		}
		scores = append(scores, m)
	}
	return scores
}

func (v Calculator) armies() *handModel {
	m := &handModel{Value: v.Form.Armies}
	if a := v.Armies; a != nil {
		m.Answer = v.words().Text("calculator.limit-is", map[string]any{"remove": a.Remove, "limit": a.Limit})
		m.Reasons = []explanation{v.explained(a.Explanation)}
	}
	return m
}

func (v Calculator) cards() *handModel {
	m := &handModel{Value: v.Form.Cards}
	if x := v.Cards; x != nil {
		m.Answer = v.words().Text("calculator.cards-get", map[string]any{"armies": x.Armies, "left": x.Left})
		for _, e := range x.Exchanges {
			m.Reasons = append(m.Reasons, v.explained(e.Explanation))
		}
	}
	return m
}
