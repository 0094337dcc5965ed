package main

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"testing"
)

const testdata = "../../internal/league/conformance/testdata"

func TestRun(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		args []string
		ok   bool
		out  string
	}{
		{"all cases", []string{"-cases", testdata}, true, "2 passed, 0 failed\n"},
		{"of two folders", []string{"-cases", testdata, "-cases", testdata}, true, "4 passed, 0 failed\n"},
		{"of a regulation and kind", []string{"-cases", testdata, "-mode", "engine", "-regulation", "002", "-kind", "tournament"}, true, "2 passed, 0 failed\n"},
		{"a sample of the alternatives", []string{"-cases", testdata, "-sample", "7"}, true, "2 passed, 0 failed\n"},
		{"none of a kind is not well", []string{"-cases", testdata, "-kind", "season"}, false, "0 passed, 0 failed\n"},
		{"none of a regulation is not well", []string{"-cases", testdata, "-regulation", "004"}, false, "0 passed, 0 failed\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			ok, err := run(t.Context(), tt.args, &out, io.Discard)
			if err != nil || ok != tt.ok || out.String() != tt.out {
				t.Errorf("got %v, %v\n%s", ok, err, out.String())
			}
		})
	}
}

func TestRunRefusesWrongArguments(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{},
		{"-cases", testdata, "-mode", "guess"},
		{"-cases", testdata, "more"},
		{"-cases", testdata, "-mode", "api", "-server", "http://127.0.0.1:1"},
		{"-cases", testdata, "-mode", "api", "-program", "no/such/program"},
		{"-cases", "no/such/folder"},
		{"-cases", testdata, "-cases", "no/such/folder"},
		{"-color"},
	} {
		if ok, err := run(t.Context(), args, io.Discard, io.Discard); err == nil || ok {
			t.Errorf("%v: got %v, %v", args, ok, err)
		}
	}
	if _, err := run(t.Context(), []string{"-h"}, io.Discard, io.Discard); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("help: %v", err)
	}
}
