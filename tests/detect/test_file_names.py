"""Names of files: only what the text hides elsewhere, and surnames, are found in them."""

from tests.each import each

from allonym.detect.refining.file_names import in_file_names
from allonym.model.mention import Evidence, Mention
from allonym.model.view import TextView
from allonym.text.markup import parse_marks

FILES = [
    (
        "[[org.company|Mizarstvo Kolenc]]: racun_Kolenc_17.pdf",
        "Mizarstvo Kolenc, Kolenc",
        "what the firm is called",
    ),
    ("[[case_number|2024-317]]: racun_2024-317.pdf", "2024-317, 2024-317", "the bill's number"),
    ("[[username|hp_1020_setup.exe]] ne dela", "", "a driver is nobody"),
    ("zwrot_Nowicka.pdf", "Nowicka", "a surname that no word is"),
    ("zwrot_nowicka.pdf", "nowicka", "written small"),
    ("wilk_jan.pdf, jan.wilk.docx", "wilk, jan, jan, wilk", "a word beside a given name"),
    ("wilk.pdf, raport_wilk.pdf", "", "a word alone"),
    ("JWilk.pdf", "Wilk", "an initial before it"),
    ("[[username|racun_maj]].pdf", "", "words are no user name"),
    ("[[username|iwan.pietrow_1985.jpg]]", "iwan, pietrow", "names that no list has"),
    ("umowa-jnowicka.pdf", "jnowicka", "an initial and a surname"),
    ("[[username|jan.nowicka.pdf]]", "jan, nowicka", "no user name, but somebody's"),
    ("[[org.school|St Wilfrid's School]]: StWilfrids_v4.dwg", "St Wilfrid's School, Wilfrids", ""),
    ("[[username|Kovacs_Peter]]_1.pdf", "Kovacs_Peter", "somebody's name in full"),
    (
        "[[person|Ewa Nowicka]]: nowicka_e.pdf, e-nowicka.pdf, wilk_b.pdf",
        "Ewa Nowicka, nowicka_e, e-nowicka",
        "a surname and its initial are one user name",
    ),
    ("[[person|Иван Петров]]: petrov_i.doc", "Иван Петров, petrov_i", "in the other script"),
    ("to je [[username|jan_nowak83]] in nič", "jan_nowak83", "no file"),
]


@each(("marked", "found", "why"), FILES)
def test_a_file_is_called_after_what_the_text_names(marked, found, why):
    text, marks = parse_marks(marked)
    view = TextView(text)
    mentions = [Mention(m.span, m.type, (Evidence("model", score=0.9),)) for m in marks]
    made = in_file_names(
        view,
        mentions,
        {"Nowicka", "Jan", "Wilk"}.__contains__,
        {"wilk", "racun", "maj", "zwrot", "raport", "umowa"}.__contains__,
    )
    assert ", ".join(view.surface(m.span) for m in made) == found, why
