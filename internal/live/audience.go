package live

import (
	"net"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Audience sends the news of topics over connections that stay open: to everybody who watches a topic
// the same bytes. A connection costs what the system needs for it and a goroutine that waits for its
// end, nothing of the server by which it came. Make one with [NewAudience].
type Audience struct {
	hub   *Hub
	form  Form
	alive time.Duration
	mu    sync.Mutex
	rooms map[Topic]*room
}

// Form has the texts that are written to connections: News tells of a revision, and Alive shows that a
// connection is alive where there is nothing to tell.
type Form struct {
	News  func(revision int64) []byte
	Alive []byte
}

// NewAudience makes an audience of the hub's news. Whoever has heard nothing for a time is told that the
// connection is alive, which finds those that are not.
func NewAudience(hub *Hub, form Form, alive time.Duration) *Audience {
	return &Audience{hub: hub, form: form, alive: alive, rooms: map[Topic]*room{}}
}

// Bounds on writing. What is written is short and the system keeps hundreds of such messages for
// whoever does not read: a connection that takes none for so long has been given up.
const (
	patience = 200 * time.Millisecond
	inARow   = 256 // connections that one writer serves before another takes the next
)

// room seats everybody who watches one topic. A goroutine waits for its news.
type room struct {
	audience *Audience
	topic    Topic
	news     *Subscription
	empty    chan struct{} // closed when nobody is left

	mu    sync.Mutex
	seats []*seat
	over  bool // the hub has closed

	places int // reserved and taken; under the audience's lock
}

// Watched is a connection that looks at what is read from it, which the audience does without. Its method is not
// called NetConn as that of a TLS connection is: nothing may be written below TLS.
type Watched interface{ Unwatched() net.Conn }

// Place is one in the audience of a topic.
type Place struct {
	room *room
	once sync.Once
}

// seat is a place with a connection.
type seat struct {
	place    *Place
	conn     net.Conn
	revision int64 // told last; under the room's lock
	number   int   // of the seat in the room, under its lock; -1: none
	leave    func()
	once     sync.Once
}

// Reserve keeps a place, whose holder misses no change from now on. They read the topic's revision
// next, and take the place with [Place.Take] or give it back with [Place.Leave].
func (a *Audience) Reserve(topic Topic) *Place {
	a.mu.Lock()
	defer a.mu.Unlock()
	r := a.rooms[topic]
	if r == nil {
		r = &room{audience: a, topic: topic, news: a.hub.Subscribe(topic), empty: make(chan struct{})}
		a.rooms[topic] = r
		go r.open()
	}
	r.places++
	return &Place{room: r}
}

// Leave gives a place back. It may be called twice.
func (p *Place) Leave() {
	p.once.Do(func() {
		a, r := p.room.audience, p.room
		a.mu.Lock()
		defer a.mu.Unlock()
		if r.places--; r.places == 0 {
			if a.rooms[r.topic] == r {
				delete(a.rooms, r.topic)
			}
			close(r.empty)
		}
	})
}

// Take sits somebody down who has been told of a revision on a connection that is the audience's from now
// on. It tells them of a later one at once if there is one. The place is given back, and then left is called, when the
// connection ends, which it does when the hub closes.
func (p *Place) Take(conn net.Conn, revision int64, left func()) {
	if c, ok := conn.(Watched); ok {
		conn = c.Unwatched()
	}
	s := &seat{place: p, conn: conn, revision: revision, number: -1, leave: left}
	for r := p.room; ; {
		r.mu.Lock()
		latest := r.news.Revision() // or one that is about to be told to those who are seated
		if r.over {
			r.mu.Unlock()
			s.end()
			return
		}
		if latest <= s.revision {
			s.number = len(r.seats)
			r.seats = append(r.seats, s)
			r.mu.Unlock()
			break
		}
		s.revision = latest
		r.mu.Unlock()
		if !s.catchUp(r.audience.form.News(latest)) {
			s.end()
			return
		}
	}
	go s.wait()
}

// wait ends the seat when the other side ends the connection, or says something, which nobody
// does who listens.
func (s *seat) wait() {
	_, _ = s.conn.Read(make([]byte, 1))
	s.end()
}

func (s *seat) end() {
	s.once.Do(func() {
		r := s.place.room
		r.mu.Lock()
		r.remove(s)
		r.mu.Unlock()
		_ = s.conn.Close()
		s.place.Leave()
		s.leave()
	})
}

// catchUp writes to somebody who has no seat yet.
func (s *seat) catchUp(text []byte) bool {
	if s.conn.SetWriteDeadline(time.Now().Add(patience)) != nil { //nolint:forbidigo // a deadline of the socket
		return false
	}
	_, err := s.conn.Write(text)
	return err == nil && s.conn.SetWriteDeadline(time.Time{}) == nil
}

// open tells the room of its news until nobody is left or the hub closes.
func (r *room) open() {
	defer r.news.End()
	beat := time.NewTicker(r.audience.alive)
	defer beat.Stop()
	for {
		select {
		case <-r.empty:
			return
		case <-beat.C:
			write(r.everybody(), r.audience.form.Alive)
		case _, open := <-r.news.C:
			if !open {
				r.close()
				return
			}
			revision := r.news.Revision()
			write(r.behind(revision), r.audience.form.News(revision))
		}
	}
}

// remove takes a seat away, under the lock; the last one gets its number.
func (r *room) remove(s *seat) {
	if s.number < 0 {
		return
	}
	last := len(r.seats) - 1
	r.seats[s.number] = r.seats[last]
	r.seats[s.number].number = s.number
	r.seats[last] = nil
	r.seats = r.seats[:last]
	s.number = -1
}

func (r *room) everybody() []*seat {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.seats)
}

