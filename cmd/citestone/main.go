// Command citestone researches questions with checked citations and checks the
// citations of documents. See 'citestone help'.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/citestone/citestone/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop() // the next signal ends the process
		fmt.Fprintln(os.Stderr, "citestone: stopping after what is being written; once more to stop at once")
	})
	os.Exit(cli.Run(ctx, os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr))
}
