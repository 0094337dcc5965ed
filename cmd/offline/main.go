//go:build js && wasm

// Offline is the core of the league as a WebAssembly program, for devices without a
// server at hand. It defines the global object referto with one function for each
// question of package offline:
//
//	const reply = JSON.parse(referto.event(JSON.stringify({ruleset, facts})))
//	reply.answer.next.plan, or reply.refused
//
// Every function takes a text of JSON and returns one. The program runs until its page is
// left; wasm_exec.js of the same version of Go starts it.
package main

import (
	"syscall/js"

	"referto/internal/league/offline"
)

func main() {
	referto := js.Global().Get("Object").New()
	for _, question := range offline.Questions() {
		referto.Set(question, js.FuncOf(func(_ js.Value, arguments []js.Value) any {
			request := ""
			if len(arguments) > 0 {
				request = arguments[0].String()
			}
			return string(offline.Answer(question, []byte(request)))
		}))
	}
	js.Global().Set("referto", referto)
	select {}
}
