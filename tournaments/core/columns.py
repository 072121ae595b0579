"""The names of columns, and of titles and sexes, in the tables of players that people bring.

The words are those that Swiss-Manager, Chess-Results, Vega, ChessManager, Sharly Chess,
Swiss-Chess, FIDE's download and national lists put above their columns, in their languages.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from tournaments.core.text import fold

#: field → the words above its column, between bars
COLUMNS = {
    "name": (
        "name|player|player name|full name|ad soyad|adı soyadı|soyad ad|soyadı adı|isim|oyuncu|"
        "sporcu|ad|oyuncu adı|name, vorname|nachname, vorname|spieler|spielername|teilnehmer|"
        "teilnehmername|nom|joueur|nom prénom|nom et prénom|nom complet|nombre|jugador|"
        "apellidos y nombre|apellidos, nombre|nombre y apellidos|nombre completo|nome|giocatore|"
        "cognome e nome|cognome nome|jogador|nome completo|имя|фио|фамилия имя|фамилия, имя|"
        "фамилия и имя|игрок|участник|naam|speler|deelnemer|nazwisko i imię|nazwisko imię|"
        "imię i nazwisko|zawodnik|gracz|jméno|hráč|meno|név|játékos|namn|spelare|navn|spiller|"
        "nimi|nume și prenume|ime|ime i prezime|prezime i ime|igrač|ім я|прізвище ім я|"
        "прізвище та ім я|гравець|όνομα|ονοματεπώνυμο|vārds uzvārds|vardas pavardė|"
        "nimi ja perekonnanimi"
    ),
    "surname": (
        "surname|last name|lastname|family name|soyad|soyadı|soyisim|nachname|familienname|"
        "nom de famille|apellidos|apellido|cognome|apelido|sobrenome|фамилия|achternaam|nazwisko|"
        "příjmení|priezvisko|vezetéknév|efternamn|etternavn|efternavn|sukunimi|nume de familie|"
        "prezime|прізвище|επώνυμο|cognoms|uzvārds|pavardė|perekonnanimi"
    ),
    "given": (
        "first name|firstname|given name|forename|adı|vorname|prénom|nombre de pila|nome proprio|"
        "voornaam|roepnaam|imię|keresztnév|förnamn|fornavn|fornavne|etunimi|prenume|vārds|vardas|"
        "eesnimi"
    ),
    "title": (
        "title|tit|fide title|unvan|ünvan|ttl|titel|fide titel|titre|titre fide|título|"
        "titulo fide|titolo|титул|звание|tytuł|titul|cím|tittel|τίτλος|звання|titulas|titles"
    ),
    "fide_rating": (
        "fide|fide rating|irtg|rtgi|rtg int|rtg fide|eloi|elo int|elo i|elo fide|fide elo|intrtg|"
        "int rtg|int rating|rating int|rating fide|international rating|fide rtg|fide std|srtng|"
        "std|standard|std rating|standard rating|rating std|elo standard|elo std|"
        "elo international|elo internacional|elo internazionale|рейтинг фиде|рейт фиде|эло фиде|"
        "ranking fide|fide puanı|fide elo puanı|uluslararası kuvvet puanı|elofide|ratingfide"
    ),
    "rapid_rating": "rrtng|rapid|rapid rating|rating rapid|elo rapid|fide rapid|rpd",
    "blitz_rating": "brtng|blitz|blitz rating|rating blitz|elo blitz|fide blitz|btz",
    "national_rating": (
        "national|national rating|ukd|ukd puanı|ulusal kuvvet puanı|nrtg|rtgn|rtg nat|elon|"
        "elo nat|elonat|elo n|nat elo|nat rating|rating nat|nwz|dwz|dwz rating|elo national|"
        "elo nacional|rating nacional|elo naz|elo nazionale|elo naz italia|нац рейтинг|"
        "национальный рейтинг|рейтинг рф|рейтинг фшр|рейт нац|ruslo|knsb rating|knsb|"
        "nationale rating|ranking krajowy|ranking pzszach|grade|ecf grade|ecf rating|uscf rating|"
        "uscf|национален рейтинг|lok|národní elo|elo čr|nemzeti élő|ÉLŐ nat|hun rating|"
        "ulusal elo|ulusal rating|elo ffe"
    ),
    "federation": (
        "fed|federation|federasyon|ülke|country|land|verband|föderation|nation|nat|nationality|"
        "fédération|fede|pays|federación|país|federazione|nazione|federação|фед|федерация|страна|"
        "federatie|federacja|kraj|federace|země|ország|nationalitet|κράτος|ομοσπονδία|країна|"
        "country code|fide fed|milliyet"
    ),
    "club": (
        "club|kulüp|kulübü|kulüp il|club city|kulüp şehir|club name|clubname|club town|verein|"
        "verein ort|vereinsname|vereinsbezeichnung|club ville|nom du club|club ciudad|"
        "club localidad|circolo|club città|società|società sportiva|clube|clube cidade|клуб|"
        "клуб город|vereniging|vereniging plaats|schaakvereniging|klub|klub miasto|nazwa klubu|"
        "oddíl|klub mesto|klub město|oddíl místo|klub místo|"
        "egyesület|egyesület város|klubb|klubb ort|"
        "forening|seura|σύλλογος|клуб місто|klubas|klubs|chess club|club team|equipo club"
    ),
    "fide_id": (
        "fide id|fideid|fide no|fide nr|fide number|fide numarası|fide kimlik no|fide kodu|"
        "fide id no|fide id number|id number|fide code|code fide|fidecode|idfide|id fide|"
        "fidekenn|fide kennung|fide identnummer|n fide|nr fide|no fide|número fide|código fide|"
        "cod fide|codice fide|фиде id|id фиде|код фиде|номер фиде|идентификатор фиде|fide id nr|"
        "numer fide|fideno|fide player id|player fide id|ид фиде|fide ident"
    ),
    "national_id": (
        "national id|ukd no|lisans|lisans no|licence|license|idnat|id nat|nat id|national no|"
        "national number|ident number|identnumber|identnr|ident nr|pkz|spieler id|licence ffe|"
        "nr ffe|n ffe|code ffe|numéro de licence|licencia|id fsi|tessera|id tessera|licença|"
        "id cbx|cbx id|cbx|lbx id|код фшр|фшр id|id фшр|ид фшр|relatienummer|knsb nummer|"
        "lidnummer|licencja|kod pzszach|id cr|id pzszach|ecf code|ecf id|ecf ref|uscf id|"
        "member no|membership no|registrační číslo|reg číslo|idčr|számlálószám|fed id|zps mgl|"
        "ulusal no|ukd numarası|id national"
    ),
    "birth_date": (
        "birth|born|birth date|birthdate|birthday|date of birth|dob|bday|b day|year of birth|"
        "birth year|birthyear|yob|byear|year|doğum|doğum tarihi|doğum yılı|dt|d tarihi|d yılı|"
        "geb|geburt|geburtsdatum|geburtstag|geburtsjahr|geb datum|geb dat|geb jahr|jahrgang|jg|"
        "jahr|naissance|date de naissance|né le|née le|année|année de naissance|nacimiento|"
        "fecha de nacimiento|fecha nacimiento|f nacimiento|fecha nac|f nac|año|año de nacimiento|"
        "data di nascita|nascita|data nascita|nato il|anno|anno di nascita|nascimento|"
        "data de nascimento|data nascimento|data nasc|dt nasc|nasc|ano|ano de nascimento|"
        "дата рождения|др|гр|год рождения|г р|д р|рожд|data ur|data urodzenia|rok ur|"
        "rok urodzenia|ur|urodzony|geboortedatum|geb datum|geboortejaar|geboren|narození|"
        "datum narození|rok narození|nar|ročník|dátum narodenia|születési dátum|szül|szül idő|"
        "szül év|född|födelsedatum|födelseår|født|fødselsdato|fødselsår|syntymäaika|"
        "дата народження|рік народження|data nașterii|datum rođenja|godište|ημερομηνία γέννησης"
    ),
    "sex": (
        "sex|gender|cinsiyet|geschlecht|w m|m w|m f|f m|sexe|genre|sexo|género|sesso|genere|пол|"
        "płeć|geslacht|pohlaví|pohlavie|nem|kön|kjønn|køn|sukupuoli|стать|spol|pol|φύλο|g|s"
    ),
    "phone": (
        "phone|telefon|tel|mobile|mobile phone|cep|cep telefonu|gsm|telefon no|telefonnummer|"
        "handy|téléphone|portable|teléfono|móvil|telefono|cellulare|celular|telefone|телефон|"
        "telefoon|mobiel|phone number|whatsapp"
    ),
}
#: words that say less: each stands for the field unless another column says it better
WEAK = {
    "fide_rating": (
        "rating|elo|rtg|kuvvet puanı|wertungszahl|рейтинг|рейт|elo rating|ratingnumber|"
        "rank rating|rating points|pairing rating|ranking elo"
    ),
    "fide_id": "id|id no|idno|ident|kimlik no",
    "club": (
        "team|takım|takım adı|mannschaft|mannschaftsname|teamname|team name|équipe|equipo|"
        "squadra|equipe|команда|drużyna|družstvo|csapat|ekipa|lag|ploeg"
    ),
}
#: words that an entry has no place for: the column is named to the arbiter as left out
LEFT_OUT = (
    "no|nr|num|number|numara|sıra|sıra no|sno|snr|stnr|start no|startnr|start nr|startno|bsn|"
    "başlangıç no|tlnnr|tln nr|ном|номер|nº|n|núm|numéro|lp|l p|č|poř|sor|br|rk|rank|rang|rg|pos|"
    "position|place|platz|pl|miejsce|место|м|puesto|puntos|sıralama|derece|pts|points|punkte|"
    "puan|punti|pontos|очки|pkt|tb1|tb2|tb3|tb4|tb5|tb6|wtg1|wtg2|wtg3|eşb1|eşb2|eşb3|desp1|"
    "desp2|desp3|rp|n rtg|rtg avg|k|k factor|kcoeff|k coeff|kx|isaval|typ|type|typ1|tip|tür|gr|"
    "grp|group|gruppe|grup|groupe|gruppo|grupo|grupa|группа|status|state|attr|clubnumber|club no|"
    "clubno|club nr|vereinsnummer|zps|e mail|email|mail|e posta|eposta|games|gms|partien|wtit|"
    "otit|woman title|other title|foa|flag|sgm|sk|rgm|rk rapid|bgm|bk|s gms|r gms|b gms|"
    "country flag|source|kategorie|category|kategori|catégorie|categoría|categoria|cat|kat"
)


def _key(word: str) -> str:
    return fold(word).replace(" ", "")


def _words(told: str) -> frozenset[str]:
    return frozenset(_key(word) for word in told.split("|"))


_STRONG = {word: field for field, told in COLUMNS.items() for word in _words(told)}
_WEAK = {word: field for field, told in WEAK.items() for word in _words(told)}
_LEFT = _words(LEFT_OUT)


TITLES = {
    "gm": "GM", "im": "IM", "fm": "FM", "cm": "CM",
    "wgm": "WGM", "wim": "WIM", "wfm": "WFM", "wcm": "WCM",
    "igm": "GM", "gmi": "GM", "mi": "IM", "mf": "FM", "гм": "GM", "мм": "IM", "мф": "FM",
    "g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM",
}  # fmt: skip


SEXES = {
    "m": "m", "male": "m", "e": "m", "erkek": "m", "b": "m",
    "man": "m", "h": "m", "homme": "m", "hombre": "m", "mannlich": "m", "masculin": "m",
    "masculino": "m", "maschio": "m", "м": "m", "муж": "m", "мужской": "m", "muz": "m",
    "woman": "w", "femme": "w", "mujer": "w", "weiblich": "w", "feminin": "w", "femenino": "w",
    "feminino": "w", "femmina": "w", "ж": "w", "жен": "w", "женский": "w", "zena": "w",
    "vrouw": "w",    "w": "w", "f": "w", "female": "w", "k": "w", "kadin": "w", "kiz": "w",
}  # fmt: skip


def column_of(word: str) -> str:
    """The field that a column of this name holds; "" when the name says nothing."""
    key = _key(word)
    return _STRONG.get(key) or _WEAK.get(key, "")


@dataclass(frozen=True, slots=True)
class Heading:
    """The columns of a table by the words above them."""

    #: of each column its field, or ""
    fields: tuple[str, ...]
    #: columns that are understood and have no place, or that another says better
    left_out: tuple[int, ...]
    #: columns with a name that says nothing
    unknown: tuple[int, ...]

    @property
    def names_players(self) -> bool:
        return "name" in self.fields or "surname" in self.fields

    @property
    def understood(self) -> int:
        return sum(map(bool, self.fields)) + len(self.left_out)


def heading_of(row: Sequence[str], kind: str = "standard") -> Heading:
    """Reads what the words of a line say of the columns below it. `kind` of rating counts here, of
    the three that FIDE's list has."""
    keys = [_key(word) for word in row]
    fields = [_STRONG.get(key, "") for key in keys]
    weak = [_WEAK.get(key, "") for key in keys]
    left = {place for place, key in enumerate(keys) if key in _LEFT and not fields[place]}
    _choose_rating(fields, kind, left)
    for place, field in enumerate(weak):
        if not field or fields[place]:
            continue
        if field == "fide_id" and "fide_id" in fields:
            field = "national_id"  # beside FIDE's number it is the federation's
        if field in fields:
            left.add(place)
        else:
            left.discard(place)
            fields[place] = field
    _settle_names(fields)
    for place, field in enumerate(fields):
        if field and field in fields[:place]:
            fields[place] = ""
            left.add(place)
    unknown = {place for place, key in enumerate(keys) if key and not fields[place]} - left
    return Heading(tuple(fields), tuple(sorted(left)), tuple(sorted(unknown)))


