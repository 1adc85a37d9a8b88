package document

import (
	"net/url"
	"slices"
	"strings"
)

// WorkAt returns what identifies the work that an address leads to: equal for two
// addresses of one page or work, however they are written. It is the DOI or the arXiv
// id that the address holds, else its host, path and query without what does not change
// the page: scheme, www., mobile and AMP versions, index pages, tracking and the place
// within the page. It is "" for what is no web address.
func WorkAt(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return ""
	}
	if inner := wrapped(u); inner != "" {
		return WorkAt(inner)
	}
	host, path := hostOf(u), pathOf(u)
	if id := arXivAt(host, path); id != "" {
		return id
	}
	if host == "ncbi.nlm.nih.gov" { // where PubMed and PubMed Central were
		host, path = "", strings.NewReplacer("/pmc/", "pmc.ncbi.nlm.nih.gov/", "/pubmed/", "pubmed.ncbi.nlm.nih.gov/").Replace(path)
	}
	if doi := FindDOI(path); doi != "" {
		return workOf(doi)
	}
	query := u.Query()
	for key := range query {
		if tracks(key) {
			query.Del(key)
		}
	}
	key := host + strings.ReplaceAll(path, " ", "%20")
	if len(query) > 0 {
		key += "?" + query.Encode()
	}
	if strings.HasPrefix(u.Fragment, "/") || strings.HasPrefix(u.Fragment, "!") {
		key += "#" + u.Fragment // the page of an application
	}
	return key
}

// workOf returns what identifies the work with the DOI.
func workOf(doi string) string {
	doi = articleDOI(strings.ToLower(doi))
	if id, ok := strings.CutPrefix(doi, "10.48550/arxiv."); ok {
		return "arxiv " + unversioned(id)
	}
	return "doi " + doi
}

// Works returns all that identifies the work of a reference: its DOI, arXiv id and the
// addresses in its entry.
func (r Reference) Works() []string {
	var works []string
	add := func(work string) {
		if work != "" && !slices.Contains(works, work) {
			works = append(works, work)
		}
	}
	if r.DOI != "" {
		add(workOf(r.DOI))
	}
	if r.ArXiv != "" {
		add("arxiv " + unversioned(strings.ToLower(r.ArXiv)))
	}
	add(WorkAt(r.URL))
	return works
}

// Elsewhere reports whether an address stands for a work that lies elsewhere, so that
// it cannot be told from the address where it leads: a shortened one, or one of a
// resolver, a search engine or an archive.
func Elsewhere(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return true
	}
	switch hostOf(u) {
	case "doi.org", "dx.doi.org", "hdl.handle.net", "purl.org", "n2t.net", "api.crossref.org",
		"t.co", "bit.ly", "tinyurl.com", "goo.gl", "lnkd.in", "ow.ly", "buff.ly", "is.gd", "aka.ms", "g.co", "shorturl.at", "rebrand.ly",
		"vertexaisearch.cloud.google.com", "google.com", "scholar.google.com", "webcache.googleusercontent.com", "archive.is", "archive.ph", "archive.today", "perma.cc":
		return true
	}
	return false
}

// wrapped returns the address that one of an archive or of a search engine holds.
func wrapped(u *url.URL) string {
	switch host := hostOf(u); {
	case host == "web.archive.org":
		if i := strings.Index(u.Path, "/http"); i >= 0 {
			return strings.TrimPrefix(u.Path[i:], "/") + "?" + u.RawQuery
		}
	case strings.HasPrefix(host, "google.") && u.Path == "/url":
		q := u.Query()
		return q.Get("q") + q.Get("url")
	}
	return ""
}

// hostOf returns the host of an address without what only says how its pages are shown.
func hostOf(u *url.URL) string {
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	for _, shown := range []string{"m.", "mobile.", "amp."} {
		if rest, ok := strings.CutPrefix(host, shown); ok && strings.Contains(rest, ".") {
			host = rest
		}
	}
	host = strings.Replace(host, ".m.wiki", ".wiki", 1)
	if port := u.Port(); port != "" && port != "80" && port != "443" {
		host += ":" + port
	}
	return host
}

// pathOf returns the decoded path of an address without the names of index pages and
// of AMP versions.
func pathOf(u *url.URL) string {
	path := strings.TrimRight(u.Path, "/")
	dir, file := path, ""
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		dir, file = path[:i], path[i+1:]
	}
	switch file {
	case "index.html", "index.htm", "index.php", "default.aspx", "amp", "amp.html":
		path = dir
	}
	path = strings.TrimSuffix(path, ".amp")
	if rest, ok := strings.CutPrefix(path, "/amp/"); ok {
		path = "/" + rest
	}
	return strings.TrimRight(path, "/")
}

// arXivAt returns what identifies the preprint at a path of arxiv.org, or "".
func arXivAt(host, path string) string {
	if host != "arxiv.org" && host != "ar5iv.org" && host != "ar5iv.labs.arxiv.org" && host != "export.arxiv.org" && host != "alphaxiv.org" {
		return ""
	}
	for _, kind := range []string{"/abs/", "/pdf/", "/html/", "/format/"} {
		if id, ok := strings.CutPrefix(path, kind); ok && id != "" {
			return "arxiv " + unversioned(strings.ToLower(strings.TrimSuffix(id, ".pdf")))
		}
	}
	return ""
}

// unversioned takes the version off an id: 1706.03762v5.
func unversioned(id string) string {
	i := strings.LastIndexByte(id, 'v')
	if i > 0 && i+1 < len(id) && strings.Trim(id[i+1:], "0123456789") == "" {
		return id[:i]
	}
	return id
}

// articleDOI takes off a DOI what an address adds to it to name a form of the article.
func articleDOI(doi string) string {
	for {
		short := doi
		for _, form := range []string{"/full", "/pdf", "/html", "/htm", "/abstract", "/abs", "/meta", "/epdf", "/epub", "/fulltext", "/xml", "/references", "/citations",
			".pdf", ".full", ".html", ".abstract", ".full-text", ".full.pdf"} {
			short = strings.TrimSuffix(short, form)
		}
		if strings.HasPrefix(short, "10.1101/") {
			short = unversioned(short)
		}
		if short == doi {
			return doi
		}
		doi = short
	}
}

// tracks reports whether a parameter of an address only says where the reader came
// from or how the page is shown.
func tracks(key string) bool {
	key = strings.ToLower(key)
	switch key {
	case "fbclid", "gclid", "gclsrc", "dclid", "msclkid", "yclid", "igshid", "igsh", "mc_cid", "mc_eid", "_ga", "_gl", "_hsenc", "_hsmi", "srsltid",
		"ref_src", "ref_url", "cmpid", "ncid", "amp", "outputtype", "trk", "mkt_tok":
		return true
	}
	return strings.HasPrefix(key, "utm_")
}

// Addresses returns the web addresses in a text.
func Addresses(s string) []string {
	var list []string
	for {
		address := firstURL(s)
		if address == "" {
			return list
		}
		list = append(list, address)
		s = s[strings.Index(s, address)+len(address):]
	}
}
