package demo

// part is a person with an account.
type part struct {
	mail, name string
	part       string // in the story, for people
	language   string
}

// password is everybody's: two sheep for a brick.
const password = "due-pecore-per-un-mattone"

// The cast, by role.
var (
	manager      = part{"manager@fic.example", "Caterina Morosini", "championship manager", "it"}
	contact      = part{"contact@fic.example", "Ottavio Bentivogli", "regional contact, Emilia-Romagna", "it"}
	organizer    = part{"organizer@fic.example", "Ombretta Cini", "organizer of the stages", "it"}
	firstReferee = part{"first-referee@fic.example", "Renato Ghisolfi", "first referee", "it"}
	referee      = part{"referee@fic.example", "Livia Bordoni", "referee", "en"}
	player       = part{"player@fic.example", "Elena Passerini", "player", "it"}
	deputy       = part{"deputy@fic.example", "Lapo Serristori", "deputy of the championship manager", "it"}
	treasurer    = part{"treasurer@fic.example", "Orsola Bevilacqua", "treasurer", "it"}
	club         = part{"club@fic.example", "Radostina Marinova", "manager of the club", "bg"}

	captain = part{"captain@armata-rossa.example", "Settimio Zanasi", "manager of the RisiKo! club", "it"}

	leagueManager = part{"manager@lzb.example", "Радослав Тодоров", "manager of the Bulgarian ranking", "bg"}
	leagueReferee = part{"referee@lzb.example", "Милена Стоева", "first referee of the Bulgarian ranking", "bg"}

	leaguePlayer = part{"player@lzb.example", "Николай Дойчев", "first of the Bulgarian ranking", "bg"}

	cast = []part{manager, contact, organizer, firstReferee, referee, player, deputy, treasurer, club, captain, leagueManager, leagueReferee, leaguePlayer}
)

// person is a person in the federation's register.
type person struct{ name, club, city string }

// fieldOfAosta are the 17 of the finished stage.
var fieldOfAosta = []person{
	{"Laurent Chabod", "Dadi d'Oltralpe", "Aosta"},
	{"Martina Vuillermoz", "Dadi d'Oltralpe", "Aosta"},
	{"Denis Jordan", "Dadi d'Oltralpe", "Saint-Vincent"},
	{"Chiara Perron", "Dadi d'Oltralpe", "Châtillon"},
	{"Fabrizio Cerise", "", "Aosta"},
	{"Giulia Bionaz", "Dadi d'Oltralpe", "Quart"},
	{"Matteo Charrère", "", "Sarre"},
	{"Paolo Ferrero", "Il Settimo Dado", "Ivrea"},
	{"Elena Rolland", "Dadi d'Oltralpe", "Gressan"},
	{"Stefano Actis", "Il Settimo Dado", "Ivrea"},
	{"Roberta Gallo", "Il Settimo Dado", "Biella"},
	{"Luca Marchetti", "", "Vercelli"},
	{"Silvia Brocherel", "Dadi d'Oltralpe", "Courmayeur"},
	{"Andrea Pession", "", "Valtournenche"},
	{"Marco Bertolin", "Dadi d'Oltralpe", "Arnad"},
	{"Francesca Nicco", "", "Verrès"},
	{"Bogdan Atanasov", "Il Settimo Dado", "Torino"},
}

// fieldOfTorino are the entrants of the open stage.
var fieldOfTorino = []person{
	{"Alberto Musso", "Torre e Pedone", "Torino"},
	{"Beatrice Cavallo", "Torre e Pedone", "Torino"},
	{"Carlo Giordano", "", "Cuneo"},
	{"Daniela Bosio", "Torre e Pedone", "Moncalieri"},
	{"Enrico Peyron", "", "Pinerolo"},
	{"Federico Rosso", "Langhe in Gioco", "Alba"},
	{"Gabriella Testa", "Langhe in Gioco", "Bra"},
	{"Стоян Димитров", "", "Torino"},
	{"Ilaria Barbero", "", "Asti"},
	{"Lorenzo Ghione", "Langhe in Gioco", "Alba"},
	{"Margherita Vola", "", "Savigliano"},
	{"Nadia Fassino", "Torre e Pedone", "Chieri"},
	{"Oscar Bellino", "", "Novara"},
	{"Patrizia Gamba", "", "Verbania"},
	{"Raffaele Moretti", "Torre e Pedone", "Torino"},
	{"Sabrina Conti", "", "Alessandria"},
	{"Tiziano Ferraris", "", "Casale Monferrato"},
	{"Desislava Koleva", "Torre e Pedone", "Torino"},
	{"Valeria Demichelis", "Langhe in Gioco", "Mondovì"},
}

// lastInRegister is a player who enters no event. Adding them is the last act of the story: a later load that finds
// them knows that everything is there, as persons stay in the register for life.
var lastInRegister = person{"Vittorio Salvadori", "", "Firenze"}
