package views

import (
	"referto/frontend/words"
	"referto/internal/league/eventfile"
	"referto/internal/league/facts"
	"referto/openapi"
)

// Phase names how far an import is.
func Phase(row facts.Import) openapi.ImportProgressPhase {
	switch {
	case row.State != facts.ImportWaiting:
		return openapi.ImportProgressPhaseDone
	case row.Phase == "":
		return openapi.ImportProgressPhaseWaiting
	default:
		return openapi.ImportProgressPhase(row.Phase)
	}
}

// ImportFault makes a fault of a file with its place in it.
func ImportFault(f eventfile.Fault, w *words.Words) openapi.ImportFault {
	out := openapi.ImportFault{
		Sheet: f.Sheet, Line: f.Line, Column: f.Column, Value: f.Value, Pointer: f.Field, Reason: f.Reason, Text: w.Reason(f.Reason, f.Params, nil),
	}
	if f.Par != "" {
		out.Rule = openapi.Rule{Code: f.Code, Paragraph: f.Par}
	}
	return out
}
