"""Reads cards as JSON and prints what py-fsrs makes of each answer: stability, difficulty and recall before it."""

import json
import sys
from datetime import datetime, timedelta, timezone

from fsrs import Card, Rating, Scheduler

start = datetime(2026, 1, 1, tzinfo=timezone.utc)
asked = json.load(sys.stdin)
schedulers = [
    Scheduler(parameters=weights, learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    for weights in asked["weights"]
]
found = []
for answers in asked["cards"]:
    card, states = Card(), []
    for day, rating, scheduler in answers:
        on = start + timedelta(days=day)
        recall = schedulers[scheduler].get_card_retrievability(card, on) if card.last_review else None
        card, _ = schedulers[scheduler].review_card(card, Rating(rating), on)
        states.append([card.stability, card.difficulty, recall])
    found.append(states)
json.dump(found, sys.stdout)
