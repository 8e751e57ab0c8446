"""Names that words beside them announce, names of nobody that somebody bears, heads of names."""

import pytest
from tests.each import each

from allonym import Pipeline

HIDDEN = [
    ("sl", "Oškodovanka Jagoda Petek je povedala. Petkova je ob dopolnitvi molčala.", "Petkova"),
    ("sl", "A ga poznaš? Golob se piše.", "Golob"),
    ("hr", "Moja susjeda Zora i djed Mraz iz Kutine. Ivan Mraz je tu, djed Mraz također.", "Mraz"),
    ("bg", "сестра ми надежда живее в Плевен.", "надежда"),
    ("bg", "Виолина се казвам.", "Виолина"),
    ("bg", "Съседката видяла дядо Стойко да върви.", "Стойко"),
    ("ro", "Edith Kirsch, născută Wagner, are 55 de ani.", "Wagner"),
    ("ro", "Domnul Bach a plecat. Vecina Wagner a țipat.", "Bach"),
    ("sk", "Michal Mráz má 90 rokov a dedo Mráz spomínal.", "Mráz"),
    ("pl", "Mój wnuk Antoś idzie do szkoły, a Kubuś do przedszkola.", "Kubuś"),
    ("hu", "Gergő vagyok, Dorka öccse.", "Gergő"),
    ("sl", "Stric Nemec je prišel na obisk. Teta Turk je bolna.", "Nemec"),
    ("sk", "Strýko Nemec prišiel. Teta Čechová je chorá.", "Čechová"),
    ("pl", "Wujek Czech przyszedł. Ciocia Polak jest chora.", "Polak"),
    ("sv", "Gäst: Arne Bolin (AB), spelman.\nAB: Det var dags.", "AB"),
    ("hr", "Moj klijent Tesla je došao. Tesla pije.", "Tesla"),
    ("hr", "Susjed Tesla viče. Tesla pije.", "Tesla"),
    ("en", "My client Darwin likes Beethoven. Darwin called.", "Darwin"),
    ("en", "Mr Darwin paid the rent. Darwin was late.", "Darwin"),
    ("en", "Tenant: Mozart", "Mozart"),
    ("hu", "Darwin úr kifizette a bérleti díjat.", "Darwin"),
    ("hr", "Ana Kos rođ. Novotni došla je na sud.", "Novotni"),
    ("hr", "Podnositeljica Ljerka Sertić, djev. Hrastovečki, traži ispravak.", "Hrastovečki"),
    ("hr", "Ane rođ. Novotni više nema.", "Novotni"),
    ("hr", "Ana Kos rođ. Mraz je tu.", "Mraz"),
    ("sl", "Ana Kos (roj. Skalni) stanuje v Celju.", "Skalni"),
    ("sl", "Ana Kos, dekl. Vinski, je poročena.", "Vinski"),
    ("sk", "Eva Malá rod. Krásna podpísala zmluvu.", "Krásna"),
    ("pl", "Zeznawała Ewa Wrona z d. Kręta.", "Kręta"),
    ("pl", "Maria Lis z d. Zielona zmarła w 2010 roku.", "Zielona"),
    ("ro", "Ana Popescu născ. Novotni a venit.", "Novotni"),
    ("hu", "Kovács Anna szül. Novotni megjelent.", "Novotni"),
    ("sl", "Na Jožetovem vrtu raste oreh.", "Jožetov"),
]
"""A name of nobody, a word of the dictionary, a legal form: here it is somebody."""

LEFT = [
    ("ro", "Frații Ionescu au venit.", "Frații"),
    ("ro", "Casiera Elena Popa a venit.", "Casiera"),
    ("sk", "Moja Ninka sa jej boji.", "Moja"),
    ("sk", "Vodič Fabie Dušan Kováč prišiel.", "Fabie"),
    ("sv", "Anna Ek tackas, Diakonissan Birgitta Rönnqvist och Karin Ek.", "Diakonissan"),
    ("sl", "Kupka plača 1.000 EUR are. Kupka: Sabina Horvat", "Kupka"),
    ("sl", "Cesta za Novo mesto je zaprta.", "Cesta"),
    ("hu", "Tóth Bence: Itt vagyok!\nKiss Anna: Jól vagyok.", "Itt"),
    ("hu", "Tóth Bence: Itt vagyok!\nKiss Anna: Benne vagyok.", "Benne"),
    ("pl", "Przewodniczący Komisji Rewizyjnej Jan Kos.", "Rewizyjnej"),
    ("pl", "Matka Polka, ojciec Niemiec, żona Czeszka.", "Niemiec"),
    ("en", "Socrates drank. His pupil Plato wrote it down.", "Plato"),
    ("en", "My client Apple called. The mail client Thunderbird is slow.", "Thunderbird"),
    ("hr", "Kod klijenta Outlook se ne otvara.", "Outlook"),
    ("pl", "Świadek Jehowy przyszedł.", "Jehowy"),
    ("hr", "Direktor Siemensa je otputovao.", "Siemensa"),
    ("sl", "Bolnik Holter 24 ur brez posebnosti.", "Holter"),
    ("hr", "Na skupu je govorio predsjednik Srba.", "Srba"),
    ("pl", "Kupili nowe Bosch, Siemens, Whirlpool.", "Siemens"),
    ("sl", "Na Petrovo sestra pride na obisk.", "Petrovo"),
    ("pl", "Zofia Kowal primo voto Jasna pochodzi z Radomia.", "pochodzi"),
    ("en", "Baby: Evelyn Ava Taylor, born Saturday 31/08/2024 at 04:52.", "Saturday"),
    ("hr", "Učenici 5. r. Osnovne škole pjevaju.", "Osnovne"),
]
"""What stands beside a name, or is a form's word, is none."""

PEOPLE = [
    ("sk", "Privítal starostku obce Martu Rusnačkovú.", "Martu Rusnačkovú"),
    ("bg", "едно момче от Сливен, Ангел, ми помага.", "Ангел"),
    ("sl", "Zapustnica Marija Hribar, rojena Zagorni, je umrla.", "Zagorni"),
    ("pl", "Marysina córka płakała.", "Marysina"),
    ("sv", "Bengt-Olof Forsbacka kom. Det är fint, konstaterade Forsbacka.", "Forsbacka"),
]
"""People who look like places."""


@each(("language", "text", "name"), HIDDEN)
def test_who_is_announced_is_hidden(language, text, name):
    made = Pipeline.load(language=language, method="tag").run(text).text
    assert name not in made


@each(("language", "text", "word"), LEFT)
def test_what_stands_beside_a_name_stays(language, text, word):
    assert word in Pipeline.load(language=language, method="tag").run(text).text


@pytest.mark.parametrize(("language", "text", "name"), PEOPLE)
def test_people_are_no_places(language, text, name):
    entities = Pipeline.load(language=language, method="tag").run(text).entities
    found = {text[m.span.start : m.span.end]: e.type for e in entities for m in e.mentions}
    assert found[name].startswith("person")