def _choose_rating(fields: list[str], kind: str, left: set[int]) -> None:
    """Of the ratings of FIDE's list the one that counts here."""
    own = {"rapid": "rapid_rating", "blitz": "blitz_rating"}.get(kind, "")
    has_own = own != "" and own in fields
    for place, field in enumerate(fields):
        if field == own != "":
            fields[place] = "fide_rating"
        elif field in ("rapid_rating", "blitz_rating") or (field == "fide_rating" and has_own):
            fields[place] = ""
            left.add(place)


def _settle_names(fields: list[str]) -> None:
    """ "Nom" is a whole name in one list, and beside "Prénom" the family's; "Nombre" is a given
    name beside "Apellidos"."""
    if "name" not in fields:
        return
    if "surname" in fields and "given" not in fields:
        fields[fields.index("name")] = "given"
    elif "given" in fields and "surname" not in fields:
        fields[fields.index("name")] = "surname"


@cache
def title_of(word: str) -> str:
    return TITLES.get(fold(word), "")


def sexes_in(column: Sequence[str]) -> dict[str, str]:
    """Reads the letters of a column. "H" and "M" together are hombre and mujer."""
    letters = {fold(cell) for cell in column} - {""}
    if {"h", "m"} <= letters and not letters & {"f", "w", "k"}:
        return SEXES | {"h": "m", "m": "w"}
    return SEXES
