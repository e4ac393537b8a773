"""How the log tells of standing answers and of policies that play for the GM, and what a seat's own look like."""

from takusen.rulebook.book import RuleBook
from takusen.table.story import Line
from takusen.web.words import CHOICES, NOTICES, Words


class Standing:
    """Sentences of standing answers in one language for one book."""

    def __init__(self, words: Words, book: RuleBook) -> None:
        self._, self._book = words, book

    def window(self, label: str) -> str:
        """What prompts of a label are called: the book's word for the window, or the question itself."""
        texts, lang = self._book.texts, self._.lang
        section = next((one for one in ("window", "hook") if texts.has(lang, one, label)), "prompt")
        return texts.say(lang, section, label)

    def answer(self, answer: str | int) -> str:
        """A choice in words."""
        texts, lang, word = self._book.texts, self._.lang, str(answer)
        if word in CHOICES and not texts.has(lang, "choice", word):
            return self._(CHOICES[word])
        sections = ("choice", "skill", "item", "act")
        found = next((one for one in sections if texts.has(lang, one, word)), "")
        return texts.say(lang, found, word) if found else word

    def stood(self, line: Line) -> str:
        """An answer was left, or taken back."""
        told, window = dict(line.params), self.window(line.key)
        answer = told.get("answer")
        if answer is None:
            return self._("{who}の「{window}」は、これからはまた聞かれます", who=line.name, window=window)
        said = {"who": line.name, "window": window, "answer": self.answer(answer)}
        if told.get("lasting"):
            return self._("{who}の「{window}」には、これからずっと「{answer}」と返事します", **said)
        return self._("{who}の「{window}」には、このターンは「{answer}」と返事します", **said)

    def stood_in(self, line: Line) -> str:
        """A standing answer was used; only its own seat reads what it was."""
        answer, said = dict(line.params).get("answer"), {"who": line.name, "window": self.window(line.key)}
        if answer is None:
            return self._("{who}の「{window}」は、決めておいた返事で済みました", **said)
        return self._(
            "{who}の「{window}」は、決めておいた返事「{answer}」で済みました", **said, answer=self.answer(answer)
        )

    def let(self, line: Line) -> str:
        """A policy plays for the GM, or no longer."""
        if line.text:
            return self._(NOTICES.get(line.text, NOTICES["not_played"]))
        policy = self._book.texts.say(self._.lang, "policy", line.key)
        return self._(
            "ここから方針「{policy}」に任せます（あと{left}手まで）", policy=policy, left=dict(line.params).get("left")
        )
