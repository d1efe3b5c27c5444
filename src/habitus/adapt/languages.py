"""Which language a text is in, and what languages are called. By script where that tells, by small words otherwise.

Text in, a code (ISO 639-1) or None out. Bias: None where little speaks for any, never a guess.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache

from habitus.parse.wordset import wordset

LOOKED_AT = 6_000
"""Characters from the front, and as many from the middle: enough to tell, and a long answer should not cost more."""
FEW = 12
"""Letters: less than that is a name or a number, and in no language."""

_SCRIPTS = {
    "LATIN": "latin",
    "CYRILLIC": "cyrillic",
    "GREEK": "el",
    "ARABIC": "arabic",
    "HEBREW": "he",
    "DEVANAGARI": "devanagari",
    "BENGALI": "bn",
    "GURMUKHI": "pa",
    "GUJARATI": "gu",
    "TAMIL": "ta",
    "TELUGU": "te",
    "KANNADA": "kn",
    "MALAYALAM": "ml",
    "ORIYA": "or",
    "SINHALA": "si",
    "THAI": "th",
    "LAO": "lo",
    "MYANMAR": "my",
    "KHMER": "km",
    "HANGUL": "ko",
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "CJK": "zh",
    "GEORGIAN": "ka",
    "ARMENIAN": "hy",
    "ETHIOPIC": "am",
    "TIBETAN": "bo",
}

_SMALL = {
    "latin": {
        "en": "the of and to in is that it for with as on are was this be by or from at have an you your not which their can has more i my",
        "es": (
            "de la que el en y los se del las un por con una su para es al lo como más pero sus le ya o este sí porque esta entre "
            "cuando muy sin sobre también me hasta hay donde son está"
        ),
        "pt": (
            "de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu sua ou ser "
            "quando muito há nos já está eu também só pelo pela até isso são você"
        ),
        "fr": (
            "de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont la avec son aux d'une "
            "cette d'un ou être nous vous je mais leur ses c'est à"
        ),
        "de": (
            "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass "
            "sie nach wird bei einer um am sind noch wie einem über so zum haben nur oder aber vor zur bis mehr durch ich"
        ),
        "it": (
            "di e il la che in un a per è una sono del non della con si da come le dei nel alla più i gli anche o al ma ha delle "
            "questo lo se su nella essere dal ci mi suo loro perché"
        ),
        "nl": (
            "de het een van en in is dat op te zijn met voor niet aan er ook als om maar bij door dan nog naar wordt deze kan "
            "heeft hij ik je zich uit worden hebben wij dit"
        ),
        "sv": (
            "och i att det som en på är av för med till den har de inte om ett han men var jag från vi så kan när år sig eller ut "
            "upp du mycket"
        ),
        "da": (
            "og i at det er en til af på for med den de ikke der som har et om vi jeg kan fra var blev efter også når være skal "
            "men hvor sig"
        ),
        "no": "og i det er en til av på for med den de ikke som har et om vi jeg kan fra var etter også når være skal men hvor seg å ble",
        "fi": (
            "ja on ei se että hän oli joka mutta myös niin kuin ovat tai kun sen mitä olla jos voi ole joka hyvin tämä minä sinä "
            "ovat vain kanssa"
        ),
        "pl": "i w na z się że do nie jest to o jak a za po od są dla przez który oraz ale może przy co być tym jego jej już tylko gdy czy",
        "cs": "a v se na je že s z do o k i jako za by po ale nebo pro jsou když jeho které od který už jak být může tak si byl",
        "ro": "și în de la a cu pe nu este care un o din mai că pentru se au fost sunt prin sau ca le lui dar când această sa fi poate",
        "hu": "a az és hogy nem is egy van meg de csak ez már mint volt ha vagy el még azt lehet ezt ki kell minden nagyon majd",
        "tr": "bir ve bu için da de ile olarak çok daha gibi ne var en olan kadar sonra değil ama ben o her mi veya bunu ya",
        "id": (
            "yang dan di dengan untuk dari ini itu dalam pada tidak adalah ke akan bisa atau juga saya anda karena ada mereka "
            "lebih oleh dapat telah sebagai kita"
        ),
        "vi": (
            "và của là có một cho không các được trong những với người này đã khi để ở như về tôi bạn rất đó nhưng từ ra lại thì "
            "cũng vào sẽ"
        ),
        "sw": (
            "na ya wa kwa ni la katika za kuwa hii cha kama hiyo au pia si watu wake yake sana lakini huo ili wewe mimi yangu "
            "kutoka alisema baada hivyo moja wakati kila kuna"
        ),
        "tl": "ang ng sa na mga at ay ito para ko mo siya hindi may kung ni niya pero akong isang kanilang lang din rin natin",
        "ca": "de la el i que en a els les un per amb una és del no com més però al són va aquest també o perquè dels seva",
        "et": "ja on ei et ka see oli mis kui aga ning või ta tema oma selle seda need olema saab",
        "lt": "ir yra kad į iš su ne tai bet kaip buvo ar jis nuo už per savo apie jų tik",
        "lv": "un ir ka no ar uz par kā bet nav tas viņš vai ko pie lai kas pēc viņa",
        "hr": "i je u na da se za su od s ne kao koji bi će ali iz o što to ili ima biti koje nije",
        "sk": "a v sa na je že s z do o k aj ako za by po ale alebo pre sú keď jeho ktoré od ktorý už",
        "sl": "in je v na da se za so z ki ne pa kot bi tudi ali po iz ni če lahko bo",
        "af": "die en van in is het 'n dat nie met op vir te wat aan hy sy om ek as by ook maar word kan",
        "so": "iyo ka in uu ku waxaa la oo ay u si ah waa soo kale",
        "sq": "dhe të në e i një për me që nga është nuk si u ka ose por do së",
    },
    "cyrillic": {
        "ru": (
            "и в не на что я с он как это по но из у за так же от вы для бы его ее мы все или они было быть есть к когда если только чтобы"
        ),
        "uk": "і в не на що я з він як це по але із у за так же від ви для би його її ми всі або вони було бути є до коли якщо щоб та",
        "bg": "и в не на че аз с той как това по но от за така да ще вие като е са се му или те беше при когато ако само си",
        "mk": "и во не на дека јас со тој како ова по но од за така да ќе вие е се му или тие беше кога ако само",
        "sr": "и у не на да је се за су од са као који би ће али из о што то или има бити",
    },
    "arabic": {
        "ar": "في من على إلى أن هذا التي الذي ما هو مع عن لا كان هي أو هذه كل بعد ذلك قد لم كما",
        "fa": "و در به از که این را با است برای آن یک خود تا بر هم نیز شود می ها کرد شده ای دارد",
        "ur": "کے میں کی ہے اور سے کا کو اس کہ ہیں پر نے بھی ایک یہ ہو تھا نہیں کر وہ تو",
    },
    "devanagari": {
        "hi": "के में है की और से का को हैं यह पर कि ने नहीं एक भी हो था इस तो वह कर लिए हम आप जो ही थी",
        "mr": "आहे आणि या च्या ते आहेत मध्ये हे एक व त्या नाही होते की असे त्याच्या म्हणून मी तर करून साठी आपण काही झाला होता",
        "ne": "छ र को मा हो पनि यो छन् गर्न लागि थियो भने एक हुन्छ तथा गरेको म छैन तर उनले का",
    },
}

NAMES = {
    "en": "english ingles anglais englisch inglese 英语 英文",
    "es": "spanish espanol castellano espanhol espagnol spanisch spagnolo 西班牙语",
    "pt": "portuguese portugues portugais portugiesisch portoghese 葡萄牙语",
    "fr": "french frances francais franzosisch francese 法语 法文",
    "de": "german aleman alemao allemand deutsch tedesco 德语 德文",
    "it": "italian italiano italien italienisch 意大利语",
    "zh": "chinese mandarin chino chines chinois chinesisch cinese 中文 汉语",
    "ja": "japanese japones japonais japanisch giapponese 日语 日文",
    "ko": "korean coreano coreen koreanisch 韩语",
    "ru": "russian ruso russo russe russisch 俄语",
    "ar": "arabic arabe arabisch arabo 阿拉伯语",
    "hi": "hindi",
    "bn": "bengali bangla",
    "pa": "punjabi",
    "gu": "gujarati",
    "ta": "tamil",
    "te": "telugu",
    "kn": "kannada",
    "ml": "malayalam",
    "mr": "marathi",
    "ne": "nepali",
    "ur": "urdu",
    "fa": "persian farsi persa",
    "th": "thai tailandes",
    "vi": "vietnamese vietnamita",
    "sw": "swahili suajili",
    "fi": "finnish finlandes",
    "sv": "swedish sueco",
    "da": "danish danes",
    "no": "norwegian noruego",
    "nl": "dutch holandes neerlandes",
    "pl": "polish polaco",
    "cs": "czech checo",
    "ro": "romanian rumano",
    "hu": "hungarian hungaro",
    "tr": "turkish turco",
    "el": "greek griego",
    "he": "hebrew hebreo",
    "id": "indonesian indonesio",
    "uk": "ukrainian ucraniano",
    "bg": "bulgarian bulgaro",
    "ca": "catalan",
    "tl": "tagalog filipino",
    "hr": "croatian croata",
    "sk": "slovak",
    "sl": "slovenian",
    "et": "estonian",
    "lt": "lithuanian",
    "lv": "latvian",
    "mk": "macedonian",
    "so": "somali",
    "sq": "albanian",
    "af": "afrikaans",
    "sr": "serbian",
}
CODES = {name: code for code, names in NAMES.items() for name in names.split()}
"""By folded name, in several languages."""

_TOKEN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?[\u0900-\u0dff]*")
_MARKED = re.compile(r"[^\s\d.,;:!?\"'()\[\]{}*_#<>|/\\]+")
MARGIN = 1.15
"""How much more must speak for the first than for the second: near relatives share half of their small words."""
MOSTLY = 0.5
"""Of the letters, in one script."""


def spoken(text: str) -> str | None:
    sample = text if len(text) <= 2 * LOOKED_AT else text[:LOOKED_AT] + text[len(text) // 2 :][:LOOKED_AT]
    scripts = Counter(_script(char) for char in sample if char.isalpha())
    if sum(scripts.values()) < FEW:
        return None
    kind, most = _leading(scripts)
    if most < MOSTLY * sum(scripts.values()):
        return None
    return _by_words(sample, kind) if kind in _SMALL else kind


def _leading(scripts: Counter[str]) -> tuple[str, int]:
    """Japanese writes with Chinese characters too; a few kana tell."""
    kana = scripts["ja"]
    if kana and kana * 10 > scripts["zh"]:
        return "ja", kana + scripts["zh"]
    return scripts.most_common(1)[0]


@cache
def _script(char: str) -> str:
    return _SCRIPTS.get(unicodedata.name(char, "").partition(" ")[0], "other")


@cache
def _homes(script: str) -> dict[str, tuple[tuple[str, float], ...]]:
    """Of each small word the languages it speaks for; one that many share says little."""
    by_word: dict[str, list[str]] = {}
    for code, words in _SMALL[script].items():
        for word in wordset(words):
            by_word.setdefault(word, []).append(code)
    return {word: tuple((code, 1 / len(codes)) for code in codes) for word, codes in by_word.items()}


def _by_words(sample: str, script: str) -> str | None:
    homes, votes = _homes(script), dict[str, float]()
    for word in (_MARKED if script == "devanagari" else _TOKEN).findall(sample.lower()):
        for code, weight in homes.get(word, ()):
            votes[code] = votes.get(code, 0.0) + weight
    ranked = sorted(votes.items(), key=lambda vote: vote[1], reverse=True)[:2]
    if not ranked or (len(ranked) > 1 and ranked[0][1] < MARGIN * ranked[1][1]):
        return None
    return ranked[0][0]
