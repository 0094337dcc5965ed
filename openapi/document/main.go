// Command document writes the API document as it is served to standard output, for tools
// that generate clients of it.
package main

import (
	"fmt"
	"os"

	"referto/openapi"
)

func main() {
	contract, err := openapi.Parsed()
	if err == nil {
		_, err = os.Stdout.Write(contract.JSON)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
