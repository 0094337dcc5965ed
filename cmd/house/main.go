package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	root := flag.String("root", ".", "`folder` of a checkout")
	dot := flag.Bool("dot", false, "draw the imports for Graphviz instead of the table")
	flag.Parse()
	rooms, err := survey(os.DirFS(*root))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if *dot {
		draw(os.Stdout, rooms)
		return
	}
	tabulate(os.Stdout, rooms)
}
