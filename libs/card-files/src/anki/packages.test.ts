import { dateOf, studyDayAt } from '@kumbuka/contracts/study-day';
import { describe, expect, it } from 'vitest';
import { expected, readFixture, reportsOf, type ReadFile } from '../testing/fixtures.ts';

/** Packages with the scheduler's own days are read in four accounts; the days stay those of the owner. */
const zones = ['Africa/Nairobi', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kathmandu'];

const references = ({ notes }: ReadFile) =>
  new Set(
    notes
      .flatMap(({ fields }) => fields)
      .flatMap((field) => [...field.matchAll(/!\[[^\]]*\]\(<([^>]+)>\)/g)].map(([, name]) => name)),
  );

/** A named card in the words of `expected.json`. A moment is shown as the owner's calendar day. */
function named({ notes }: ReadFile, guid: string, name: string) {
  const number = Number(/#(\d+)$/.exec(name)?.[1]);
  const card = notes.find((note) => note.guid === guid)?.cards.find((each) => each.number === number);
  const { schedule, history } = card ?? {};
  if (!schedule) return null;
  const { dueAt, dueDay, interval, stability, difficulty, isDerived, ease, lapses } = schedule;
  return {
    card: name,
    guid,
    due: dateOf(dueAt === undefined ? dueDay : studyDayAt(owner, new Date(dueAt))),
    interval,
    stability: isDerived ? null : stability,
    difficulty: isDerived ? null : difficulty,
    ease,
    lapses,
    answers: history?.ratings.filter((rating) => rating > 0).length,
  };
}
const owner = { timezone: 'Africa/Nairobi', dayStartHour: 0 };

describe.each(Object.entries(expected).filter(([, { notes }]) => notes !== undefined))(
  '%s',
  (file, wanted) => {
    it('has the notes, cards, answers, decks and tags that Anki sees', async () => {
      const result = await readFixture(`anki/${file}`);
      const { counts, decks, noteTypes } = result.head;
      expect(counts).toMatchObject({
        notes: wanted.notes,
        cards: wanted.cards,
        answers: wanted.answers,
        suspended: wanted.suspended,
      });
      expect(decks.map(({ name }) => name).toSorted()).toEqual(wanted.decks.toSorted());
      expect([...new Set(result.notes.flatMap(({ tags }) => tags))].toSorted()).toEqual(
        wanted.tags.toSorted(),
      );
      expect(noteTypes.length).toBe(wanted.note_types);
      expect(result.cards.filter(({ flag }) => flag > 0).length).toBe(wanted.flags);
      expect(result.cards.filter(({ schedule }) => schedule && !schedule.isDerived).length).toBe(
        wanted.with_memory_state,
      );
    });

    it('reports what is lost: filtered decks, buried cards, strange reviews, missing media', async () => {
      const result = await readFixture(`anki/${file}`);
      const reports = reportsOf(result);
      expect(reports['filtered-deck'] ?? 0).toBe(wanted.filtered);
      // Anki itself digs cards up when it opens a collection on a later day.
      expect(file.endsWith('.colpkg') ? 0 : (reports['buried'] ?? 0)).toBe(wanted.buried);
      expect(reports['reviews-without-card'] ?? 0).toBe(wanted.reviews_without_card);
      const missing = result.head.reports
        .filter(({ code }) => code === 'missing-media')
        .map(({ text }) => text);
      // Anki takes no percent-encoded name for its file; here it is found.
      const really = wanted.media_missing.filter((name) => !(wanted.media > 0 && name === 'cell%20wall.jpg'));
      expect(new Set(missing)).toEqual(
        new Set([...really, ...(wanted.media === 0 && file.startsWith('small') ? ['_logo.png'] : [])]),
      );
    });

    it('brings exactly the media that notes refer to', async () => {
      const result = await readFixture(`anki/${file}`);
      const found = result.media.map(({ name }) => name);
      expect([...references(result)].filter((name) => found.includes(name ?? '')).length).toBe(
        wanted.media_referenced,
      );
      expect(result.media.every(({ size, sha256 }) => size > 0 && sha256.length === 64)).toBe(true);
    });

    it.each(zones)('keeps due days, intervals and memory of the named cards in %s', async (zone) => {
      const result = await readFixture(`anki/${file}`, { zone });
      const rows = wanted.named_cards.map(({ card: name, guid }) => named(result, guid, name));
      expect(rows).toEqual(wanted.named_cards.map(({ question: _text, ...row }) => row));
    });
  },
);
