package usage_test

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"referto/cmd/bench/internal/usage"
)

// work keeps one processor busy for a while.
func work(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
	}
}

func TestTimeIsThatOfAllThreads(t *testing.T) {
	self := usage.Process(os.Getpid())
	before, after := usage.Reading{}, usage.Reading{}
	if err := self.Read(before); err != nil {
		t.Fatal(err)
	}
	work(50 * time.Millisecond)
	if err := self.Read(after); err != nil {
		t.Fatal(err)
	}
	// On a busy machine the thread may have had only a part of the time.
	if used := after.Since(before); used < 5*time.Millisecond || used > 10*time.Second {
		t.Errorf("50 ms of work took %s", used)
	}
}

func TestTreeCountsChildrenThatCameLater(t *testing.T) {
	tree := usage.Tree(os.Getpid())
	before, after := usage.Reading{}, usage.Reading{}
	if err := tree.Read(before); err != nil {
		t.Fatal(err)
	}
	child := exec.CommandContext(t.Context(), "sh", "-c", "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; read end")
	input, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = input.Close(); _ = child.Wait() }()
	for deadline := time.Now().Add(20 * time.Second); ; {
		if err := tree.Read(after); err != nil {
			t.Fatal(err)
		}
		if after[usage.Process(child.Process.Pid)] > 5*time.Millisecond {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the child's time is %s", after[usage.Process(child.Process.Pid)])
		}
		time.Sleep(5 * time.Millisecond)
	}
	if used, child := after.Since(before), after[usage.Process(child.Process.Pid)]; used < child {
		t.Errorf("the tree has used %s, its child %s", used, child)
	}
}

func TestMemory(t *testing.T) {
	memory, err := usage.Process(os.Getpid()).Memory()
	if err != nil || memory < 1<<20 {
		t.Errorf("resident memory %d, %v", memory, err)
	}
	if _, err := usage.Process(1 << 30).Memory(); err == nil {
		t.Error("a process that is not there has memory")
	}
}

func TestProcessorsWorkOrAreIdle(t *testing.T) {
	worked, idle, err := usage.Machine()
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	work(200 * time.Millisecond)
	workedThen, idleThen, err := usage.Machine()
	if err != nil {
		t.Fatal(err)
	}
	all := time.Since(began) * time.Duration(runtime.NumCPU())
	if got := workedThen - worked + idleThen - idle; got < all*8/10 || got > all*12/10 {
		t.Errorf("%s of processors passed, want some %s", got, all)
	}
	if workedThen-worked < 50*time.Millisecond {
		t.Errorf("200 ms of work are counted as %s", workedThen-worked)
	}
}
