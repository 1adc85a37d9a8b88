package document

import (
	"strings"

	"github.com/citestone/citestone/internal/text"
)

// sectionName returns a heading as it is compared: lower-case, without numbering,
// colon, emphasis and what is added in brackets.
func sectionName(heading string) string {
	name := text.Identity(heading).Fold().Text
	name = strings.Trim(strings.TrimLeft(name, "0123456789. "), " :：*_.#")
	if number, rest, ok := strings.Cut(name, ". "); ok && strings.Trim(number, "ivx") == "" {
		name = strings.TrimSpace(rest)
	}
	if number, rest, ok := strings.Cut(name, "、"); ok && strings.Trim(number, "一二三四五六七八九十") == "" {
		name = strings.TrimSpace(rest)
	}
	if before, _, ok := strings.Cut(name, " ("); ok && strings.HasSuffix(name, ")") {
		name = before
	}
	return name
}

// noteHeading reports whether a section of that name may list notes with what is cited,
// or anything else.
func noteHeading(name string) bool {
	switch name {
	case "notes", "footnotes", "endnotes", "anmerkungen", "fußnoten", "notas", "注释", "脚注", "注":
		return true
	}
	return false
}

// referenceHeading reports whether a section of that name lists what is cited. Further
// reading is not cited.
func referenceHeading(name string) bool {
	switch name {
	case "references", "reference", "reference list", "list of references", "references cited", "selected references", "key references", "normative references", "informative references", "references and notes", "references & notes", "notes and references", "references and sources", "sources and references", "references and further reading",
		"sources", "source list", "list of sources", "sources cited", "sources consulted", "key sources", "selected sources", "bibliography", "selected bibliography", "annotated bibliography", "bibliography and sources", "bibliographic references",
		"works cited", "work cited", "works consulted", "citations", "literature", "literature cited", "cited literature", "cited works", "cited sources", "cited references": // English
		return true
	case "quellen", "quellenverzeichnis", "quellenangaben", "literatur", "literaturverzeichnis", "literaturangaben", "literaturliste", "referenzen", "bibliografie", "bibliographie", "einzelnachweise", "quellen und literatur", "literatur und quellen", // German
		"références", "références bibliographiques", "sources et références", "liste de références", "liste des références", "ouvrages cités", "œuvres citées", // French
		"referencias", "referencias bibliográficas", "bibliografía", "fuentes", "fuentes consultadas", "lista de referencias", "obras citadas", "literatura citada", // Spanish
		"riferimenti", "riferimenti bibliografici", "bibliografia", "fonti", "opere citate", // Italian
		"referências", "referências bibliográficas", "referencias bibliograficas", "fontes", // Portuguese
		"referenties", "literatuur", "literatuurlijst", "bronnen", "bronnenlijst", "bronvermelding", "geraadpleegde bronnen", // Dutch
		"referenser", "källor", "källförteckning", "litteratur", "litteraturförteckning", "referenslista", // Swedish
		"referencer", "kilder", "litteraturliste", "kildeliste", "referanser", "litteraturfortegnelse", // Danish, Norwegian
		"literatura", "literatura cytowana", "źródła", "przypisy", "spis literatury", "wykaz literatury", // Polish
		"zdroje", "použitá literatura", "seznam literatury", "použité zdroje", "seznam použité literatury", "reference a zdroje": // Czech
		return true
	case "литература", "список литературы", "список использованной литературы", "список использованных источников", "источники", "библиография", "библиографический список", "ссылки", "использованная литература", // Russian
		"література", "список літератури", "список використаних джерел", "список використаної літератури", "джерела", "бібліографія", "посилання", // Ukrainian
		"kaynaklar", "kaynakça", "referanslar", // Turkish
		"βιβλιογραφία", "αναφορές", "παραπομπές", "πηγές", "βιβλιογραφικές αναφορές": // Greek
		return true
	case "المراجع", "المصادر", "المصادر والمراجع", "المراجع والمصادر", "قائمة المراجع", // Arabic
		"מקורות", "ביבליוגרפיה", "רשימת מקורות", "הפניות", "מראי מקום", // Hebrew
		"संदर्भ", "सन्दर्भ", "संदर्भ सूची", "सन्दर्भ सूची", "ग्रंथ सूची", "स्रोत", // Hindi
		"参考文献", "参考资料", "参考来源", "参考文献与资料", "参考资料与来源", "参考资料来源", "主要参考文献", "主要参考资料", "引用文献", "引用来源", "资料来源", "信息来源", "来源", "引用", "文献", // Chinese, simplified
		"參考文獻", "參考資料", "參考來源", "引用文獻", "引用來源", "資料來源", "來源", "文獻", // traditional
		"参照文献", "引用・参考文献", "引用・参照文献", "参考・引用文献", "文献一覧", "出典", "参照", // Japanese
		"참고문헌", "참고 문헌", "참고자료", "참고 자료", "출처", "인용 문헌", // Korean
		"tài liệu tham khảo", "nguồn tham khảo", "nguồn", "tham khảo", // Vietnamese
		"referensi", "daftar pustaka", "daftar referensi", "sumber", "rujukan": // Indonesian, Malay
		return true
	}
	return false
}
