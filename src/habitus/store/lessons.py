"""Lessons: rules, fixes, knowledge and examples, what is proposed, and what follows from them in the graph."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from habitus.store import lesson_rows
from habitus.store.sql import LAST, PAGE, like

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from habitus.store.sql import SqlStore
    from habitus.types import Example, Knowledge, Learning, Listed, Place, Proposal, Row, Rule, Triple


class SqlLessons:
    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._database = store.database

    # ── rules ──

    def rule(self, id: str) -> Rule | None:
        return next(iter(self.rules_of([id])), None)

    def rules_of(self, ids: Sequence[str]) -> list[Rule]:
        if len(ids) == 1:
            row = self._store.get("behavioral_rules", ids[0])
            return [lesson_rows.rule(row)] if row else []
        return [lesson_rows.rule(row) for row in self._database.run("rules_by_ids", {"ids": json.dumps(list(ids))})] if ids else []

    def rules(
        self, *, active: bool = True, word: str = "", rule_type: str = "", scope: str = "", state: str = "", limit: int = LAST,
        after: Place | None = None,
    ) -> Listed[Rule]:  # fmt: skip
        asked = {"active": active, "word": like(word), "rule_type": rule_type, "scope": scope, "state": state, "limit": limit}
        return self._store.listed("rules_listed", asked, lesson_rows.rule, after)

    def rules_counted(
        self, *, active: bool = True, word: str = "", rule_type: str = "", scope: str = "", state: str = "", most: int = LAST
    ) -> int:
        asked = {"active": active, "word": like(word), "rule_type": rule_type, "scope": scope, "state": state, "most": most}
        return int(self._database.run("rules_counted", asked)[0]["n"])

    def rules_begun(self, prefix: str) -> list[Rule]:
        return [lesson_rows.rule(row) for row in self._database.run("rules_by_prefix", {"prefix": prefix})]

    def superseded_by(self, id: str) -> list[Rule]:
        return [lesson_rows.rule(row) for row in self._database.run("rules_superseded_by", {"id": id})]

    def standing(self, scopes: Sequence[str], limit: int) -> list[Rule]:
        found: dict[str, Row] = {}
        for scope in scopes:
            for query in ("rules_newest", "rules_strongest"):
                found |= {row["id"]: row for row in self._database.run(query, {"scope": scope, "limit": limit})}
        return [lesson_rows.rule(row) for row in found.values()]

    def stale_rules(self, before: datetime, limit: int) -> list[Rule]:
        return [lesson_rows.rule(row) for row in self._database.run("rules_unused", {"before": before.isoformat(), "limit": limit})]

    def contested_rules(self, limit: int) -> list[Rule]:
        return [lesson_rows.rule(row) for row in self._database.run("rules_contested", {"limit": limit})]

    def firings(self, rule: str, limit: int = 1000) -> list[Row]:
        return self._database.run("firings_of", {"rule": rule, "limit": limit})

    def rules_fired(self, since: datetime, limit: int) -> list[str]:
        return [row["rule"] for row in self._database.run("firings_recent", {"since": since.isoformat(), "limit": limit})]

    def count_applied(self, upto: int) -> int:
        counted = 0
        with self._database.transaction():
            self._database.change("meta_claim", {"key": "counted"})
            position = self._database.run("meta_get", {"key": "counted"})[0]["value"]
            while page := self._database.run("ledger_injected", {"after": position, "upto": upto, "limit": PAGE}):
                contents = [self._store.content(row["after"]) for row in page]
                for lesson, n in Counter(lesson for content in contents for lesson in content["lessons"]).items():
                    self._database.change("rules_count_applied", {"id": lesson, "times": n, "at": page[-1]["at"]})
                for used, n in Counter(used for content in contents for used in content.get("used", ())).items():
                    self._database.change("examples_count_used", {"id": used, "times": n})
                    self._database.change("knowledge_count_used", {"id": used, "times": n, "at": page[-1]["at"]})
                position, counted = page[-1]["id"], counted + len(page)
            self._database.change("meta_set", {"key": "counted", "value": position})
        return counted

    # ── examples and proposals ──

    def examples(self, *, outcome: str = "", word: str = "", limit: int = 50, after: Place | None = None) -> Listed[Example]:
        asked = {"outcome": outcome, "word": like(word), "limit": limit}
        return self._store.listed("examples_listed", asked, lesson_rows.example, after)

    def examples_of(self, ids: Sequence[str]) -> list[Example]:
        return [lesson_rows.example(row) for row in self._database.run("examples_by_ids", {"ids": json.dumps(list(ids))})] if ids else []

    def proposal(self, id: str) -> Proposal | None:
        row = self._store.get("proposals", id)
        return lesson_rows.proposal(row) if row else None

    def proposals(self, state: str = "pending", *, kind: str = "", limit: int = 50, after: Place | None = None) -> Listed[Proposal]:
        return self._store.listed("proposals_listed", {"state": state, "kind": kind, "limit": limit}, lesson_rows.proposal, after)

    def proposals_begun(self, prefix: str) -> list[Proposal]:
        return [lesson_rows.proposal(row) for row in self._database.run("proposals_by_prefix", {"prefix": prefix})]

    def claim_proposal(self, id: str) -> bool:
        return self._database.change("proposal_claim", {"id": id}) == 1

    # ── fixes, knowledge, the graph ──

    def learning(self, id: str) -> Learning | None:
        row = self._store.get("learnings", id)
        return lesson_rows.learning(row) if row else None

    def learnings_of(self, tool: str, scope: str, limit: int = 200, *, anywhere: bool = False) -> list[Learning]:
        values = {"trigger": f"tool:{tool}", "scope": scope, "limit": limit, "anywhere": anywhere}
        return [lesson_rows.learning(row) for row in self._database.run("learnings_of_tool", values)]

    def learnings(
        self, *, active: bool = True, fixed: bool = False, common: bool = False, word: str = "", limit: int = 50, after: Place | None = None
    ) -> Listed[Learning]:
        query = "learnings_common" if common else "learnings_listed"
        return self._store.listed(
            query, {"active": active, "fixed": fixed, "word": like(word), "limit": limit}, lesson_rows.learning, after
        )

    def learnings_begun(self, prefix: str) -> list[Learning]:
        return [lesson_rows.learning(row) for row in self._database.run("learnings_by_prefix", {"prefix": prefix})]

    def stale_learnings(self, before: datetime, now: datetime, limit: int) -> list[Learning]:
        values = {"before": before.isoformat(), "now": now.isoformat(), "limit": limit}
        return [lesson_rows.learning(row) for row in self._database.run("learnings_stale", values)]

    def knowledge_of(self, ids: Sequence[str]) -> list[Knowledge]:
        return [lesson_rows.knowledge(row) for row in self._database.run("knowledge_by_ids", {"ids": json.dumps(list(ids))})] if ids else []

    def knowledge_about(self, scope: str, key: str) -> Knowledge | None:
        return next((lesson_rows.knowledge(row) for row in self._database.run("knowledge_latest", {"scope": scope, "key": key})), None)

    def knowledge(self, limit: int = 50, *, word: str = "", after: Place | None = None) -> Listed[Knowledge]:
        return self._store.listed("knowledge_listed", {"word": like(word), "limit": limit}, lesson_rows.knowledge, after)

    def triples(self, limit: int = 200) -> list[Triple]:
        return [lesson_rows.triple(row) for row in self._database.run("triples_all", {"limit": limit})]

    def triples_at(self, nodes: Sequence[str], each: int = 200) -> list[Triple]:
        return [lesson_rows.triple(row) for row in self._database.run("triples_at", {"nodes": json.dumps(list(nodes)), "limit": each})]
