package document

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEntries reads entries in the shapes that people and programs write them in.
func TestEntries(t *testing.T) {
	for _, test := range []struct{ in, want string }{ // authors|year|title
		// APA
		{"Marlow, J. (2020). The slow growth of lichens. *Journal of Lichens*, 1(2), 3–4. https://doi.org/10.1000/x", "Marlow, J.|2020|The slow growth of lichens"},
		{"Marlow, J., Teague, A. B., & Lee, C. (2019a). Moss on walls: A survey. *Moss*, 3, 1-2.", "Marlow, J.;Teague, A. B.;Lee, C.|2019|Moss on walls: A survey"},
		{"Marlow, J., & Teague, A. (2021, March 5). Rain in towns. The Weather Post. https://x.org/rain", "Marlow, J.;Teague, A.|2021|Rain in towns"},
		{"Marlow, J. (2018). *Walls and what grows on them* (2nd ed.). Teal Press.", "Marlow, J.|2018|Walls and what grows on them"},
		{"van der Veen, P., & de la Cruz, M. (2017). Dikes. In A. Roe (Ed.), *Water* (pp. 3–9). Press.", "van der Veen, P.;de la Cruz, M.|2017|Dikes"},
		{"O'Hara, K., García-Peña, L., et al. (2022). Tides of the north. *Sea*, 4.", "O'Hara, K.;García-Peña, L.|2022|Tides of the north"},
		{"World Tide Organization. (2021). *World tide report 2021*. https://wto.example/r", "World Tide Organization|2021|World tide report 2021"},
		{"Ministry of Harbours and Coasts (2015). Harbour statistics. Official Press.", "Ministry of Harbours and Coasts|2015|Harbour statistics"},
		{"Doe, J. (n.d.). Undated notes. Retrieved May 3, 2021, from https://x.org/n", "Doe, J.||Undated notes"},
		{"The tides that nobody saw. (2017). *Coast News*.", "|2017|The tides that nobody saw"},
		{"Chen, X., Wang, Y., . . . Zhang, Z. (2016). Many authors. *J*, 2.", "Chen, X.;Wang, Y.;Zhang, Z.|2016|Many authors"},
		{"Roe, R. (Ed.). (2011). *Handbook of fog*. Press.", "Roe, R.|2011|Handbook of fog"},
		{"Roe, R. & Doe, J. (eds). (2006). The Fog Reader: https://x.org/fog", "Roe, R.;Doe, J.|2006|The Fog Reader"},
		{"Marlow, J.-P. (2014). What is fog? *Fog*, 1.", "Marlow, J.-P.|2014|What is fog?"},
		{"King, M. L., Jr. (1963). Letter on fog. *Fog*.", "King, M. L., Jr.|1963|Letter on fog"},
		// Harvard
		{"Marlow, J. and Teague, A. (2020) 'The fog of ports', *Fog Studies*, 1(2), pp. 3-4.", "Marlow, J.;Teague, A.|2020|The fog of ports"},
		{"Marlow, J 2020, *Ports and fog*, Teal Press, Leeds.", "Marlow, J|2020|Ports and fog"},
		{"Marlow, J. (2020) Ports in winter. Leeds: Teal Press.", "Marlow, J.|2020|Ports in winter"},
		// MLA
		{"Marlow, Jane. *The Port Book*. Teal Press, 2018.", "Marlow, Jane|2018|The Port Book"},
		{"Marlow, Jane, and Anna Teague. \"Fog over Ports.\" *Journal of Fog*, vol. 1, no. 2, 2019, pp. 3-4.", "Marlow, Jane;Anna Teague|2019|Fog over Ports"},
		{"Marlow, Jane, et al. “Ports at Night.” *Harbour*, 2016.", "Marlow, Jane|2016|Ports at Night"},
		{"\"Ports without Names.\" *Harbour News*, 3 May 2014, https://x.org/p.", "|2014-05-03|Ports without Names"},
		// Chicago
		{"Marlow, Jane. 2017. *The Grammar of Ports*. Chicago: Teal Press.", "Marlow, Jane|2017|The Grammar of Ports"},
		{"Marlow, Jane, and Anna Teague. 2020. \"Fog at Noon.\" *Fog* 1 (2): 3–4.", "Marlow, Jane;Anna Teague|2020|Fog at Noon"},
		{"Marlow, Jane. “A Port at Dusk.” Harbour 12, no. 3 (2011): 4–9.", "Marlow, Jane|2011|A Port at Dusk"},
		// IEEE
		{"J. Marlow and A. B. Teague, \"Sensing fog with lamps,\" *IEEE Trans. Fog*, vol. 1, no. 2, pp. 3–4, 2020.", "J. Marlow;A. B. Teague|2020|Sensing fog with lamps"},
		{"J. Marlow, A. Teague, and C. Lee, “Lamps for all,” in *Proc. Lamps*, 2019, pp. 1–2.", "J. Marlow;A. Teague;C. Lee|2019|Lamps for all"},
		{"J. Marlow *et al.*, \"More lamps,\" 2021, arXiv:2101.00001.", "J. Marlow|2021|More lamps"},
		{"J. Marlow, *Lamps*, 2nd ed. Leeds, U.K.: Teal, 2010.", "J. Marlow|2010|Lamps"},
		// Vancouver
		{"Marlow J, Teague AB, Lee C. Lamps and sleep. J Sleep. 2020;1(2):3-4.", "Marlow J;Teague AB;Lee C|2020|Lamps and sleep"},
		{"Marlow J, Teague AB, et al. Lamps and dreams. J Sleep. 2018 Mar;1(2):3-4. doi: 10.1000/abc", "Marlow J;Teague AB|2018|Lamps and dreams"},
		{"Marlow JK. Sleep in ports [Internet]. Leeds: Teal; 2016 [cited 2020 May 3]. Available from: https://x.org/s", "Marlow JK|2016|Sleep in ports"},
		{"World Tide Organization. Sleep and tides. Geneva: WTO; 2013.", "|2013|World Tide Organization. Sleep and tides. Geneva: WTO; 2013"},
		// AMS, ACL, NeurIPS
		{"J. Marlow and A. Teague, *On the sum of lamps*, J. Lamps **12** (2015), 3–9.", "J. Marlow;A. Teague|2015|On the sum of lamps"},
		{"Jane Marlow and Anna Teague. 2021. Lamps read tides. In *Proceedings of Lamps 2021*, pages 1–2, Online.", "Jane Marlow;Anna Teague|2021|Lamps read tides"},
		{"Jane Marlow, Anna B. Teague, and Chu Lee. 2020. Lamps are readers. *Lamps*, 1:3–4.", "Jane Marlow;Anna B. Teague;Chu Lee|2020|Lamps are readers"},
		{"Jane Marlow, Anna Teague, et al. Lamps at scale. arXiv preprint arXiv:2001.12345, 2020.", "Jane Marlow;Anna Teague|2020|Lamps at scale"},
		{"Jane Marlow, Anna Teague. Lamps in the wild. In Lamps, 2019.", "Jane Marlow;Anna Teague|2019|Lamps in the wild"},
		{"Marlow, J., et al. \"Lamps are enough.\" arXiv:1901.00001 (2019).", "Marlow, J.|2019|Lamps are enough"},
		// the ways of language models and of the web
		{"[Lamps of the north](https://x.org/l) - Lamp Weekly", "||Lamps of the north"},
		{"Lamps of the south: https://x.org/l", "||Lamps of the south"},
		{"Lamps of the east (2023) http://arxiv.org/abs/2311.05822v2", "|2023|Lamps of the east"},
		{"**Lamps of the west** – Lamp Weekly – https://x.org/l", "||Lamps of the west"},
		{"Marlow, J. (2020). *Lamps of both*. https://x.org/l", "Marlow, J.|2020|Lamps of both"},
		{"https://x.org/l - Lamps of none - Lamp Weekly", "||Lamps of none - Lamp Weekly"},
		{"Lamp Weekly. \"Lamps of some.\" https://x.org/l", "Lamp Weekly||Lamps of some"},
		{"Lamps of all - Lamp Weekly, accessed April 27, 2025, https://x.org/l", "||Lamps of all - Lamp Weekly"},
		{"Night Lamps (Anna Teague, 2011), festival catalog: https://x.org/n", "|2011|Night Lamps (Anna Teague, 2011), festival catalog"},
		{"LampAI. (2023). Lamp-4 technical report. arXiv:2303.08774", "LampAI|2023|Lamp-4 technical report"},
		{"Marlow, J. (2020). Lamps by link. [Link](https://x.org/l)", "Marlow, J.|2020|Lamps by link"},
		{"Marlow, J. (2020). [Lamps as links](https://x.org/l). *Lamps*.", "Marlow, J.|2020|Lamps as links"},
		{"**Marlow, J. (2020). Lamps in bold. Lamps, 3.**", "Marlow, J.|2020|Lamps in bold"},
		{"**Marlow, J., & Teague, A. (2020).** Lamps half bold. *Lamps*.", "Marlow, J.;Teague, A.|2020|Lamps half bold"},
		{"Jane Marlow (2020). *Lamps by first name*. Teal.", "Jane Marlow|2020|Lamps by first name"},
		{"Jane Marlow, \"Lamps in the news,\" Lamp Times, May 3, 2021, https://x.org/l", "Jane Marlow|2021-05-03|Lamps in the news"},
		{"Marlow et al. (2018). Lamps of many. *Lamps*.", "Marlow|2018|Lamps of many"},
		{"Marlow, J. (2020).\n  Lamps over\n  lines. *Lamps*, 3.", "Marlow, J.|2020|Lamps over lines"},
		{"Marlow, J. (2020). Lamps vs. candles in U.S. homes. *Lamps*, 3.", "Marlow, J.|2020|Lamps vs. candles in U.S. homes"},
		{"Marlow, J. (2020). Breeding of *Lampris guttatus* in ports. *Lamps*, 3.", "Marlow, J.|2020|Breeding of Lampris guttatus in ports"},
		// .bib
		{"@article{marlow2020, title = {The {Lamp} of Ports}, author = {Marlow, Jane and Teague, Anna}, year = {2020}}", "Marlow, Jane;Teague, Anna|2020|The Lamp of Ports"},
		{"@misc{l, author=\"Jane Marlow\", title=\"Lamps, again\", year=2019}", "Jane Marlow|2019|Lamps, again"},
		// other languages
		{"张三, 李四. 港口的灯[J]. 灯学报, 2020, 1(2): 3-4.", "张三;李四|2020|港口的灯"},
		{"王五. 雾[M]. 北京: 港口出版社, 2018.", "王五|2018|雾"},
		{"张三（2019）。港口的雾。《灯学报》，1（2）。", "张三|2019|港口的雾"},
		{"李四等 (2021). 灯与雾. 灯学报.", "李四|2021|灯与雾"},
		{"Müller, H., & Østergård, K. (2019). Über Lampen. *Lampen*, 3.", "Müller, H.;Østergård, K.|2019|Über Lampen"},
		{"Müller, H. und Weiß, K. (2019): Lampen im Hafen. Hamburg.", "Müller, H.;Weiß, K.|2019|Lampen im Hafen"},
		{"Иванов, И. И. (2020). Лампы порта. Порт, 3.", "Иванов, И. И.|2020|Лампы порта"},
	} {
		d := Parse("x.md", "So [1].\n\n## References\n\n[1] "+test.in+"\n")
		if len(d.References) != 1 {
			t.Errorf("%s: %d references", test.in, len(d.References))
			continue
		}
		r := d.References[0]
		got := strings.Join([]string{strings.Join(r.Authors, ";"), r.Published, r.Title}, "|")
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", test.in, diff)
		}
	}
}

