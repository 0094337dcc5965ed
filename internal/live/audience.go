package live

import (
	"net"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Audience sends the news of topics over connections that stay open: the same bytes to everyone who watches a topic.
// A connection costs the system's resources and a goroutine that waits for its end, and no resources of the HTTP
// server that accepted it. Make one with [NewAudience].
type Audience struct {
	hub   *Hub
	form  Form
	alive time.Duration
	mu    sync.Mutex
	rooms map[Topic]*room
}

// Form makes the texts that are written to connections: News for a revision, and Alive as a sign of life when there
// is no news.
type Form struct {
	News  func(revision int64) []byte
	Alive []byte
}

// NewAudience makes an audience of the hub's news. A connection without news for the time alive gets a sign of life,
// which detects dead connections.
func NewAudience(hub *Hub, form Form, alive time.Duration) *Audience {
	return &Audience{hub: hub, form: form, alive: alive, rooms: map[Topic]*room{}}
}

// Bounds on writing. Messages are short and the system buffers hundreds of them for a client that does not read: a
// connection that accepts none for this long is considered dead.
const (
	patience = 200 * time.Millisecond
	inARow   = 256 // connections that one writer serves before another takes the next
)

// room holds the connections that watch one topic. A goroutine waits for its news.
type room struct {
	audience *Audience
	topic    Topic
	news     *Subscription
	empty    chan struct{} // closed when the last connection has left

	mu    sync.Mutex
	seats []*seat
	over  bool // the hub has closed

	places int // reserved and taken; under the audience's lock
}

// Watched is a connection that examines the bytes read from it, which the audience does not need. Its method is not
// called NetConn as for a TLS connection, because the audience must not write below TLS.
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
	revision int64 // last one sent; under the room's lock
	number   int   // of the seat in the room, under its lock; -1: none
	leave    func()
	once     sync.Once
}

// Reserve keeps a place, whose holder misses no change from now on. The holder reads the topic's revision next, and
// takes the place with [Place.Take] or gives it back with [Place.Leave].
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

// Take hands a connection, whose client knows a revision, over to the audience. It sends a later revision at once if
// there is one. When the connection ends, which it does when the hub closes, the place is given back and then left is
// called.
func (p *Place) Take(conn net.Conn, revision int64, left func()) {
	if c, ok := conn.(Watched); ok {
		conn = c.Unwatched()
	}
	s := &seat{place: p, conn: conn, revision: revision, number: -1, leave: left}
	for r := p.room; ; {
		r.mu.Lock()
		latest := r.news.Revision() // or one that is about to be sent to the seats
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

// wait ends the seat when the client closes the connection or sends anything, which a listening client never does.
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

// catchUp writes to a connection that has no seat yet.
func (s *seat) catchUp(text []byte) bool {
	if s.conn.SetWriteDeadline(time.Now().Add(patience)) != nil { //nolint:forbidigo // a deadline of the socket
		return false
	}
	_, err := s.conn.Write(text)
	return err == nil && s.conn.SetWriteDeadline(time.Time{}) == nil
}

// open sends news to the room until it is empty or the hub closes.
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

// behind returns the seats that do not have a revision yet, and marks them as having it.
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

// write sends the same text to many connections, by as many writers as leave half of the processors to requests, and
// ends the connections that do not accept it. There is no other writer meanwhile, because a room has one goroutine
// that writes.
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

// hurry ends the wait for a connection that is still being written to after a while, until all is done. A deadline
// for each write would cost a tenth of it.
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

// Size counts the places taken.
func (a *Audience) Size() (n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, r := range a.rooms {
		n += r.places
	}
	return n
}
