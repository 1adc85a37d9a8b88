package citestone_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/citestone/citestone"

// A layer is a group of packages that follow the same import rule. Imports point
// down: a package may import the layers its own names, and nothing else of the
// module.
type layer struct {
	name     string
	packages []string // path.Match patterns below the module; the first layer that matches has the package
	imports  []string // names of layers
	std      []string // forbidden packages of the standard library
	external bool     // may import other modules
	pure     bool     // neither reads the clock nor starts goroutines
}

// world is what only adapters and faces touch; the pure core is moreover the same on
// every platform and in every run.
var (
	world = []string{"os", "os/exec", "os/signal", "os/user", "net", "net/http", "syscall", "database/sql", "plugin"}
	core  = append([]string{"io/fs", "path/filepath", "math/rand", "math/rand/v2", "crypto/rand", "log", "log/slog"}, world...)
)

// layers is the architecture, bottom-up: faces -> app -> {research, provider,
// stores} -> {steps, adapters} -> {interfaces, pure core} -> citestone.
var layers = []layer{
	{name: "domain", packages: []string{"."},
		std: []string{"os", "os/exec", "net", "syscall"}, pure: true},
	{name: "suite", packages: []string{"internal/*/*test", "internal/*/*/*test"}, external: true,
		imports: []string{"domain", "pure", "interface"}},
	{name: "pure", packages: []string{"internal/text", "internal/document", "internal/reader", "internal/rank", "internal/entail", "internal/audit", "internal/ledger", "internal/answer", "docs/rules"},
		imports: []string{"domain", "pure"}, std: core, external: true, pure: true},
	{name: "interface", packages: []string{"internal/search", "internal/session", "internal/pipeline", "internal/verify", "internal/evidence", "internal/render", "internal/role", "internal/model", "internal/rerank", "internal/prompts", "internal/styles", "internal/eval"},
		imports: []string{"domain", "pure", "interface"}, external: true},
	{name: "step", packages: []string{"internal/step/*"},
		imports: []string{"domain", "pure", "interface"}, std: world, external: true},
	{name: "adapter", packages: []string{"internal/corpus", "internal/fetch", "internal/session/*", "internal/search/*", "internal/model/*", "internal/rerank/*", "internal/entail/*"},
		imports: []string{"domain", "pure", "interface"}, external: true},
	{name: "list", packages: []string{"internal/research"},
		imports: []string{"domain", "pure", "interface", "step"}, std: world, external: true},
	{name: "provider", packages: []string{"internal/provider"},
		imports: []string{"domain", "interface", "adapter", "config"}, external: true},
	{name: "config", packages: []string{"internal/config"},
		imports: []string{"domain"}, external: true},
	{name: "app", packages: []string{"internal/app"},
		imports: []string{"domain", "pure", "interface", "adapter", "list", "step", "provider", "config"}, external: true},
	{name: "face", packages: []string{"internal/cli", "internal/httpapi", "internal/mcp", "internal/web"},
		imports: []string{"domain", "interface", "config", "app"}, external: true},
	{name: "command", packages: []string{"cmd/*"},
		imports: []string{"face"}},
}

func layerOf(pkg string) (layer, bool) {
	for _, l := range layers {
		if slices.ContainsFunc(l.packages, func(p string) bool { ok, _ := path.Match(p, pkg); return ok }) {
			return l, true
		}
	}
	return layer{}, false
}

// TestImports holds every import of the module against the table.
func TestImports(t *testing.T) {
	for _, f := range sources(t) {
		from, ok := layerOf(f.pkg)
		if !ok {
			t.Errorf("package %s stands in no layer of import_test.go; add it to the one whose rule it follows", f.pkg)
			continue
		}
		for _, spec := range f.ast.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			if why := from.forbids(imported); why != "" {
				t.Errorf("%s: %s -> %s: %s", f.name, f.pkg, strings.TrimPrefix(imported, module+"/"), why)
			}
		}
		if from.pure {
			checkPure(t, f)
		}
	}
}

// forbids returns why a package of the layer must not import a path, or "".
func (l layer) forbids(imported string) string {
	inside, ok := strings.CutPrefix(imported+"/", module+"/")
	switch {
	case ok:
		to, known := layerOf(path.Clean(inside))
		if !known {
			return "it stands in no layer"
		}
		if !slices.Contains(l.imports, to.name) {
			return "the " + l.name + " layer must not import the " + to.name + " layer"
		}
	case strings.Contains(strings.Split(imported, "/")[0], "."):
		if !l.external {
			return "the " + l.name + " layer imports no other modules"
		}
	default:
		if slices.Contains(l.std, imported) {
			return "the " + l.name + " layer does without it"
		}
	}
	return ""
}

// checkPure fails where a file of a pure package reads the clock or starts a goroutine.
func checkPure(t *testing.T, f source) {
	ast.Inspect(f.ast, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			t.Errorf("%s: a pure package starts no goroutine", f.fset.Position(n.Pos()))
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" && slices.Contains([]string{"Now", "Since", "Until", "Sleep", "After"}, n.Sel.Name) {
				t.Errorf("%s: a pure package does not read the clock (time.%s)", f.fset.Position(n.Pos()), n.Sel.Name)
			}
		}
		return true
	})
}

type source struct {
	name, pkg string // slash-separated, below the module
	fset      *token.FileSet
	ast       *ast.File
}

// sources parses every Go file of the module that is not a test.
func sources(t *testing.T) []source {
	var files []source
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if base := d.Name(); name != "." && (strings.HasPrefix(base, ".") || base == "testdata" || base == "bin" || base == "examples") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		slashed := filepath.ToSlash(name)
		files = append(files, source{slashed, path.Dir(slashed), fset, parsed})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no Go files found")
	}
	return files
}

// TestImportRules shows that the table can say no.
func TestImportRules(t *testing.T) {
	for _, edge := range []struct {
		from, to string
		allowed  bool
	}{
		{".", "net/http", true},
		{".", module + "/internal/text", false},
		{".", "golang.org/x/text/language", false},
		{"internal/text", "os/exec", false},
		{"internal/entail", module + "/internal/document", true},
		{"internal/entail", module + "/internal/pipeline", false},
		{"internal/entail/nli", "net/http", true},
		{"internal/step/draft", module + "/internal/step/claims", false},
		{"internal/step/draft", module + "/internal/corpus", false},
		{"internal/step/draft", module + "/internal/search", true},
		{"internal/corpus", module + "/internal/session/disk", false},
		{"internal/research", module + "/internal/step/draft", true},
		{"internal/app", module + "/internal/session/disk", true},
		{"internal/cli", module + "/internal/corpus", false},
		{"cmd/citestone", module + "/internal/app", false},
	} {
		l, ok := layerOf(edge.from)
		if !ok {
			t.Errorf("%s stands in no layer", edge.from)
		}
		if why := l.forbids(edge.to); (why == "") != edge.allowed {
			t.Errorf("%s -> %s: got %q, allowed should be %v", edge.from, edge.to, why, edge.allowed)
		}
	}
}

// TestDependenciesHaveReasons fails for a direct dependency of go.mod that
// docs/dependencies.md does not give a reason for.
func TestDependenciesHaveReasons(t *testing.T) {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	required := regexp.MustCompile(`(?m)^\t(\S+) v\S+$`) // without a comment: direct
	for _, m := range required.FindAllStringSubmatch(string(mod), -1) {
		if !strings.Contains(string(doc), "`"+m[1]+"`") {
			t.Errorf("docs/dependencies.md gives no reason for %s", m[1])
		}
	}
}