func TestArXivNumbers(t *testing.T) {
	for in, want := range map[string]string{
		"arXiv:1706.03762v5": "1706.03762", "https://arxiv.org/abs/2401.00001": "2401.00001", "http://arxiv.org/pdf/2401.00001v2.pdf": "2401.00001",
		"https://arxiv.org/html/2403.20254v1": "2403.20254", "doi:10.48550/arXiv.2001.12345": "2001.12345", "arXiv preprint arXiv:0704.0001": "0704.0001",
		"arXiv:hep-th/9901001v3": "hep-th/9901001", "https://arxiv.org/list/cs.AI": "", "arXiv 2024": "", "arXiv:170.1": "", "": "",
	} {
		if got := FindArXiv(in); got != want {
			t.Errorf("FindArXiv(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestReferenceHeadings(t *testing.T) {
	for _, heading := range []string{
		"References", "7. References", "VII. References", "References and Notes", "Literature Cited", "References (APA)", "**Works Cited**", "Literaturverzeichnis", "Références", "Bibliografía", "Riferimenti bibliografici",
		"Referências", "Literatuur", "Källor", "Litteraturliste", "Źródła", "Seznam literatury", "Список литературы", "Список використаних джерел", "Kaynakça", "Βιβλιογραφία", "المراجع", "מקורות", "संदर्भ",
		"参考文献", "六、参考文献", "參考資料", "引用・参考文献", "참고문헌", "Tài liệu tham khảo", "Daftar Pustaka",
	} {
		d := ParseCited("x.md", "Fog is wet (Marlow, 2020).\n\n## "+heading+"\n\nMarlow, J. (2020). Fog. *Fog*.\n")
		if len(d.References) != 1 || len(d.Markers) != 1 {
			t.Errorf("%s: references = %v, markers = %v", heading, d.References, d.Markers)
		}
	}
	for _, heading := range []string{"Further reading", "Reference architecture", "Sources of error", "Data sources", "Literature review"} {
		if d := ParseCited("x.md", "Fog is wet.\n\n## "+heading+"\n\nMarlow, J. (2020). Fog. *Fog*.\n"); len(d.References) != 0 {
			t.Errorf("%s: references = %v, want none", heading, d.References)
		}
	}
}
