"""Whether a turn is one to ask about."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING
from unicodedata import normalize

if TYPE_CHECKING:
    from habitus.enforce.classifier.options import Frequency, Options

LONGEST = 50
"""Characters of a follow-up. A longer message says more than yes, whatever words it is made of."""

FOLLOWUPS = {
    "en": (
        "yes|yep|yeah|yup|y|ok|okay|k|sure|fine|right|correct|agreed|approved|great|perfect|good|looks good|sounds good|lgtm|go|go on"
        "|go ahead|go for it|do it|do that|ship it|carry on|keep going|continue|proceed|next|please|please do|thanks|thank you|thx|ty"
    ),
    "es": "sí|si|vale|dale|claro|de acuerdo|adelante|continúa|continua|sigue|hazlo|procede|perfecto|bien|muy bien|por favor|gracias",
    "fr": "oui|ouais|d'accord|continue|continuez|vas-y|allez-y|fais-le|valide|validé|parfait|très bien|s'il te plaît|s'il vous plaît|merci",
    "de": "ja|jawohl|jo|klar|gut|passt|genau|einverstanden|weiter|mach weiter|mach das|mach es|leg los|los|perfekt|bitte|danke",
    "pt": "sim|certo|claro|beleza|pode ser|pode continuar|continua|continue|segue|prossiga|vai|vai em frente|por favor|obrigado|obrigada",
    "it": "sì|si|certo|va bene|d'accordo|vai|vai avanti|avanti|continua|procedi|fallo|perfetto|per favore|grazie",
    "zh": "是|是的|对|對|对的|好|好的|好吧|行|可以|没问题|沒問題|同意|嗯|继续|繼續|请继续|继续吧|开始吧|谢谢|謝謝|好的谢谢|好的继续",
    "emoji": "👍|👌|✅|✔|☑|🆗|💯|🚀|🙏|🙌|👏|🎉|❤",
}
STOPS = re.compile(r"[\s.!,;。！，、…]+")
DRESS = re.compile("[\ufe0f\U0001f3fb-\U0001f3ff]")
"""What emoji wear: a variant, a colour of skin."""


def is_due(options: Options, *, turn: int, message: str, manual: bool = False) -> bool:
    """The first turn is 0. `manual`: somebody asks for it now, and that is reason enough."""
    if manual:
        return True
    if not options.on or (options.skip_followups and is_followup(message)):
        return False
    due: dict[Frequency, bool] = {
        "every_turn": True,
        "first_turn": turn == 0,
        "every_n_turns": turn % options.frequency_n == 0,
        "on_new_message": bool(message.strip()),  # a host may open a turn without one
        "manual": False,
    }
    return due[options.frequency]


def is_followup(message: str) -> bool:
    """Nothing but a go-ahead. A question mark makes it a question, any other word a request."""
    text = message.strip()
    if len(text) > LONGEST:
        return False
    words = STOPS.sub(" ", DRESS.sub("", normalize("NFC", text)).casefold().replace("’", "'")).strip()
    return _go_ahead().fullmatch(words) is not None


@cache
def _go_ahead() -> re.Pattern[str]:
    one = "|".join(re.escape(phrase) for phrases in FOLLOWUPS.values() for phrase in phrases.split("|"))
    return re.compile(f"(?:{one})(?: (?:{one}))*")
