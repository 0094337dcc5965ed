package pages

import (
	"slices"
	"strconv"

	"referto/frontend/words"
	"referto/openapi"
)

// seatQuestion asks one thing about each seat of a table: a column of the score sheet, a field for each seat on the page
// of the table.
type seatQuestion struct {
	label   string
	field   func(entry int) string // name of the field of an entrant
	between openapi.IntegerRange
	decimal bool                                    // a number with decimals, not a whole one within the range
	options []choice                                // to choose from; nil is a number to write
	said    func(seat openapi.NewSeatResult) string // the answer as it was declared
}

// seatQuestions lists the questions of a result form about each seat, in the order in which a referee enters them.
func seatQuestions(w *words.Words, form openapi.TableForm) (list []seatQuestion) {
	if AsksVP(form) {
		list = append(list, seatQuestion{
			label: capital(w.Text("criterion.vp", nil)), field: VPField, between: form.Vp,
			said: func(s openapi.NewSeatResult) string { return strconv.Itoa(s.Vp) },
		})
	}
	if AsksPoints(form) {
		list = append(list, seatQuestion{
			label: w.Text("console.points", nil), field: PointsField, decimal: true,
			said: func(s openapi.NewSeatResult) string { return s.Points },
		})
	}
	if len(form.Objectives) > 0 {
		one := seatQuestion{label: w.Text("console.objective", nil), field: ObjectiveField, said: func(s openapi.NewSeatResult) string { return s.Objective }}
		for _, objective := range form.Objectives {
			one.options = append(one.options, choice{Code: objective.Id, Name: objective.Name})
		}
		list = append(list, one)
	}
	for _, figure := range form.Figures {
		if !OfTable(figure) {
			list = append(list, seatQuestion{
				label: figure.Name, field: func(entry int) string { return FigureField(figure.Id, entry) }, between: figure.Range,
				said: func(s openapi.NewSeatResult) string { return strconv.Itoa(s.Figures[figure.Id]) },
			})
		}
	}
	return list
}

// tableQuestion asks one thing once for the table: boxes to tick on the score sheet, a list to choose from on the page.
type tableQuestion struct {
	label, field string
	players      bool     // those at the table can be chosen, before the options
	present      bool     // only players who have not left the game
	options      []choice // the one with code "0" or "" means no one
	said         func(before openapi.Declaration) string
	must         bool // an answer is required
}

// tableQuestions lists the questions of a result form about the table as a whole: the holder of each figure that one
// player can have, the declarer of victory, how the game ended otherwise, and the team that won at once.
func tableQuestions(w *words.Words, form openapi.TableForm) (list []tableQuestion) {
	nobody := w.Text("console.nobody", nil)
	for _, figure := range form.Figures {
		if OfTable(figure) {
			list = append(list, tableQuestion{
				label: figure.Name, field: HolderField(figure.Id), players: true, options: []choice{{Code: "0", Name: nobody}}, must: true,
				said: func(d openapi.Declaration) string { return holderOf(figure.Id, d) },
			})
		}
	}
	if asksDeclarer(form) {
		list = append(list, tableQuestion{
			label: w.Text("console.who-declared", nil), field: "declaredBy", players: true, present: true, options: []choice{{Code: "0", Name: nobody}}, must: true,
			said: func(d openapi.Declaration) string {
				if d.Number == 0 {
					return ""
				}
				return strconv.Itoa(d.Result.DeclaredBy)
			},
		})
	}
	if others := OtherEndings(form); len(others) > 1 {
		one := tableQuestion{label: w.Text("attable.otherwise", nil), field: "ended", said: func(d openapi.Declaration) string { return string(d.Result.Ended) }}
		for _, ending := range others {
			one.options = append(one.options, choice{Code: string(ending), Name: w.Text("console.ending-"+string(ending), nil)})
		}
		list = append(list, one)
	}
	if len(form.Teams) > 0 {
		one := tableQuestion{
			label: w.Text("console.won-at-once", nil), field: "wonAtOnce", options: []choice{{Code: "", Name: nobody}},
			said: func(d openapi.Declaration) string { return d.Result.WonAtOnce },
		}
		for _, team := range form.Teams {
			one.options = append(one.options, choice{Code: team, Name: team})
		}
		list = append(list, one)
	}
	return list
}

// AsksVP reports whether a result has victory points of each seat.
func AsksVP(form openapi.TableForm) bool { return form.Vp.Max > form.Vp.Min }

// AsksVPOf reports whether a result needs the victory points of a seat: not for a player who is known to have left a
// game in which the points of leavers do not count.
func AsksVPOf(form openapi.TableForm, table openapi.Table, entry int) bool {
	return AsksVP(form) && (!form.LeaversWithoutVp || !slices.Contains(table.Left, entry))
}

// AsksPoints reports whether a result has points for the standings of each seat, from a game scored elsewhere.
func AsksPoints(form openapi.TableForm) bool { return form.Points.Max > form.Points.Min }

// OfTable reports whether a figure is asked once for the table, by its holder.
func OfTable(f openapi.FormFigure) bool { return f.OnePerTable && f.Range.Max == 1 }

// OtherEndings returns the ways in which a game ends without a declaration of victory.
func OtherEndings(form openapi.TableForm) []openapi.Ending {
	return slices.DeleteFunc(slices.Clone(form.Endings), func(e openapi.Ending) bool { return e == openapi.EndingDeclared })
}

// asksDeclarer reports whether a result names the declarer of victory.
func asksDeclarer(form openapi.TableForm) bool {
	return AsksVP(form) && slices.Contains(form.Endings, openapi.EndingDeclared)
}
