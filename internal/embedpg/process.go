package embedpg

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"
)

// process is a child process. The fields err and said may be read when it has ended.
type process struct {
	cmd  *exec.Cmd
	done chan struct{} // closed at its end
	err  error         // error of exec.Cmd.Wait at the end
	said *tail
}

// spawn starts a command and copies its output to the log, which may be nil.
func spawn(cmd *exec.Cmd, log io.Writer) (*process, error) {
	p := &process{cmd: cmd, done: make(chan struct{}), said: &tail{}}
	cmd.Stdout = p.said
	if log != nil {
		cmd.Stdout = io.MultiWriter(p.said, log)
	}
	cmd.Stderr = cmd.Stdout
	cmd.WaitDelay = time.Second // backends that outlive a killed postmaster hold the pipe

	started := make(chan error)
	go func() {
		// On Linux the child dies with the thread that started it, not with the
		// process: keep the thread.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err != nil {
			return
		}
		p.err = cmd.Wait()
		if errors.Is(p.err, exec.ErrWaitDelay) {
			p.err = nil // the process itself ended well
		}
		close(p.done)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return p, nil
}

// ended is the error of a process that has ended unasked.
func (p *process) ended() error {
	return fmt.Errorf("PostgreSQL has ended (%v): %s", p.cmd.ProcessState, p.said)
}

// endsWithin waits for the end of the process.
func (p *process) endsWithin(d time.Duration) bool {
	select {
	case <-p.done:
		return true
	case <-time.After(d):
		return false
	}
}

// tail keeps the last lines written to it.
type tail struct {
	mutex sync.Mutex
	text  string
}

const tailSize = 4 << 10 // bytes

func (t *tail) Write(b []byte) (int, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.text += string(b)
	if over := len(t.text) - tailSize; over > 0 {
		t.text = t.text[over:]
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return strings.TrimSpace(t.text)
}
