// Folds the exported log by ts-fsrs alone: this file shares no code with the product. docs/schedule.md describes the rules.
import { seededRandom } from '@kumbuka/testing/servers';
import { fsrs, Rating, type FSRS } from 'ts-fsrs';
import { expect, it } from 'vitest';
import { betterWeights, fitWeightsOn } from '../testing/fit-weights-on.ts';
import { aLearnerWithDeck } from '../testing/study-suite.ts';
import { answerInput, send, test, useSubgraph, viewer } from '../testing/subgraph-suite.ts';

useSubgraph();

const dayMs = 86_400_000;
const fields = `id position kind flashcardId rating answeredAt studyDay offsetMinutes dayStartHour predictedRecall
  parameterVersion dueOn undoes replaces schedule { dueOn lastDay stability difficulty } parameters { version rule model weights desiredRetention longestInterval }`;

interface Exported {
  id: string;
  position: number;
  kind: string;
  flashcardId: string;
  rating: Rating.Again | Rating.Hard | Rating.Good | Rating.Easy;
  answeredAt: string;
  studyDay: string;
  offsetMinutes: number;
  dayStartHour: number;
  predictedRecall: number | null;
  parameterVersion: number;
  dueOn: string | null;
  undoes: string | null;
  replaces: string | null;
  schedule: { dueOn: string; lastDay: string; stability: number; difficulty: number } | null;
  parameters: {
    version: number;
    weights: number[];
    desiredRetention: number;
    longestInterval: number;
  } | null;
}

const engineOf = ({ weights, desiredRetention, longestInterval }: NonNullable<Exported['parameters']>) =>
  fsrs({
    w: weights,
    request_retention: desiredRetention,
    maximum_interval: longestInterval,
    enable_fuzz: true,
    learning_steps: [],
    relearning_steps: [],
  });

const numberOf = (date: string) => Date.parse(date) / dayMs;

function fold(log: readonly Exported[]) {
  const undone = new Set(log.map(({ undoes }) => undoes));
  const engines = new Map<number, FSRS>();
  for (const { parameters } of log) if (parameters) engines.set(parameters.version, engineOf(parameters));
  const replaced = new Map(
    log
      .filter(({ kind, replaces, id }) => kind === 'RESCHEDULED' && replaces && !undone.has(id))
      .map(({ replaces, dueOn }) => [replaces, dueOn]),
  );
  const answers = log
    .filter(({ kind, id }) => kind === 'REVIEWED' && !undone.has(id))
    .toSorted((a, b) => Date.parse(a.answeredAt) - Date.parse(b.answeredAt) || a.position - b.position);
  const cards = new Map<
    string,
    { stability: number; difficulty: number; last: number; due: number; answers: number }
  >();
  for (const { flashcardId, schedule } of log) {
    if (!schedule) continue;
    const { stability, difficulty } = schedule;
    const [last, due] = [numberOf(schedule.lastDay), numberOf(schedule.dueOn)];
    cards.set(flashcardId, { stability, difficulty, last, due, answers: 0 });
  }
  for (const { kind, flashcardId, replaces, dueOn, id } of log) {
    const card = cards.get(flashcardId);
    if (kind === 'RESCHEDULED' && card && replaces === null && dueOn !== null && !undone.has(id))
      card.due = numberOf(dueOn);
  }
  const recalls: [number | null, number | null][] = [];
  for (const answer of answers) {
    const engine = engines.get(answer.parameterVersion) as FSRS;
    const before = cards.get(answer.flashcardId) ?? null;
    const local =
      Date.parse(answer.answeredAt) + answer.offsetMinutes * 60_000 - answer.dayStartHour * 3_600_000;
    const day = Math.max(Math.floor(local / dayMs), before?.last ?? -Infinity);
    const elapsed = before ? day - before.last : 0;
    const count = (before?.answers ?? 0) + 1;
    recalls.push([answer.predictedRecall, before && engine.forgetting_curve(elapsed, before.stability)]);
    const { stability, difficulty } = engine.next_state(before, elapsed, answer.rating);
    engine.seed = `${answer.flashcardId}:${count}`;
    const carried = replaced.get(answer.id) ?? answer.dueOn;
    const due = carried ? numberOf(carried) : day + engine.next_interval(stability, elapsed);
    cards.set(answer.flashcardId, { stability, difficulty, last: day, due, answers: count });
  }
  return { cards, recalls };
}

/** Gives the learner other weights; each attempt is an hour after the one before. */
const adoptWeights = (userId: number, decay: number) =>
  fitWeightsOn(test.connection, test.clock, async () => betterWeights(decay))(userId);

