package text

// title reports titles of people and places and shortened first names, which a name
// must follow.
func title(w string) bool {
	switch w {
	case "Mr", "Mrs", "Ms", "Mx", "Messrs", "Ld", "Mme", "Mmes", "Mlle", "Dr", "Drs", "Prof", "Profs", "Rev", "Revd", "Hon", "Gen", "Col", "Maj", "Capt", "Cpt", "Lt", "Lieut", "Sgt", "Sergt", "Cpl", "Corpl", "Pvt", "Pfc",
		"Cmdr", "Cdr", "Comdr", "Adm", "Brig", "Sen", "Sens", "Rep", "Reps", "Gov", "Pres", "Supt", "Det", "Insp", "Msgr", "Mgr", "Amb", "Asst", "St", "Ste", "Mt", "Ft",
		"Jas", "Thos", "Chas", "Wm", "Jos", "Robt", "Benj", "Geo", "Saml",
		"Sra", "Srta", "Dra", "Dña", "Fr", "Frl", "Hr", "Sig", "Dott", "Avv", "Ing", "Dipl", "Dhr", "Mevr", "Exmo", "Ilmo", "Lic":
		return true
	}
	return false
}

// neverLast reports abbreviations that something must follow, in small letters.
func neverLast(w string) bool {
	switch w {
	case "vs", "v", "p.s", "ps", "cf", "e.g", "eg", "i.e", "ie", "viz", "ca", "approx", "resp", "incl", "esp", "f.e",
		"al", "eds", "trans", "vols", "figs", "eqs", "secs", "chaps", "nos", "pp", "refs", "arts", "univ", "dept", "p.ex",
		"mr", "mrs", "ee", "pag", "ul", "vgl", "bzw", "sog", "ggf", "evtl", "inkl", "zzgl", "hrsg", "z.b", "d.h", "u.a", "o.ä", "m.e", "bijv", "d.w.z", "m.b.t", "т.е", "им", "ул", "см", "рис", "табл", "стр", "tzn", "m.in", "św", "pág", "págs", "núm", "pagg", "éd":
		return true
	}
	return false
}

// beforeNumber reports abbreviations only before a number, in small letters.
func beforeNumber(w string) bool {
	switch w {
	case "no", "n°", "p", "fig", "eq", "sec", "sect", "ch", "chap", "vol", "art", "ref", "par", "para", "app", "tab", "ex", "op", "ed", "ver", "rev", "pt", "nr", "ext", "exh", "subd", "subds", "amend", "cl", "tr", "dkt",
		"sept", "oct", "nov", "dec", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep",
		"mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "exper", "obs", "qu", "prop", "theor", "prob", "defin", "ax", "cas", "lect", "lib", "cor", "schol", "lem", "deg", "bk", "id", "nos", "col", "cols", "ll", "ss", "paras", "cmt", "tit", "rr", "sched", "attach", "fn", "nn", "annot", "exs", "ills", "suppl", "iss", "tel", "blz", "tom", "abb", "abs", "bd", "kap", "rz":
		return true
	}
	return len(w) == 1 && w >= "b" && w <= "z" && w != "i" && w != "x" && w != "y"
}

// lettered reports abbreviations that a capital letter or a Roman number may follow
// as well: "Ex. A", "vol. II".
func lettered(w string) bool {
	switch w {
	case "Ex", "Exs", "Exh", "App", "Fig", "Tab", "Vol", "vol", "Pt", "pt", "Sec", "sec", "Ch", "ch", "Chap", "chap", "Art", "art", "Amend", "amend", "amends", "Bk", "bk", "Sched", "Attach", "Pl", "Pls", "cl", "tit", "Cap", "Kap", "Bd", "tom", "sc":
		return true
	}
	return false
}

// maybeLast reports abbreviations that may end a sentence, in small letters.
func maybeLast(w string) bool {
	switch w {
	case "dr", "prof", "sig", "dott", "avail", "appt", "appts", "assoc", "inc", "ltd", "corp", "co", "llc", "plc", "bros", "jr", "sr", "esq", "ph.d", "ph", "m.d", "am", "pm", "b.c", "a.d",
		"ave", "blvd", "rd", "mass", "calif", "conn", "tenn", "okla", "ind", "wash", "penn", "ariz", "colo", "est", "assn", "int", "intl", "natl", "min", "max", "hr", "hrs", "mins", "oz", "lb", "lbs", "sq", "cu", "btw", "misc", "med", "spec", "alt",
		"inst", "ult", "prox", "govt", "mgmt", "yr", "yrs", "mos", "wks", "wk", "qty", "tbsp", "tsp", "yds", "pkg", "temp", "avg", "tel", "gal", "cont'd", "cont", "supp", "bldg", "hwy", "pkwy", "rte", "mfg", "mktg", "bsc", "b.sc", "m.sc", "ed.d", "psy.d", "j.d", "sen", "asst", "acct", "apt", "ste",
		"np", "gmbh", "s.a", "s.p.a", "ag", "chr", "jh", "mio", "mrd", "geb", "gest", "aprox", "dpto", "sras", "sres", "uds", "ud", "env", "av", "г", "гг", "др", "пр", "т.д", "т.п", "руб", "тыс", "млн", "млрд", "tj", "ok":
		return true
	}
	return false
}

