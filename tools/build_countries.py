"""Write ``languages/<code>/countries.tsv``: names of countries in all their forms.

Names are facts of the Unicode CLDR (Unicode Licence), as the library babel carries them; forms come
from the pack's own morphology.

    python tools/build_countries.py pl en
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from allonym.languages.pack import load_pack
from allonym.morphology.load import load_morphology
from allonym.ports import Morphology

HEAD = (
    "# Countries, their ISO 3166 codes behind =, and all forms. Names and codes: Unicode CLDR "
    "(Unicode Licence v3); forms: own work."
)
ROOT = Path(__file__).parent.parent / "src/allonym/languages"
CASES = ("Gen", "Dat", "Acc", "Ins", "Loc", "Voc")
KINDS = ("place", "common")

MISSED = {
    "sl": "ška>škem ška>škega ska>skem ska>skega i>ija i>iju i>ijem e>eja e>eju e>ejem "
    "u>uja u>uju u>ujem",
    "hr": "ka>ci i>ija i>iju i>ijem e>ea e>eu e>eom u>ua u>uu u>uom io>ija io>iju io>ijem",
    "bg": "и>ите",
    "sk": "ť>ti ť>ťou ň>ni ň>ňou ľ>li ľ>ľou",
    "hu": "ue>ue-on ue>ue-ra ue>ue-ról ue>ue-ban ue>ue-ba ue>ue-ból ue>ue-ig ue>ue-t ue>ue-i",
    "fi": "e>en e>ea e>essa e>esta e>ella e>elle e>elta e>ena e>eksi e>eä e>essä e>estä "
    "e>ellä e>eltä e>enä",
}
"""What the morphology misses, an ending and what stands for it: adjectives as neuters (*na
Švedskem*), softened stems, articles, names that end as few at home do (*u Dušanbeu*)."""

PLURAL = {
    "sl": "Bahami Bermudi Filipini Komori Maldivi Sejšeli:i>ov i>om i>e i>ih",
    "hr": "Bahami Bermudi Filipini Komori Maldivi Sejšeli Kajmani:i>a i>e i>ima",
    "sk": "Alandy Bahamy Bermudy Falklandy Filipíny Kapverdy Komory Maldivy Seychely:"
    "y> y>ám y>ách y>ami y>am y>ach",
}
"""Islands that are several, with their endings."""

ISO = {
    "GB": "Англия;Великобритания;Северна Ирландия;Уелс;Шотландия;Britain;England;"
    "Great Britain;Northern Ireland;Scotland;U.K.;UK;Wales;Britannia;Englanti;"
    "Skotlanti;Engleska;Velika Britanija;Škotska;Anglia;Nagy-Britannia;Skócia;Szkocja;"
    "Walia;Irlanda de Nord;Marea Britanie;Scoția;Țara Galilor;Anglicko;Veľká Británia;"
    "Škótsko;Anglija;Nordirland;Skottland;Storbritannien och Nordirland",
    "US": "Америка;САЩ;Съединените американски щати;Съединените щати;America;U.S.;U.S.A.;US;USA;"
    "United States of America;Amerikan yhdysvallat;Amerika;SAD;Amerikai Egyesült Államok;Ameryka;"
    "SUA;Spojené štáty americké;ZDA;Förenta staterna",
    "NL": "Холандия;Holland;the Netherlands;Hollanti;Olanda",
    "CZ": "Чешката република;Czech Republic;Češka Republika;Cseh Köztársaság;Republika Czeska;"
    "Republica Cehă;ČR;Česká republika",
    "DE": "ГДР;ФРГ;DDR;NDK;NSZK;NRD;RFN;Republika Federalna Niemiec;RDG;RFG;Västtyskland",
    "RU": "Руската федерация;СССР;Съветският съюз;Soviet Union;USSR;Neuvostoliitto;SSSR;"
    "Sovjetski Savez;Szovjetunió;ZSRR;Związek Radziecki;URSS;Uniunea Sovietică;Sovietsky zväz;ZSSR;"
    "Sovjetska zveza;Sovjet;Sovjetunionen",
    "CN": "ChRL;PRC;КНР;ČĽR;LRK;NR Kina",
    "KR": "Korea;Koreja;Kórea;Coreea;Корея",
    "MK": "Macedonia;Македония;Makedonia;Makedonija;Macedónia;Macedónsko",
    "BG": "Република България",
    "FI": "Suomen tasavalta",
    "HR": "RH;Republika Hrvatska;Republika Hrvaška",
    "SI": "Republika Slovenija;RS",
    "HU": "Magyar Köztársaság",
    "PL": "PRL;RP;Rzeczpospolita;Rzeczpospolita Polska",
    "SK": "SR;Slovenská republika",
    "BA": "BiH;Bosna",
    "BY": "Fehéroroszország;Vitryssland",
    "MD": "Moldova",
    "PH": "the Philippines",
    "AE": "Обединените арабски емирства",
    "IR": "Persien",
    "MM": "Burma",
    "PS": "Палестина;Palestine;Palestiina;Palestina;Palesztina;Palestyna;Palestína",
}
"""The code of the country whose cities lie in what the CLDR does not call so."""

ALSO = {
    "hu": "Korea;Kínai Népköztársaság;Oroszország;Perzsia;Zaire;"
    "Anglia;Skócia;Wales;Nagy-Britannia;USA;Amerika;Egyesült Államok;Szovjetunió;NDK;NSZK;"
    "Jugoszlávia;"
    "Csehszlovákia;Magyar Köztársaság;Cseh Köztársaság;Palesztina;Hollandia;Észak-Korea;Dél-Korea;"
    "Burma;"
    "Amerikai Egyesült Államok;Macedónia;Moldova;Fehéroroszország;Tajvan;Osztrák-Magyar Monarchia",
    "fi": "Korea;Kiinan kansantasavalta;Länsi-Saksa;Itä-Saksa;Zaire;Persia;"
    "Englanti;Skotlanti;Wales;Iso-Britannia;Britannia;USA;Amerikan yhdysvallat;"
    "Neuvostoliitto;Jugoslavia;"
    "Tšekkoslovakia;Suomen tasavalta;Hollanti;Pohjois-Korea;Etelä-Korea;Burma;Valko-Venäjä;"
    "Makedonia;DDR;Palestiina",
    "sl": "Koreja;Ljudska republika Kitajska;LRK;NDR;Perzija;Zair;"
    "Anglija;Škotska;Wales;Republika Slovenija;RS;ZDA;ZSSR;SFRJ;Jugoslavija;Češkoslovaška;"
    "Sovjetska zveza;"
    "Velika Britanija;Združene države Amerike;Južna Koreja;Severna Koreja;Makedonija;"
    "Republika Hrvaška;Amerika;Nizozemska;"
    "Bosna;Češka;Palestina;BiH",
    "hr": "Koreja;NR Kina;DDR;Perzija;Zair;"
    "Engleska;Škotska;Wales;Republika Hrvatska;RH;SAD;SSSR;SFRJ;Jugoslavija;Čehoslovačka;"
    "Sovjetski Savez;"
    "Velika Britanija;Sjedinjene Američke Države;Južna Koreja;Sjeverna Koreja;Makedonija;"
    "Republika Slovenija;Amerika;"
    "Bosna;Češka;Češka Republika;Palestina;BiH;Nizozemska",
    "sk": "Kórea;ČĽR;NDR;NSR;Perzia;Zair;"
    "Anglicko;Škótsko;Wales;Slovenská republika;SR;USA;ZSSR;ČSSR;ČSR;Juhoslávia;"
    "Československo;Sovietsky zväz;"
    "Veľká Británia;Spojené štáty americké;Južná Kórea;Severná Kórea;Macedónsko;Česká republika;"
    "ČR;Amerika;Palestína;Severné Macedónsko;"
    "Holandsko;Česko",
    "pl": "ChRL;Korea;Macedonia;Persja;Zair;"
    "Anglia;Szkocja;Walia;Rzeczpospolita Polska;Rzeczpospolita;RP;PRL;USA;ZSRR;NRD;RFN;"
    "Czechosłowacja;Jugosławia;Związek Radziecki;Zjednoczone Emiraty Arabskie;Korea Południowa;"
    "Korea Północna;Ameryka;Republika Czeska;Republika Federalna Niemiec;Palestyna",
    "en": "Korea;Macedonia;West Germany;East Germany;Persia;Siam;Ceylon;Rhodesia;Zaire;Ivory Coast;"
    "Swaziland;the Gambia;PRC;"
    "England;Scotland;Wales;Northern Ireland;Great Britain;Britain;America;USA;US;UK;U.S.;"
    "U.S.A.;U.K.;United States of America;the Netherlands;Holland;Soviet Union;USSR;Yugoslavia;"
    "Czechoslovakia;Czech Republic;Burma;North Korea;South Korea;Palestine;the Philippines",
    "ro": "Coreea;Macedonia;Persia;Zair;China;"
    "Anglia;Scoția;Țara Galilor;Irlanda de Nord;Marea Britanie;Statele Unite ale Americii;"
    "SUA;"
    "Olanda;Moldova;Republica Moldova;Uniunea Sovietică;URSS;Iugoslavia;Cehoslovacia;"
    "Republica Cehă;"
    "Coreea de Nord;Coreea de Sud;Palestina;America;RFG;RDG;Regatul Unit;Marea Britanie",
    "sv": "Korea;Makedonien;Östtyskland;Zaire;"
    "England;Skottland;Wales;Nordirland;Storbritannien;Förenta staterna;USA;Holland;Ryssland;"
    "Sovjetunionen;Sovjet;Jugoslavien;Tjeckoslovakien;Tjeckien;Burma;Nordkorea;Sydkorea;Palestina;"
    "Amerika;Persien;Elfenbenskusten;Vitryssland;Storbritannien och Nordirland;DDR;Västtyskland",
    "bg": "Корея;Персия;Заир;КНР;"
    "Англия;Шотландия;Уелс;Северна Ирландия;Великобритания;Обединеното кралство;САЩ;"
    "Съединените американски щати;Съединените щати;Холандия;СССР;Съветският съюз;Югославия;"
    "Чехословакия;Чешката република;Северна Корея;Южна Корея;Палестина;Америка;Северна Македония;"
    "Република България;Руската федерация;ФРГ;ГДР;Беларус;Македония;Обединените арабски емирства",
}
BY_HAND = {
    "hu": {
        "USA": "USA-ba;USA-ban;USA-ból;USA-hoz;USA-nak;USA-nál;USA-ra;USA-ról;USA-tól;"
        "USA-ig;USA-ért;USA-ként;USA-n;USA-val;USA-beli;USA-s;USA-t",
        "NDK": "NDK-ba;NDK-ban;NDK-ból;NDK-hoz;NDK-nak;NDK-nál;NDK-ra;NDK-ról;NDK-tól;"
        "NDK-ig;NDK-ért;NDK-ként;NDK-n;NDK-val;NDK-beli;NDK-s;NDK-t",
        "NSZK": "NSZK-ba;NSZK-ban;NSZK-ból;NSZK-hoz;NSZK-nak;NSZK-nál;NSZK-ra;NSZK-ról;"
        "NSZK-tól;NSZK-ig;NSZK-ért;NSZK-ként;NSZK-n;NSZK-val;NSZK-beli;NSZK-s;"
        "NSZK-t",
    },
    "sl": {
        "Združene države Amerike": "Združenih držav Amerike;Združenim državam Amerike;"
        "Združenimi državami Amerike;Združenih državah Amerike",
        "Ciper": "Cipra;Cipru;Ciprom",
        "Sovjetska zveza": "Sovjetske zveze;Sovjetski zvezi;Sovjetsko zvezo",
    },
    "hr": {
        "Sjedinjene Američke Države": "Sjedinjenih Američkih Država;Sjedinjenim Američkim Državama",
        "Cipar": "Cipra;Cipru;Ciprom",
    },
    "sk": {
        "Spojené štáty americké": "Spojených štátov amerických;Spojeným štátom americkým;"
        "Spojenými štátmi americkými;Spojených štátoch amerických",
        "Spojené štáty": "Spojených štátov;Spojeným štátom;Spojenými štátmi;Spojených štátoch",
        "Cyprus": "Cypru;Cyprom;Cypre;Cyperskej republiky",
    },
    "fi": {
        "USA": "USA:a;USA:aan;USA:han;USA:kin;USA:ksi;USA:lainen;USA:laisen;USA:laiset;"
        "USA:lla;USA:lle;USA:lta;USA:n;USA:na;USA:ssa;USA:sta;USA:ta;USA:tta",
        "DDR": "DDR:iin;DDR:kin;DDR:ksi;DDR:lle;DDR:llä;DDR:ltä;DDR:läinen;DDR:n;"
        "DDR:nä;DDR:ssä;DDR:stä;DDR:ttä;DDR:ä;DDR:ää;DDR:ään",
        "Yhdysvallat": "Yhdysvaltain;Yhdysvaltojen;Yhdysvaltoja;Yhdysvalloissa;Yhdysvalloista;"
        "Yhdysvaltoihin;"
        "Yhdysvalloilla;Yhdysvalloilta;Yhdysvalloille;yhdysvaltalainen",
        "Alankomaat": "Alankomaiden;Alankomaita;Alankomaissa;Alankomaista;Alankomaihin;"
        "Alankomailla;Alankomaille",
        "Filippiinit": "Filippiinien;Filippiinejä;Filippiineillä;Filippiineiltä;Filippiineille",
        "Yhdistynyt kuningaskunta": "Yhdistyneen kuningaskunnan;Yhdistynyttä kuningaskuntaa;"
        "Yhdistyneessä kuningaskunnassa;Yhdistyneestä kuningaskunnasta;"
        "Yhdistyneeseen kuningaskuntaan;"
        "Yhdistyneellä kuningaskunnalla;Yhdistyneelle kuningaskunnalle",
        "Arabiemiirikunnat": "Arabiemiirikuntien;Arabiemiirikunnissa;Arabiemiirikunnista;"
        "Arabiemiirikuntiin",
        "Suomi": "Suomen;Suomea;Suomessa;Suomesta;Suomeen;Suomella;Suomelta;Suomelle;Suomena;"
        "Suomeksi;suomalainen",
        "Venäjä": "Venäjän;Venäjää;Venäjällä;Venäjältä;Venäjälle;Venäjässä;Venäjästä;Venäjään;"
        "venäläinen",
    },
    "ro": {
        "Statele Unite ale Americii": "Statelor Unite ale Americii;Statele Unite;Statelor Unite",
        "Regatul Unit": "Regatului Unit",
        "Republica Moldova": "Republicii Moldova",
        "Uniunea Sovietică": "Uniunii Sovietice",
        "Marea Britanie": "Marii Britanii",
        "Arabia Saudită": "Arabiei Saudite",
        "Țara Galilor": "Țării Galilor",
        "Coreea de Nord": "Coreei de Nord",
        "Coreea de Sud": "Coreei de Sud",
        "Țările de Jos": "Țărilor de Jos",
        "Emiratele Arabe Unite": "Emiratelor Arabe Unite",
        "Republica Cehă": "Republicii Cehe",
        "Noua Zeelandă": "Noii Zeelande",
        "Africa de Sud": "Africii de Sud",
        "Irlanda de Nord": "Irlandei de Nord",
        "Bosnia și Herțegovina": "Bosniei și Herțegovinei",
        "Macedonia de Nord": "Macedoniei de Nord",
    },
    "pl": {
        "Włochy": "Włoch;Włochom;Włochami;Włoszech",
        "Węgry": "Węgier;Węgrom;Węgrami;Węgrzech",
        "Niemcy": "Niemiec;Niemcom;Niemcami;Niemczech",
        "Stany Zjednoczone": "Stanów Zjednoczonych;Stanom Zjednoczonym;Stanami Zjednoczonymi;"
        "Stanach Zjednoczonych;Stany Zjednoczone Ameryki;Stanów Zjednoczonych Ameryki",
        "Rzeczpospolita Polska": "Rzeczypospolitej Polskiej;Rzeczpospolitej Polskiej;"
        "Rzeczpospolitą Polską;Rzecząpospolitą Polską",
        "Rzeczpospolita": "Rzeczypospolitej;Rzeczpospolitej;Rzeczpospolitą;Rzecząpospolitą",
        "Zjednoczone Emiraty Arabskie": "Zjednoczonych Emiratów Arabskich;"
        "Zjednoczonym Emiratom Arabskim;Zjednoczonymi Emiratami Arabskimi;"
        "Zjednoczonych Emiratach Arabskich",
        **{
            f"Republika {rest}": ";".join(
                f"Republi{end} {rest}" for end in ("ki", "ce", "kę", "ką", "ko")
            )
            for rest in ("Południowej Afryki", "Zielonego Przylądka")
        },
        "Republika Federalna Niemiec": "Republiki Federalnej Niemiec;"
        "Republice Federalnej Niemiec;Republikę Federalną Niemiec;Republiką Federalną Niemiec",
    },
}
"""Where a part stays as it is, or the whole is plural, the rule below would go wrong."""

DECLINED = {
    "hr": "Republika Republike Republici Republiku Republikom Republici;"
    "Koreja Koreje Koreji Koreju Korejom Koreji;"
    "Crna Crne Crnoj Crnu Crnom Crnoj;Gora Gore Gori Goru Gorom Gori;"
    "Južna Južne Južnoj Južnu Južnom Južnoj;"
    "Sjeverna Sjeverne Sjevernoj Sjevernu Sjevernom Sjevernoj;"
    "Češka Češke Češkoj Češku Češkom Češkoj;"
    "Južnoafrička Južnoafričke Južnoafričkoj Južnoafričku Južnoafričkom Južnoafričkoj;"
    "Dominikanska Dominikanske Dominikanskoj Dominikansku Dominikanskom Dominikanskoj;"
    "Demokratska Demokratske Demokratskoj Demokratsku Demokratskom Demokratskoj;"
    "Srednjoafrička Srednjoafričke Srednjoafričkoj Srednjoafričku Srednjoafričkom Srednjoafričkoj",
    "sk": "republika republiky republike republiku republikou republike;"
    "Kórea Kórey Kórei Kóreu Kóreou Kórei;"
    "Dominikánska Dominikánskej Dominikánskej Dominikánsku Dominikánskou Dominikánskej;"
    "Slovenská Slovenskej Slovenskej Slovenskú Slovenskou Slovenskej;"
    "Česká Českej Českej Českú Českou Českej;Južná Južnej Južnej Južnú Južnou Južnej;"
    "Severná Severnej Severnej Severnú Severnou Severnej;"
    "demokratická demokratickej demokratickej demokratickú demokratickou demokratickej",
    "sl": "republika republike republiki republiko republiko republiki;"
    "Dominikanska Dominikanske Dominikanski Dominikansko Dominikansko Dominikanski",
}
"""Words of names of several words that the morphology does not know as such, in `CASES` order."""

WHOLE = ("ro", "sv", "bg", "hu", "fi")
"""Where a name of several words is inflected as a whole, or not at all."""

NOT_COUNTRIES = {"EU", "EZ", "UN", "ZZ", "QO", "AC", "CP", "DG", "EA", "IC", "TA", "XA", "XB"}


AGREEING = {
    "hr": {
        "i": "og:a oga:a om:u ome:u im:om", "o": "og:a oga:a om:u ome:u im:om",
        "a": "e:e oj:i u:u om:om",
        "ii": "ih:a im:ima ima:ima e:e", "ee": "ih:a im:ama ima:ama",
    },
    "sl": {
        "i": "ega:a emu:u em:u im:om", "o": "ega:a emu:u em:u im:om", "a": "e:e i:i o:o",
        "ii": "ih:ov ih:ih im:om e:e imi:i", "ee": "ih: ih:ah im:am imi:ami",
    },
}  # fmt: skip
"""Endings of an adjective and of the noun behind it in every case, by what the adjective ends in,
and the noun where both are plural."""
ADJECTIVE = re.compile(
    "(?:.{2,}[sšcčžz]k|.{2,}[oe]v|(?i:nov|bijel|bel|crn|črn|crven|rdeč|mrtv|tih|velik|mal|star|gornj|donj|zgornj"
    "|spodnj|srednj|(?:jugo|sjevero|severo)?(?:istočn|vzhodn|zapadn|zahodn)|južn|sjevern|severn"
    "|blisk|bližnj|dal(?:ek|jn)|visok|suv|svet|središnj|centraln|osrednj|ekvatorialn|ujedinjen"
    "|združen|sjedinjen|demokratičn|ljudsk|slonokoščen|velikonočn|božičn|božićn|zlat|dolg|rožn"
    "|zelen|skaln|debel|mirn|modr))[ioae]"
)
"""What a name of several words begins with if its words agree."""
FLEETING = re.compile(r"[ae](?=c\Z)|(?<=Sis)a(?=k\Z)|(?<=t)a(?=r\Z)")
SOFT = tuple("cčćšžj")
SIBILANT = {"k": "c", "g": "z", "h": "s"}


def agreeing(code: str, name: str) -> set[str]:
    """Return the forms of a name whose words agree; none where they do not.

    >>> sorted(agreeing("hr", "Novi Sad"))
    ['Novim Sadom', 'Novog Sada', 'Novoga Sada', 'Novom Sadu', 'Novome Sadu']
    """
    *adjectives, noun = name.split()
    whose = ""
    if adjectives and noun in ("Amerike", "Nizozemske"):
        *adjectives, noun, whose = [*adjectives, f" {noun}"]
    if code not in AGREEING or not adjectives or not all(map(ADJECTIVE.fullmatch, adjectives)):
        return set()
    ending = "o" if noun.endswith(("lje", "čje", "more", "morje")) else adjectives[0][-1]
    kind = ending.replace("e", "ee") + "i" * (ending + noun[-1] == "ii")
    if (kind in "ao" or kind == "ee") and noun[-1] not in {"a": "a", "o": "oe", "ee": "e"}[kind]:
        return set()
    if kind == "i" and noun[-1] in "aeo":
        return set()
    stem = FLEETING.sub("", noun) if kind == "i" else noun[:-1]
    found = set()
    for pair in AGREEING[code][kind].split():
        adjective, _, end = pair.partition(":")
        own = stem
        if code == "hr" and end == "i" and noun.endswith("ska"):
            end = "oj"
        elif code == "hr" and (kind, end) == ("a", "i"):
            own = stem[:-1] + SIBILANT.get(stem[-1], stem[-1])
        if code == "hr" and kind == "ii" and end != "ima":
            own = stem[:-1] + {"c": "k"}.get(stem[-1], stem[-1])
        soft = end == "om" and kind in "io" and (stem.endswith(SOFT) or noun[-1] == "e")
        found.add(
            " ".join([*(a[:-1] + adjective for a in adjectives), own + ("em" if soft else end)])
            + whose
        )
    return found


def forms_of(
    name: str, morphology: Morphology, declined: dict[str, list[str]], *, whole: bool = False
) -> set[str]:
    """Return a name in every case, as far as each of its words is known."""
    words = name.split()
    if len(words) == 1 or whole:
        return set(morphology.forms(name, "place")) | {name}
    found = {name}
    for number, case in enumerate(CASES[:-1]):
        made = [
            declined[word][number] if word in declined else _form(word, case, morphology)
            for word in words
        ]
        if all(made):
            found.add(" ".join(word for word in made if word))
    return found


def missed(code: str, name: str) -> set[str]:
    """Return the forms of a name that the morphology of a language does not make."""
    several, _, endings = PLURAL.get(code, ":").partition(":")
    last = name.rpartition(" ")[2]
    pairs = endings if last in several.split() else MISSED.get(code, "")
    changes = (pair.partition(">") for pair in pairs.split())
    return {name[: len(name) - len(old)] + new for old, _, new in changes if name.endswith(old)}


def _form(word: str, case: str, morphology: Morphology) -> str | None:
    if not word[:1].isupper():
        return word
    for kind in KINDS:
        readings = morphology.analyse(word, kind)
        for reading in readings:
            features = dict(reading.features)
            if features.get("Case", "Nom") != "Nom":
                continue
            wanted = {**features, "Case": case}
            form = morphology.inflect(reading.lemma, kind, wanted)
            if form.certainty >= 0.9:
                return form.form
    return None


def build(code: str) -> None:
    """Write the table of one language."""
    from babel import Locale  # forms of names are asked for without it

    territories = Locale(code).territories
    iso = {
        name.partition(" (")[0]: key
        for key, name in territories.items()
        if len(key) == 2 and key not in NOT_COUNTRIES
    }
    names = {*iso, *ALSO.get(code, "").split(";")}
    iso |= {name: key for key, own in ISO.items() for name in own.split(";")}
    morphology = load_morphology(load_pack(code))
    rows = (row.split() for row in DECLINED.get(code, "").split(";") if row)
    declined = {first: others for first, *others in rows}
    lines = [HEAD]
    for name in sorted(names - {""}):
        by_hand = BY_HAND.get(code, {}).get(name)
        forms = (
            set(by_hand.split(";"))
            if by_hand
            else agreeing(code, name) or forms_of(name, morphology, declined, whole=code in WHOLE)
        )
        forms |= set() if agreeing(code, name) else missed(code, name)
        told = [f"={iso[name]}"] if name in iso else []
        lines.append("\t".join([name, *told, *sorted(forms - {name})]))
    (ROOT / code / "countries.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{code}: {len(lines) - 1} countries")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("languages", nargs="+")
    for language in parser.parse_args().languages:
        build(language)