const zones = [
  'Africa/Nairobi',
  'Pacific/Auckland',
  'America/Los_Angeles',
  'Pacific/Pago_Pago',
  'Asia/Kolkata',
];

it.each([1, 2, 3])(
  'the exported log alone, folded by ts-fsrs, gives the stored schedule to the bit (seed %i)',
  async (seed) => {
    const random = seededRandom(seed);
    const learner = await aLearnerWithDeck(test, 5);
    const names: string[] = [];
    const imported = { dueDay: 20_560, lastDay: 20_500, stability: 44.25, difficulty: 6.5 };
    const rest = { state: 'review', dueAt: null, lastAt: null, interval: 60, ease: 0, lapses: 1, reviews: 5 };
    const schedule = { ...imported, ...rest, isDerived: false, anki: null };
    const card = { cardId: learner.cardIds[0], createdAt: '2026-01-01T00:00:00.000Z', cardVersion: 1 };
    await test.rest('POST', `/internal/learners/${learner.userId}/imported-study`, {
      body: { deckId: learner.deckId, cards: [{ ...card, suspended: false, schedule }] },
    });
    for (let step = 0; step < 120; step++) {
      test.clock.addMinutes(random.below(60 * 40));
      if (step % 25 === 24) await adoptWeights(learner.userId, 0.1 + 0.05 * (step % 8));
      const wasCorrect = random.chance(0.75);
      const rating = wasCorrect ? 2 + random.below(3) : 1;
      const clientEventId = `s${seed}-${step}`;
      const answeredAt = random.chance(0.25) ? test.clock.minutesAgo(random.below(25 * 1_440)) : undefined;
      const isPractice = random.chance(0.1);
      const input = { wasCorrect, rating, clientEventId, answeredAt, isPractice, sessionId: `s${step}` };
      if (random.chance(0.12) && names.length > 0)
        await test.graphql(
          'mutation ($id: ID!) { undoAnswer(input: { clientEventId: $id }) { flashcard { id } } }',
          { id: names.at(-1) },
          { as: learner.userId },
        );
      else if (random.chance(0.1))
        await test.graphql('mutation { replanCards { id } }', {}, { as: learner.userId });
      else if (random.chance(0.085)) {
        const { studyChanges } = await viewer(learner.userId, 'studyChanges { id }');
        if (studyChanges.length > 0)
          await test.graphql(
            'mutation ($id: ID!) { undoStudyChange(input: { changeId: $id }) { id } }',
            { id: studyChanges[random.below(studyChanges.length)].id },
            { as: learner.userId },
          );
      } else if (random.chance(0.12))
        await test.graphql(
          'mutation ($input: StudySettingsInput!) { updateStudySettings(input: $input) { xp } }',
          {
            input: {
              rememberPercent: 80 + random.below(18),
              longestInterval: 30 + random.below(300),
              easyDays: Array.from({ length: 7 }, (_, day) =>
                day === 3 ? 'FULL' : ['FULL', 'HALF', 'OFF'][random.below(3)],
              ),
            },
          },
          { as: learner.userId },
        );
      else if (random.chance(0.08))
        await test.graphql(
          'mutation ($zone: String!, $hour: Int!) { updateStudySettings(input: { timezone: $zone, dayStartHour: $hour }) { xp } }',
          { zone: zones[random.below(zones.length)], hour: random.below(24) },
          { as: learner.userId },
        );
      else {
        await send(learner.userId, [answerInput(learner, learner.cardIds[random.below(5)], input)]);
        names.push(clientEventId);
      }
    }
    const { reviewLog } = await viewer(learner.userId, `reviewLog { ${fields} }`);
    expect(reviewLog.filter(({ kind }: Exported) => kind === 'RESCHEDULED').length).toBeGreaterThan(3);
    const { cards, recalls } = fold(reviewLog);
    const stored = (await test.rows(learner.userId)).filter(
      (row): row is typeof row & { kind: 'card' } =>
        row.kind === 'card' && 'stability' in row && row.stability !== null,
    );
    expect(stored.length).toBeGreaterThan(3);
    for (const { cardId, stability, difficulty, dueDay, lastDay } of stored) {
      const { answers: _answers, ...folded } = cards.get(String(cardId)) ?? { answers: 0 };
      expect(folded).toEqual({ stability, difficulty, due: dueDay, last: lastDay });
    }
    expect(recalls.length).toBeGreaterThan(40);
    for (const { studyDay, answeredAt, offsetMinutes, dayStartHour } of reviewLog.filter(
      ({ kind }: Exported) => kind === 'REVIEWED',
    ))
      expect(numberOf(studyDay)).toBe(
        Math.floor((Date.parse(answeredAt) + offsetMinutes * 60_000 - dayStartHour * 3_600_000) / dayMs),
      );
  },
);
