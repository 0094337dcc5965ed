// Starts the program and asks it: node ask.cjs wasm_exec.js offline.wasm < questions.json
// Questions are a list of {question, request}; the replies are written as a list of texts.
const fs = require("fs");
require(process.argv[2]);
const go = new Go();
const { questions } = JSON.parse(fs.readFileSync(0, "utf8"));
WebAssembly.instantiate(fs.readFileSync(process.argv[3]), go.importObject).then(({ instance }) => {
	go.run(instance);
	const replies = questions.map(({ question, request }) => globalThis.referto[question](JSON.stringify(request)));
	fs.writeFileSync(1, JSON.stringify({ names: Object.keys(globalThis.referto), replies }));
	process.exit(0);
});
