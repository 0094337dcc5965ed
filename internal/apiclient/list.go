package apiclient

import (
	"context"
	"net/url"
)

// List reads all pages of a list. Query holds filters; nil is none.
func List[T any](ctx context.Context, c *Client, path string, query url.Values) ([]T, error) {
	asked := url.Values{"limit": {"100"}}
	for name, values := range query {
		asked[name] = values
	}
	var all []T
	for {
		var page struct {
			Items      []T    `json:"items"`
			NextCursor string `json:"nextCursor"`
		}
		if err := c.Get(ctx, path+"?"+asked.Encode(), &page); err != nil {
			return nil, err
		}
		all = append(all, page.Items...)
		if page.NextCursor == "" {
			return all, nil
		}
		asked.Set("cursor", page.NextCursor)
	}
}
