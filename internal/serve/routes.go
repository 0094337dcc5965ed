package serve

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"referto/frontend/pages"
	"referto/internal/league/leagueapi/seasonapi"
)

// routes serves every page and the files that pages load.
func (s *site) routes(e *echo.Echo) {
	e.GET("/t/:tenant", s.page(s.home))
	e.GET("/t/:tenant/", s.page(s.home))
	e.GET("/t/:tenant"+pages.RulesPath, s.page(s.rules))
	e.GET("/t/:tenant"+pages.RulesPath+"/:ruleset", s.page(s.rulebook))
	e.GET("/t/:tenant/rules/:ruleset/calculator", s.page(s.calculator))
	s.eventRoutes(e)
	s.seasonRoutes(e)
	s.peopleRoutes(e)
	s.staffRoutes(e)
	e.GET(pages.AdminPath, s.person(s.admin))
	s.takes(e, pages.AdminPath, s.person(s.changeAdmin))
	s.accountRoutes(e)
	s.consoleRoutes(e)
	e.GET("/problems/:reason", s.help)
	e.GET("/", s.first)
	e.GET(pages.OrganizersPath, s.organizers)
	for _, n := range pages.Notices() {
		e.GET(string(n), s.notice(n))
	}
	e.GET("/robots.txt", robots)
	e.GET(pages.AssetPath+"*", assets)
	e.GET(favicon, icon)
}

// eventRoutes serves the pages of an event, its prints and its entry forms.
func (s *site) eventRoutes(e *echo.Echo) {
	e.GET("/t/:tenant/e/:event", s.page(s.event))
	e.GET("/t/:tenant/e/:event/draw", s.page(s.draw))
	e.GET("/t/:tenant/e/:event"+pages.ScreenPath, s.page(s.screen))
	for _, what := range pages.Prints() {
		printed := s.page(s.print(what))
		switch {
		case what == pages.PrintSheets:
			printed = s.entered(s.printSheets)
		case what.OfEntries():
			printed = s.entered(s.printEntries(what))
		case what == pages.PrintCodes:
			printed = s.entered(s.codes(false))
		}
		e.GET("/t/:tenant/e/:event"+pages.PrintPath+string(what), printed)
	}
	s.takes(e, "/t/:tenant/e/:event"+pages.PrintPath+string(pages.PrintCodes), s.entered(s.codes(true)))
	e.GET("/t/:tenant/e/:event"+pages.ReportPath, s.entered(s.report))
	e.GET("/t/:tenant/e/:event"+pages.EnterPath, s.entered(s.showEntering))
	s.takes(e, "/t/:tenant/e/:event"+pages.EnterPath, s.entered(s.sendEnter))
	e.GET("/t/:tenant/e/:event"+pages.TablePath+":code", s.entered(s.table))
	s.takes(e, "/t/:tenant/e/:event"+pages.TablePath+":code", s.entered(s.sendTable))
	e.GET("/t/:tenant/e/:event"+pages.EventDates, s.feed(s.eventDate))
	e.GET("/t/:tenant"+pages.FormPath, s.entered(s.formEntry))
	s.takes(e, "/t/:tenant"+pages.FormPath, s.entered(s.answerFormEntry))
	e.GET("/t/:tenant"+pages.EventPath+":event", s.entered(s.eventByID("")))
	e.GET("/t/:tenant"+pages.EventPath+":event"+pages.ReportPath, s.entered(s.eventByID(pages.ReportPath)))
}

// seasonRoutes serves the pages of a season, and the convocations of qualified players.
func (s *site) seasonRoutes(e *echo.Echo) {
	e.GET("/t/:tenant/s/:season", s.page(s.calendar))
	e.GET("/t/:tenant/s/:season/qualification", s.page(s.board))
	e.GET("/t/:tenant/s/:season"+pages.FinalListPath, s.page(s.finalList))
	e.GET("/t/:tenant/s/:season/calendar.ics", s.feed(s.seasonFeed))
	e.GET("/t/:tenant"+seasonapi.MyCalendarPath+":file", s.feed(s.myFeed))
	e.GET("/t/:tenant"+pages.ConvocationPath, s.entered(s.convocation))
	s.takes(e, "/t/:tenant"+pages.ConvocationPath, s.entered(s.answerConvocation))
	e.GET("/t/:tenant"+pages.CalendarPath, s.ofSeason(""))
	e.GET("/t/:tenant"+pages.QualificationPath, s.ofSeason("/qualification"))
}

