package session_test

import (
	"testing"

	"github.com/citestone/citestone/internal/session"
	"github.com/citestone/citestone/internal/session/sessiontest"
)

func TestMemory(t *testing.T) {
	sessiontest.Test(t, func(*testing.T) session.Store { return session.NewMemory() })
}
