package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/config"
)

func (p *program) init() *cobra.Command {
	return &cobra.Command{
		Use:     "init",
		Short:   "Write a commented " + config.FileName,
		Long:    "Write a " + config.FileName + " into the working folder in which every setting is explained. A file\nthat is there is not overwritten.",
		Example: "  citestone init",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			f, err := os.OpenFile(config.FileName, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
			if errors.Is(err, fs.ErrExist) {
				return citestone.Errorf(citestone.BadInput, "%s is there already", config.FileName).
					WithHint("edit it, or remove it first")
			}
			if err != nil {
				return citestone.Errorf(citestone.BadInput, "cannot write: %w", err)
			}
			_, err = f.WriteString(config.Template())
			if err := errors.Join(err, f.Close()); err != nil {
				return citestone.Errorf(citestone.StorageFailed, "%s: %w", config.FileName, err)
			}
			fmt.Fprintln(p.stdout, config.FileName)
			return nil
		},
	}
}

func (p *program) config() *cobra.Command {
	return group(&cobra.Command{
		Use:   "config",
		Short: "Show the settings",
		Long: `Show the settings. They come from the defaults, ` + config.FileName + ` in your configuration
folder, the nearest ` + config.FileName + ` from the working folder upwards, the environment
(CITESTONE_MODE=deep) and flags; the later go before the earlier.`,
		Example: "  citestone config show",
	}, &cobra.Command{
		Use:     "show",
		Short:   "Show each setting and where it comes from",
		Long:    "Show each setting, its value and where the value comes from.",
		Example: "  citestone config show",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, origins, err := p.load()
			if err != nil {
				return err
			}
			t := p.table("KEY", "VALUE", "FROM")
			for _, o := range origins {
				row(t, o.Key, value(o.Value), o.From)
			}
			return t.Flush()
		},
	})
}

// value is a setting's value for people.
func value(v any) string {
	if list, ok := v.([]string); ok {
		v = strings.Join(list, string(os.PathListSeparator))
	}
	if s := fmt.Sprint(v); s != "" {
		return s
	}
	return "-"
}

func (p *program) version() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Show the version",
		Long:    "Show the version of Citestone, the Go it was built with and the platform.",
		Example: "  citestone version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintf(p.stdout, "citestone %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return nil
		},
	}
}

// version is that of the module, as the build recorded it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
