"""Opens a package with the real `anki` and prints what Anki sees in it, as JSON.

usage: look.py ZONE FILE [--study]

`anki` is a tool of this trial in an environment of its own. With `--study` a card is answered and the collection is
exported again.
"""

import hashlib
import html
import json
import os
import re
import sys
import tempfile
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path

zone, file, *words = sys.argv[1:]
os.environ["TZ"] = zone
time.tzset()

from anki._backend import RustBackend
from anki.collection import (
    Collection,
    ExportAnkiPackageOptions,
    ImportAnkiPackageOptions,
    ImportAnkiPackageRequest,
)


def opened(path, folder):
    target = str(folder / "collection.anki2")
    if path.suffix == ".colpkg":
        media = folder / "collection.media"
        media.mkdir()
        backend = RustBackend()
        backend.import_collection_package(
            col_path=target, backup_path=str(path), media_folder=str(media), media_db=str(folder / "media.db2")
        )
        return Collection(target, backend=backend)
    col = Collection(target)
    options = ImportAnkiPackageOptions(merge_notetypes=False, with_scheduling=True, with_deck_configs=True)
    col.import_anki_package(ImportAnkiPackageRequest(package_path=str(path), options=options))
    return col


def plain(text):
    text = re.sub(r"LaTeX image generation is disabled[^<]*", " LATEX ", text)
    text = re.sub(r"<style.*?</style>|<script.*?</script>", " ", text, flags=re.S)
    text = re.sub(r"\[\[?[a-z]+:[^\]]*\]\]?|\[anki:[^\]]*\]", " ", text)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def due_day(col, card):
    """Calendar day of a studied card; the UTC day of a moment."""
    due = card.odue if card.odid and card.odue else card.due
    if card.type in (1, 3) and due > 1_000_000_000:
        return datetime.fromtimestamp(due, timezone.utc).date().isoformat()
    today = datetime.fromtimestamp(col.sched.day_cutoff).date() - timedelta(days=1)
    return (today + timedelta(days=due - col.sched.today)).isoformat()


def described(col):
    decks = {deck.id: deck.name for deck in col.decks.all_names_and_ids()}
    reviews = {}
    for cid, *row in col.db.all("select cid, id, ease, time, ivl, lastIvl, factor, type from revlog where ease > 0 order by id"):
        reviews.setdefault(cid, []).append(row)
    cards = []
    for cid in col.db.list("select id from cards order by nid, ord"):
        card = col.get_card(cid)
        memory = card.memory_state
        cards.append(
            {
                "key": f"{card.note().guid}#{card.ord}",
                "text": f"{plain(card.question())} / {plain(card.answer())}",
                "deck": decks[card.odid or card.did],
                "suspended": card.queue == -1,
                "isNew": card.type == 0,
                "type": card.type,
                "due": None if card.type == 0 else due_day(col, card),
                "interval": card.ivl if card.type == 2 else None,
                "ease": card.factor,
                "lapses": card.lapses,
                "reviews": card.reps,
                "stability": memory.stability if memory else None,
                "difficulty": memory.difficulty if memory else None,
                "flag": card.flags & 7,
                "areas": re.findall(r'class="(cloze[a-z-]*)"[^>]*data-shape="([a-z]+)"', card.question()),
                "answers": [row[:3] for row in reviews.get(cid, [])],
                "details": [row[3:] for row in reviews.get(cid, [])],
            }
        )
    notes = []
    for nid in col.db.list("select id from notes order by id"):
        note = col.get_note(nid)
        notes.append({"guid": note.guid, "tags": sorted(note.tags), "type": note.note_type()["name"].rstrip("+"), "fields": note.fields})
    names = {path.name: hashlib.sha1(path.read_bytes()).hexdigest() for path in Path(col.media.dir()).iterdir() if path.is_file()}
    pattern = r"""\[sound:(.+?)\]|<img\b[^>]*?\bsrc=(?:"([^"]+)"|'([^']+)'|([^\s>"']+))"""
    used = {
        html.unescape("".join(parts)) for note in notes for parts in re.findall(pattern, "\x1f".join(note["fields"]), re.I)
    }
    return {"notes": notes, "cards": cards, "media": sorted(names[name] for name in used if name in names), "missing": sorted(used - set(names))}


def studied(col, folder):
    row = col.db.first("select id, did from cards where queue = 2 and due <= ? order by due limit 1", col.sched.today)
    row = row or col.db.first("select id, did from cards where queue in (0, 1, 3) limit 1")
    col.decks.select(row[1])
    queued = col.sched.get_queued_cards(fetch_limit=1).cards[0]
    card = col.get_card(queued.card.id)
    before = col.db.scalar("select count() from revlog")
    card.start_timer()
    col.sched.answer_card(col.sched.build_answer(card=card, states=queued.states, rating=2))
    options = ExportAnkiPackageOptions(with_scheduling=True, with_deck_configs=True, with_media=True, legacy=False)
    notes = col.export_anki_package(out_path=str(folder / "again.apkg"), options=options, limit=None)
    return col.db.scalar("select count() from revlog") == before + 1 and notes > 0


with tempfile.TemporaryDirectory() as scratch:
    folder = Path(scratch)
    col = opened(Path(file), folder)
    result = described(col)
    problems, _ = col.fix_integrity()
    ours = [line for line in problems.splitlines() if not re.match(r"Added last review time|Database rebuilt", line)]
    result["problems"] = ours
    if "--study" in words:
        result["isStudied"] = studied(col, folder)
    col.close()
json.dump(result, sys.stdout, ensure_ascii=False)
