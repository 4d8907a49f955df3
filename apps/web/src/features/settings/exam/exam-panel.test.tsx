import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { refusal, renderScreen, type Responses } from '../../../test/render-screen.tsx';
import { scheduleSettings as settings } from '../../../test/schedule-settings.ts';
import type { ExamPartsFragment } from './exam-panel.generated.ts';
import { ExamPanel } from './exam-panel.tsx';

const cards = 60;
const column = (of: (index: number) => number) => Array.from({ length: cards }, (_, index) => of(index));
const memoryTable = {
  __typename: 'MemoryTable',
  weights: null,
  today: '2026-12-01',
  total: cards,
  newCards: 12,
  secondsPerAnswer: 12,
  newPerDay: 0,
  firstAnswers: 100,
  firstCorrect: 40,
  reviews: 500,
  recalled: 450,
  recallSaid: 455,
  deckIds: column((index) => 1 + (index % 2)),
  stability: column((index) => 5 + (index % 20)),
  difficulty: column(() => 5),
  elapsedDays: column((index) => index % 9),
  dueInDays: column((index) => index % 10),
  deckPercents: [],
};
const aDeck = (id: string, title: string) => ({
  __typename: 'Deck',
  id,
  title,
  progress: { __typename: 'DeckProgress', newCount: 6, rememberPercent: null, newCardsPerDay: null },
});
const daysUntil = (last: string, answers: number) =>
  Array.from({ length: 5 }, (_, index) => ({
    __typename: 'StatisticsDay',
    date: new Date(Date.parse(last) - (4 - index) * 86_400_000).toISOString().slice(0, 10),
    answers,
  }));

interface Parts {
  exam?: (ExamPartsFragment & { actual: number[] }) | null;
  answers?: number;
  responses?: Responses;
}

function open({ exam = null, answers = 10, responses = {} }: Parts = {}) {
  let stored: object | null = exam && { __typename: 'Exam', ...exam };
  const update = vi.fn(({ input }: { input: { exam: ExamPartsFragment | null } }) => {
    stored = input.exam && { __typename: 'Exam', ...input.exam, actual: [0.5] };
    return { updateStudySettings: { __typename: 'LearnerStats', exam: stored } };
  });
  renderScreen({
    screen: <ExamPanel />,
    at: '/settings',
    responses: {
      ScheduleSettings: () => ({ viewer: { __typename: 'User', id: '7', stats: settings } }),
      ScheduleDecks: () => ({
        viewer: {
          __typename: 'User',
          id: '7',
          decks: {
            __typename: 'DeckPage',
            pageInfo: { __typename: 'PageInfo', hasNext: false },
            items: [aDeck('1', 'Rivers'), aDeck('2', 'Lakes')],
          },
        },
      }),
      MemoryTable: () => ({ viewer: { __typename: 'User', id: '7', memoryTable } }),
      ExamProgress: () => ({
        viewer: {
          __typename: 'User',
          id: '7',
          stats: { __typename: 'LearnerStats', exam: stored },
          statistics: { __typename: 'Statistics', days: daysUntil('2026-12-01', answers) },
        },
      }),
      UpdateExam: update,
      ...responses,
    },
  });
  return update;
}

async function enter() {
  fireEvent.change(await screen.findByLabelText('Day of the exam'), { target: { value: '2026-12-12' } });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Rivers' }));
}
const plan = () => userEvent.click(screen.getByRole('button', { name: 'Plan the exam' }));

it('an exam says what is foreseen before it is planned, and its promise is what was shown', async () => {
  const update = open();
  await enter();
  const foreseen = await screen.findByText(/^On 12 December you would remember about \d+% of 36 cards/);
  // Six new cards on eight days: the last three before the exam are free of them.
  expect(screen.getByText(/^1 new card a day for 6 days/)).toBeTruthy();
  await plan();
  await screen.findByText('Your exam is planned.');
  const { exam } = update.mock.calls[0]![0].input;
  expect(exam).toMatchObject({
    date: '2026-12-12',
    deckIds: ['1'],
    minutesADay: 30,
    plannedOn: '2026-12-01',
    cards: 36,
  });
  expect(exam?.promise).toHaveLength(12);
  expect(foreseen.textContent).toContain(`${Math.round(100 * (exam?.promise.at(-1) ?? 0))}%`);
});

const anExam = (promised: number) => ({
  date: '2026-12-12',
  deckIds: ['1'],
  minutesADay: 30,
  plannedOn: '2026-11-28',
  cards: 36,
  promise: Array.from({ length: 15 }, (_, day) => promised - (14 - day) / 50),
  actual: [0.4, 0.45, 0.5, 0.52],
});

it('a promise that holds is on course, with promised and actual on each day', async () => {
  open({ exam: anExam(0.5) });
  expect(await screen.findByText('You are on course.')).toBeTruthy();
  expect(screen.getByText('Promised for 12 December: you remember 50% of the cards.')).toBeTruthy();
  const rows = within(screen.getByRole('table', { name: 'Promised and actual' })).getAllByRole('row');
  expect(rows).toHaveLength(4);
  expect(rows[1]?.textContent).toMatch(/^29 November24%\d+%$/);
  expect(screen.getByRole('link', { name: 'Study for the exam' }).getAttribute('href')).toBe(
    '/study/due?minutes=30&exam=1',
  );
});

it('a promise that cannot be kept moves only when the learner plans anew, and says why', async () => {
  const update = open({ exam: anExam(0.999), answers: 0 });
  const sentence = await screen.findByText(/is foreseen, because/);
  expect(sentence.textContent).toContain('you did not study on 3 days');
  expect(update).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Plan anew' }));
  await screen.findByText('Your exam is planned.');
  expect(update.mock.calls[0]![0].input.exam).toMatchObject({ date: '2026-12-12', plannedOn: '2026-12-01' });
});

it('an exam without a deck is not sent', async () => {
  const update = open();
  fireEvent.change(await screen.findByLabelText('Day of the exam'), { target: { value: '2026-12-12' } });
  await plan();
  expect(await screen.findByText('Choose at least one deck.')).toBeTruthy();
  expect(update).not.toHaveBeenCalled();
});

it('an exam that was not saved stays in its fields, with the reason', async () => {
  open({
    responses: { UpdateExam: () => refusal('RATE_LIMITED', 'Too many changes. Try again in a minute.') },
  });
  await enter();
  await screen.findByText(/^On 12 December/);
  await plan();
  expect(await screen.findByText('Too many changes. Try again in a minute.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Day of the exam').value).toBe('2026-12-12');
});

it('decks beyond the first hundred can be chosen for an exam', async () => {
  const page = vi.fn(({ page: number }: { page: number }) => ({
    viewer: {
      __typename: 'User',
      id: '7',
      decks: {
        __typename: 'DeckPage',
        pageInfo: { __typename: 'PageInfo', hasNext: number < 3 },
        items: Array.from({ length: number < 3 ? 100 : 1 }, (_, index) => {
          const id = String((number - 1) * 100 + index + 1);
          return aDeck(id, `Deck ${id}`);
        }),
      },
    },
  }));
  open({ responses: { ScheduleDecks: page } });
  expect(await screen.findByRole('checkbox', { name: 'Deck 201' })).toBeTruthy();
  expect(page).toHaveBeenCalledTimes(3);
});