// peopleRoutes serves the rankings, series, clubs and people of a tenant, and the reader's own record there.
func (s *site) peopleRoutes(e *echo.Echo) {
	e.GET("/t/:tenant/series/:series", s.page(s.series))
	e.GET("/t/:tenant"+pages.MyRecordPath, s.entered(s.signedIn(s.myRecord)))
	s.takes(e, "/t/:tenant"+pages.MyRecordPath, s.entered(s.signedIn(s.changeMyRecord)))
	e.GET("/t/:tenant"+pages.MyRecordPath+"/photos/:event/:photo", s.entered(s.signedIn(s.myPhoto, "event", "photo")))
	e.GET("/t/:tenant/players/:player"+pages.ClaimPath, s.entered(s.signedIn(unsent(s.showClaiming), "player")))
	s.takes(e, "/t/:tenant/players/:player"+pages.ClaimPath, s.entered(s.signedIn(s.sendClaim, "player")))
	s.takesFile(e, "/t/:tenant"+pages.ReceiptsPath, s.entered(s.signedIn(s.sendReceipt)))
	e.GET("/t/:tenant"+pages.ReceiptPath, s.entered(s.signedIn(s.receipt)))
	e.GET("/t/:tenant"+pages.PlayerAddressPath, s.served(s.playerAddress, sendUnkept))
	s.takes(e, "/t/:tenant"+pages.PlayerAddressPath, s.person(s.sendPlayerAddress))
	e.GET("/t/:tenant/rankings", s.page(s.rankings))
	e.GET("/t/:tenant/rankings/:ranking", s.page(s.ranking))
	e.GET("/t/:tenant/rankings/:ranking/hall", s.page(s.hall))
	e.GET("/t/:tenant/players/:player", s.page(s.player))
	e.GET("/t/:tenant/clubs", s.page(s.clubs))
	e.GET("/t/:tenant/clubs/:club", s.page(s.club))
}

// staffRoutes serves the pages on which the staff of a tenant sees to it.
func (s *site) staffRoutes(e *echo.Echo) {
	e.GET("/t/:tenant"+pages.PeoplePath, s.entered(s.signedIn(unsent(s.showPeople))))
	s.takes(e, "/t/:tenant"+pages.PeoplePath, s.entered(s.signedIn(s.changePeople)))
	e.GET("/t/:tenant"+pages.PeoplePath+"/:player", s.entered(s.signedIn(unsent(s.showPeople), "player")))
	s.takes(e, "/t/:tenant"+pages.PeoplePath+"/:player", s.entered(s.signedIn(s.changePeople)))
	e.GET("/t/:tenant"+pages.RefundsPath, s.entered(s.signedIn(unsent(s.showRefunds))))
	s.takes(e, "/t/:tenant"+pages.RefundsPath, s.entered(s.signedIn(s.changeRefunds)))
	s.forms(e, pages.StaffPath, staffDeed, s.showStaff)
	e.GET("/t/:tenant"+pages.LogoPath, s.entered(s.signedIn(unsent(s.showLogo))))
	s.takesFile(e, "/t/:tenant"+pages.LogoPath, s.entered(s.signedIn(s.changeLogo)))
	e.GET("/t/:tenant"+pages.AuditPath, s.entered(s.signedIn(s.audit)))
	e.GET("/t/:tenant"+pages.AuditTablePath, s.entered(s.signedIn(s.auditTable)))
	s.forms(e, pages.ArchivesPath, archivingDeed, s.showArchives)
	e.GET("/t/:tenant"+pages.ArchivesPath+"/:archive", s.entered(s.signedIn(s.archive, "archive")))
	e.GET("/t/:tenant"+pages.HistoriesPath, s.entered(s.signedIn(unsent(s.showHistories))))
	s.takesLarge(e, "/t/:tenant"+pages.HistoriesPath, longestTable, "history:import", s.sendHistory)
	e.GET("/t/:tenant"+pages.HistoriesPath+"/:history", s.entered(s.signedIn(unsent(s.showHistory), "history")))
	s.takes(e, "/t/:tenant"+pages.HistoriesPath+"/:history", s.entered(s.signedIn(s.changeHistory, "history")))
	s.forms(e, pages.DeletionPath, deletingDeed, s.showDeletion)
}

// robots asks search engines to skip personal pages and addresses for programs.
func robots(c echo.Context) error {
	return c.String(http.StatusOK, "User-agent: *\nDisallow: /account\nDisallow: /sign-in\nDisallow: /console\nDisallow: /v1/\n")
}