// lawful reports the abbreviations of reports, codes, courts, parties and papers
// that decisions cite.
func lawful(w string) bool {
	switch w {
	case "Cal", "Fed", "Civ", "Crim", "Evid", "Proc", "Pen", "Rptr", "Supp", "App", "Ct", "Cts", "Cir", "Dist", "Stat", "Atty", "Const", "Bankr", "Cas", "Cong", "Sess", "Admin", "Ann", "Comm",
		"Div", "Exec", "Indus", "Ins", "Mfg", "Nat", "Elec", "Tel", "Transp", "Sys", "Serv", "Servs", "Ry", "Cty", "Cnty", "Super", "Appx", "Rev", "Stats", "Reg", "Regs", "Op", "Ops", "Ed", "Ill", "Mich", "Tex", "Fla",
		"Va", "Pa", "Ga", "La", "Md", "Minn", "Miss", "Mo", "Neb", "Nev", "Or", "Wis", "Ala", "Ark", "Del", "Haw", "Kan", "Ky", "Vt", "Wyo", "Co", "Cos", "Bd", "Dept", "Sch", "Schs", "Welf", "Inst", "Veh", "Prob", "Prof", "Bus", "Lab", "Labs", "Gov", "Corp", "Ev", "Jud", "Mun", "So":
		return true
	case "Vet", "Atl", "Compl", "Pet", "Arg", "Memo", "Mem", "Comp", "Doc", "Docs", "Def", "Defs", "Br", "Mot", "Summ", "Judg", "Rec", "Constr", "Pub", "Assoc", "Assocs", "Chem", "Pls", "Pl", "Resp", "Opp", "Opp'n", "Decl", "Aff", "Dep", "Hr'g", "Ans", "Interrog", "Stip", "Cert",
		"Acad", "Acc", "Adver", "Agric", "Am", "Apt", "Auth", "Auto", "Bhd", "Bldg", "Bros", "Cath", "Cent", "Cmty", "Coll", "Condo", "Consol", "Contr", "Coop", "Corr", "Det", "Dev", "Dir", "Disc", "Distrib", "Dock", "Econ", "Educ", "Emp", "Emps", "Enter", "Enters", "Equip",
		"Exch", "Fid", "Fin", "Gen", "Grp", "Guar", "Hosp", "Hosps", "Hous", "Imp", "Indem", "Indep", "Info", "Inv", "Invs", "Liab", "Litig", "Ltd", "Mach", "Maint", "Mgmt", "Merch", "Metro", "Mkt", "Mktg", "Mortg", "Mut", "Org", "Pac", "Partn", "Pharm", "Pharms", "Phila", "Pres", "Prod", "Prods", "Prop", "Props", "Prot", "Ref", "Rehab", "Rels", "Ret", "Sav", "Savs", "Sci", "Sec", "Secs", "Soc", "Sols", "Subcomm", "Sur", "Tech", "Techs", "Tr", "Twp", "Unif", "Univ", "Util", "Utils", "Vill", "Wkr", "Commw", "Terr", "Ter", "Wheat", "Cranch", "Dall", "Barb", "Cush", "Mees", "Misc", "Cowp", "Burr",
		"Ch", "Eq", "Jur", "Rul", "Treas", "Loc", "Leg", "Legis", "Res", "Rep", "Reps", "Sen", "Assem", "Ord", "Exr", "Adm'r", "Ex'r", "Tit", "Cl", "Subch", "Sup", "Cr", "Dkt", "Cv", "Lic", "Trib", "Mil", "Mass", "Wash", "Conn", "Colo", "Tenn", "Okla", "Ariz", "Ind", "Magis", "Mag", "Jt", "Rptrs", "Newsl", "Bull", "Fam", "Juv", "Rel", "Intell", "Pat", "Arb", "Env", "Envtl", "Nos", "Sched", "Exh", "Exhs", "Ex", "Exs", "Att", "Attach", "Supr", "Parl", "Deb", "Hist", "Wm", "Edw":
		return true
	}
	return shortened(w)
}

// shortened reports words that an apostrophe shortens: "Gov't", "Ass'n".
func shortened(w string) bool {
	switch w {
	case "Gov't", "Dep't", "Att'y", "Att'ys", "Ass'n", "Ass'ns", "Comm'n", "Comm'r", "Comm'rs", "Int'l", "Nat'l", "Sec'y", "Soc'y", "Fed'n", "Prof'l", "Eng'g", "Eng'r", "Eng'rs", "App'x", "Env't", "Env'tl", "Sup'r", "Mem'l", "Cont'l", "Treas'r", "Pub'g", "Pub'n", "Reg'l", "Emp't", "Emp'r", "Found'n", "Exam'r":
		return true
	}
	return false
}