// behind returns those who have not been told of a revision, and notes that they are.
func (r *room) behind(revision int64) []*seat {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := make([]*seat, 0, len(r.seats))
	for _, s := range r.seats {
		if s.revision < revision {
			s.revision = revision
			all = append(all, s)
		}
	}
	return all
}

// write sends the same to many, by as many writers as leave half of the processors to requests, and
// ends those that do not take it. Nobody else writes to them meanwhile: a room has one goroutine that does.
func write(seats []*seat, text []byte) {
	rows := make(chan []*seat)
	served := make([]atomic.Pointer[seat], min((runtime.GOMAXPROCS(0)+1)/2, (len(seats)+inARow-1)/inARow))
	done := make(chan struct{})
	defer close(done)
	go hurry(served, done)
	var writers sync.WaitGroup
	for i := range served {
		writers.Go(func() {
			for row := range rows {
				for _, s := range row {
					served[i].Store(s)
					if _, err := s.conn.Write(text); err != nil {
						s.end()
					}
				}
			}
			served[i].Store(nil)
		})
	}
	for row := range slices.Chunk(seats, inARow) {
		rows <- row
	}
	close(rows)
	writers.Wait()
}

// hurry ends the wait for whoever is still being served after a while, until all is done. A deadline for
// each write would cost a tenth of it.
func hurry(served []atomic.Pointer[seat], done <-chan struct{}) {
	look := time.NewTicker(patience)
	defer look.Stop()
	before := make([]*seat, len(served))
	for {
		select {
		case <-done:
			return
		case <-look.C:
			for i := range served {
				now := served[i].Load()
				if now != nil && now == before[i] {
					_ = now.conn.SetWriteDeadline(time.Unix(1, 0))
				}
				before[i] = now
			}
		}
	}
}

func (r *room) close() {
	r.mu.Lock()
	r.over = true
	r.mu.Unlock()
	for _, s := range r.everybody() {
		s.end()
	}
}

// Size counts those who have a place.
func (a *Audience) Size() (n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, r := range a.rooms {
		n += r.places
	}
	return n
}
