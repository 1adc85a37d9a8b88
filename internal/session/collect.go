package session

import (
	"context"
	"time"

	"github.com/citestone/citestone"
)

// Collect removes the sessions created before the time, but never the newest keep
// ones, and leaves out those that someone holds. It returns what it removed.
func Collect(ctx context.Context, c Catalog, before time.Time, keep int) ([]Info, error) {
	list, err := c.List(ctx)
	if err != nil {
		return nil, err
	}
	var removed []Info
	for _, info := range list[min(max(keep, 0), len(list)):] {
		if !info.Created.Before(before) {
			continue
		}
		err := c.Remove(ctx, info.ID)
		switch {
		case err == nil:
			removed = append(removed, info)
		case citestone.KindOf(err) != citestone.Busy:
			return removed, err
		}
	}
	return removed, nil
}
