"""What kind of thing a prompt wants: numbers, a list, a table, data, code, a document, an analysis, a text. And how good it must be.

A request and its criteria in, a data type, a format and quality requirements out. Bias: "text" where nothing tells, because nothing is
refused for being a text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from habitus.adapt.nouns import Criterion, DataType, Format
    from habitus.adapt.request import Request

_DOCUMENTS: tuple[tuple[Format, str], ...] = (
    (
        "docx",
        r"\bdocx\b|\b(?:a|in|as|the|ms|microsoft)?\s*word (?:document|file|doc)\b|\bdocumento (?:de )?word\b|\bdocument word\b|"
        r"\bword-?dokument\b|word文档",
    ),
    (
        "xlsx",
        r"\bxlsx\b|\bexcel\b|\bspreadsheet\b|\bhoja de calculo\b|\bplanilha\b|\bfeuille de calcul\b|\btabellenkalkulation\b|"
        r"\bfoglio di calcolo\b",
    ),
    ("pptx", r"\bpptx\b|\bpower ?point\b|\bslide deck\b|\bpresentacion de diapositivas\b"),
    ("pdf", r"\bpdf\b"),
)
_MAKES = re.compile(
    r"\b(?:as|in|into|create|generate|make|write|produce|export|save|deliver|send|give|build|prepare|crea|genera|haz|en|"
    r"como|crie|gere|em|cree|redige|erstelle|als|prepara)\b|生成|制作|写"
)
_CODE = re.compile(
    r"\b(?:write|create|implement|give me|show me|provide|generate|develop|escribe|crea|implementa|escreva|crie|ecris|cree|"
    r"schreibe|erstelle|scrivi)\b[^.\n]{0,40}?"
    r"\b(?:function|program|script|code(?! of)|code snippet|class|method|sql query|regex|regular expression|html page|"
    r"funcion|programa|codigo|fonction|programme|funktion|programm|funzione|programma|codice)\b"
    r"|\bin (?:python|javascript|typescript|java|rust|go|c\+\+|c#|bash|sql)\b|写(?:一个|一段)?(?:函数|程序|脚本|代码)"
)
_NUMBERS = re.compile(
    r"\b(?:calculate|compute|how many|how much|sum of|average of|count the|calcula|cuantos|cuantas|suma de|calcule|quantos|"
    r"quantas|soma de|calcule[rz]?|combien|somme de|berechne|wie viele|summe|calcola|quanti|quante)\b|计算|多少"
)
_LIST = re.compile(
    r"\b(?:list|lists|enumerate|bullet points?|top \d+|list of|lista|listas|enumera|liste|enumere|elenca|elenco|aufzahl\w*|"
    r"nenne)\b|列出|清单|列表"
)
_DATA = re.compile(r"\b(?:json|csv|yaml|xml|dataset|data set|records|raw data|datos|dados|donnees|daten|dati)\b|数据")
_ANALYSIS = re.compile(
    r"\b(?:analy[sz]e|analysis|compare|comparison|evaluate|assess|insights?|pros and cons|critique|trends?|analiza|analisis|"
    r"compara|evalua|analise|avalie|analysez?|comparez?|evaluez?|analysiere|vergleiche|bewerte|analizza|confronta|valuta)\b|"
    r"分析|比较|评估"
)
_FORMATS: dict[str, Format] = {
    "json_format": "json", "csv_format": "csv", "yaml_format": "yaml", "xml_format": "xml", "html_format": "html", "table_format": "table",
    "number_bullet_lists": "list",
}  # fmt: skip
_DEFAULT: dict[DataType, Format] = {"numbers": "raw_data", "list": "list", "table": "table", "data": "raw_data", "code": "code"}

_EXACT = re.compile(
    r"\b(?:exact\w*|accurate\w*|precise\w*|correct\w*|verified|exacto|preciso|correcto|exato|correto|genau|esatt\w+|precis\w*)\b|准确|精确"
)
_WHOLE = re.compile(
    r"\b(?:all|every|complete\w*|full|comprehensive|entire|detailed|todos?|todas?|completo|completa|tous|toutes|complet|"
    r"alle|vollstandig|tutti|tutte)\b|全部|所有|完整"
)
_ROUGH = re.compile(
    r"\b(?:draft|rough\w*|quick\w*|brief\w*|ideas?|brainstorm|sketch|borrador|rapido|breve|rascunho|brouillon|entwurf|bozza)\b|大概|草稿"
)
STRICT, USUAL, LOOSE = 0.95, 0.8, 0.7
"""The seed's figure for numbers; for prose a little less can be asked; for a draft less still."""


def data_type(request: Request, criteria: tuple[Criterion, ...]) -> DataType:
    kinds, text = {criterion.kind for criterion in criteria}, request.text
    asked = _NUMBERS.search(text) and re.search(r"\d", text) and len(text) < SHORT
    signs: tuple[tuple[DataType, object], ...] = (
        ("document", _document(request)),
        ("code", _CODE.search(text)),
        ("numbers", kinds & {"number_count", "number_kind", "number_range", "sum"} or asked),
        ("table", kinds & {"table_format", "csv_format"}),
        ("data", kinds & {"json_format", "yaml_format", "xml_format"} or (_DATA.search(text) and "data" in text)),
        ("list", kinds & {"number_bullet_lists", "item_count"} or _LIST.search(text)),
        ("analysis", _ANALYSIS.search(text)),
    )
    return next((kind for kind, sign in signs if sign), "text")


SHORT = 200
"""Characters: a long prompt that says "how many" somewhere wants more than a number."""


def expected_format(request: Request, criteria: tuple[Criterion, ...], wanted: DataType) -> Format:
    named = [_FORMATS[criterion.kind] for criterion in criteria if criterion.kind in _FORMATS]
    return _document(request) or (named[0] if named else _DEFAULT.get(wanted, "prose"))


def _document(request: Request) -> Format | None:
    for kind, pattern in _DOCUMENTS:
        match = re.search(pattern, request.text)
        if match and _MAKES.search(request.text[: match.start()]):
            return kind
    return None


def quality(request: Request, wanted: DataType) -> dict[str, float]:
    usual = STRICT if wanted in ("numbers", "table", "data", "code") else LOOSE if _ROUGH.search(request.text) else USUAL
    return {
        "accuracy": STRICT if _EXACT.search(request.text) else usual,
        "completeness": STRICT if _WHOLE.search(request.text) else usual,
    }
