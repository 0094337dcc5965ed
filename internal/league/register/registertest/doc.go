// Package registertest describes seasons for tests in text, one fact per line, and writes their
// state as short lines. It makes facts in their stored form, of which package register makes a
// season: no database is needed to test the decisions about it.
//
//	regions A B                          in the order in which they are listed
//	champion rex                         reigning
//	days 2009-02-01 2009-12-31 2010-02-14  first and last day, last day of the regional finals
//	a1 stage A 2009-03-01 12: anna bo    a stage at A with 12 players, of whom these were the first
//	g1 open 2009-05-03 16/14: elio       16 signed up, 14 played; also online
//	fA regional A 2010-01-31 open        the final of A as it is announced; "3 finished: anna bo carla"
//	nat national 2010-03-14              the national final
//	merge A B                            A plays its final with B
//	decide A final 2 at hand: wanda      the manager: at 2 semifinals, why, who is called up
//	call anna regional                   to the place that anna has then, or with at=a1 to that of its winner; by=2010-01-17, yes, withdrawn
//	no anna regional lapsed              she cannot come, or did not answer
//	bar ugo banned 2009-05-01 -          from and until, "-" is open; stage, national-final: from these only
//
// Behind the day and the size of an event may stand its state (announced, open, closed,
// running, finished, cancelled), at=09:30, ended=2009-03-02, announced=2009-02-10,
// moved=2009-02-20, elsewhere, new (its organizer), exempt=anna, referees=anna; of its papers
// unreported, received=2009-03-09, photos=winner; of the verdict pending, returned, invalid,
// unsound, waived=results-late; prizes=2500, kept, settled. An event with a size is finished,
// reported on the next day with all photos and homologated unless the line says otherwise.
package registertest
