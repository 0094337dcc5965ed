package demo

import (
	"math/rand/v2"
	"strings"
)

// Names of the people of the season, from which [newcomers] are made.
const (
	womensNames = `Agnese Alessia Alice Amelia Anna Arianna Asia Aurora Beatrice Benedetta Bianca Camilla Carlotta Caterina Cecilia Chiara Clelia
		Costanza Cristina Dalila Debora Diletta Edda Elisa Emma Erika Eva Fiamma Flora Gaia Giada Gilda Ginevra Giorgia Greta Ilenia Irene Iris
		Letizia Lia Livia Lucia Luisa Maddalena Mara Marta Matilde Melissa Miriam Nives Noemi Olimpia Ottavia Rachele Rebecca Rita Serena Sofia
		Stella Susanna Tecla Teresa Vera Viola Virginia Zoë`
	mensNames = `Achille Adriano Alessio Amedeo Andrea Antonio Arturo Bruno Carlo Cesare Claudio Corrado Cosimo Damiano Dario Davide Diego Donato
		Edoardo Elia Emanuele Enea Ermanno Ettore Ezio Fabio Federico Filippo Flavio Francesco Fulvio Gabriele Gaetano Giacomo Gianluca
		Gioele Giosuè Giulio Guido Ivano Jacopo Leonardo Leone Loris Luca Manuel Marco Mattia Mauro Michele Mirko Nicolò Niccolò Oreste Piero
		Raimondo Riccardo Rocco Ruggero Salvatore Samuele Saverio Simone Tobia Tommaso Ubaldo Ugo Valerio Vito`
	surnames = `Abate Accardi Agostini Albanese Amadori Antonelli Arcuri Balestra Barbieri Basile Battaglia Bellucci Benvenuti Bertoldi Biagini
		Boccaccini Bonfanti Borghi Brambilla Brandolini Bruschi Cadorin Calabrò Campana Cannavò Capuano Carraro Casadei Castelli Cattaneo
		Cavallaro Ceccarelli Cocchi Colombo Coppola Corsini Cossù Crivelli D'Alessio D'Amico D'Angelo D'Errico Dal_Bo Dall'Olio
		De_Luca De_Rosa De_Santis Del_Vecchio Della_Corte Dell'Acqua Di_Natale Di_Pietro Donati Durante Errani Esposito Fabbri Falcone
		Fantini Farina Ferrero Fiorentino Fontana Forlani Fusco Galimberti Galli Garbarino Gatti Gentile Ghezzi Giannini Giuffrè Grassi Greco
		Grimaldi Guarnieri Guidi Iannone Ierardi Labò Lai Lanza Leone Lo_Presti Locatelli Longhi Macrì Maestri Malagoli Mancini Marchesi
		Mariani Martini Mazza Meli Messina Milani Molinari Montanari Morandi Naldi Nardi Negri Nicolò Oliva Orlandi Paci Pagano Palmieri
		Parisi Pellegrini Perini Piras Poggi Pozzi Quaglia Raimondi Ravelli Riva Rizzo Rovati Ruggeri Sabatini Salerno Salomè Santoro
		Sartori Scala Serra Silvestri Spadaro Tedeschi Testoni Tiraboschi Tosi Trevisan Urbani Valenti Vannucci Venturi Vianello Viganò Vitali
		Zaccaria Zanetti Zoppi`
)

// nameless makes names of people who are in no list yet; the same seed gives the same names.
type nameless struct {
	random             *rand.Rand
	women, men, family []string
	taken              map[string]bool
}

// seasonSeed is the seed of all that is left to chance in the season.
const seasonSeed = 2010

func newNameless(taken ...string) *nameless {
	n := &nameless{
		random: rand.New(rand.NewPCG(seasonSeed, seasonSeed)), taken: make(map[string]bool),
		women: strings.Fields(womensNames), men: strings.Fields(mensNames), family: strings.Fields(surnames),
	}
	for _, name := range taken {
		n.taken[name] = true
	}
	return n
}

// next is a name that was not there before.
func (n *nameless) next() string {
	for {
		given := n.women
		if n.random.IntN(2) == 0 {
			given = n.men
		}
		family := n.family[n.random.IntN(len(n.family))]
		name := given[n.random.IntN(len(given))] + " " + strings.ReplaceAll(family, "_", " ")
		if !n.taken[name] {
			n.taken[name] = true
			return name
		}
	}
}
