import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { refusal, renderScreen, type Responses } from '../../../test/render-screen.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { Replan } from './replan.tsx';

const aChange = (more: object = {}) => ({
  __typename: 'StudyChange',
  id: 'c1',
  subject: 'REPLANNED',
  at: '2026-03-04T09:00:00Z',
  cards: 123,
  weights: null,
  undoneAt: null,
  ...more,
});
const viewer = (fields: object) => ({ viewer: { __typename: 'User', id: '7', ...fields } });
const replanning = (cards: number) =>
  viewer({
    replanning: {
      __typename: 'Replanning',
      cards,
      days: Array.from({ length: 31 }, (_, day) => ({
        __typename: 'ReplannedDay',
        date: `2026-03-${String(day + 1).padStart(2, '0')}`,
        count: day === 0 ? 9 : 2,
        replanned: day === 0 ? 9 : 3,
      })),
    },
  });

const open = (responses: Responses) =>
  renderScreen({
    screen: (
      <>
        <Replan />
        <ChangesPanel />
      </>
    ),
    at: '/settings',
    responses: {
      StudyChanges: () => viewer({ studyChanges: [] }),
      RecentSessions: () => viewer({ recentSessions: [] }),
      ...responses,
    },
  });

it('replanning says what it does before it moves anything', async () => {
  const replan = vi.fn(() => ({ replanCards: aChange() }));
  const changes = vi.fn(() => viewer({ studyChanges: replan.mock.calls.length > 0 ? [aChange()] : [] }));
  open({ Replanning: () => replanning(123), ReplanCards: replan, StudyChanges: changes });
  await userEvent.click(await screen.findByRole('button', { name: 'Also replan my cards' }));
  await screen.findByText('123 cards move to other days.');
  screen.getByText('Tomorrow: 3 cards instead of 2.');
  screen.getByText('The next 30 days: 90 cards instead of 60.');
  expect(replan).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Move the cards' }));
  await screen.findByText('123 cards were planned again');
});

it('cards that are planned by the settings have nothing to move', async () => {
  open({ Replanning: () => replanning(0) });
  await userEvent.click(await screen.findByRole('button', { name: 'Also replan my cards' }));
  await screen.findByText(/No card moves/);
  expect(screen.queryByRole('button', { name: 'Move the cards' })).toBeNull();
});

it('a change is undone once, and says when', async () => {
  const undo = vi.fn((_variables: unknown) => ({
    undoStudyChange: aChange({ undoneAt: '2026-03-05T09:00:00Z' }),
  }));
  open({ StudyChanges: () => viewer({ studyChanges: [aChange()] }), UndoStudyChange: undo });
  await userEvent.click(await screen.findByRole('button', { name: /^Undo: 123 cards/ }));
  await screen.findByText(/Undone/);
  expect(undo.mock.lastCall?.[0]).toEqual({ input: { changeId: 'c1' } });
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
});

it('a change that could not be undone keeps its button', async () => {
  open({
    StudyChanges: () => viewer({ studyChanges: [aChange()] }),
    UndoStudyChange: () => refusal('UNAVAILABLE', 'The service is busy.'),
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Undo: 123 cards/ }));
  await screen.findByText('The service is busy.');
  expect(screen.getByRole('button', { name: /^Undo: 123 cards/ })).toHaveProperty('disabled', false);
});

const aFit = (more: object = {}) =>
  aChange({
    id: 'w1',
    subject: 'WEIGHTS',
    weights: {
      __typename: 'WeightsChange',
      reviews: 1_234,
      aspect: 'INCORRECT',
      isLonger: true,
      answersBefore: 34.2,
      answersAfter: 30.4,
      ...more,
    },
  });

it('own weights say in plain words what they changed, and the learner can go back', async () => {
  const undo = vi.fn((_variables: unknown) => ({
    undoStudyChange: { ...aFit(), undoneAt: '2026-03-05T09:00:00Z' },
  }));
  open({ StudyChanges: () => viewer({ studyChanges: [aFit()] }), UndoStudyChange: undo });
  await screen.findByText('Your cards wait longer after a mistake: about 4 fewer a day');
  screen.getByText('Learned from 1,234 of your reviews. It applies from the next answer of each card.');
  await userEvent.click(screen.getByRole('button', { name: /^Go back: Your cards wait longer/ }));
  await screen.findByText('The change is undone. It applies from the next answer of each card.');
  expect(undo.mock.lastCall?.[0]).toEqual({ input: { changeId: 'w1' } });
});

it.each([
  [{ aspect: 'CORRECT', isLonger: false, answersAfter: 39 }, /sooner after a correct answer: about 5 more/],
  [
    { aspect: 'FIRST_ANSWER', isLonger: false, answersAfter: 34.3 },
    /New cards come back sooner: about as many/,
  ],
])('own weights %j are described', async (change, sentence) => {
  open({ StudyChanges: () => viewer({ studyChanges: [aFit(change)] }) });
  expect(await screen.findByText(sentence)).toBeDefined();
});

const aSession = {
  __typename: 'StudySession',
  id: 'slip',
  deck: null,
  startedAt: '2026-03-04T09:00:00Z',
  answered: 12,
};

it('a whole session is undone, and is then one of the changes', async () => {
  const undo = vi.fn((_variables: unknown) => ({ undoSession: aChange({ subject: 'SESSION', cards: 12 }) }));
  const isUndone = () => undo.mock.calls.length > 0;
  open({
    RecentSessions: () => viewer({ recentSessions: isUndone() ? [] : [aSession] }),
    StudyChanges: () =>
      viewer({ studyChanges: isUndone() ? [aChange({ subject: 'SESSION', cards: 12 })] : [] }),
    UndoSession: undo,
  });
  await userEvent.click(await screen.findByText('Undo a whole session'));
  expect(screen.getByText(/12 answers/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Undo the session: Several decks/ }));
  await screen.findByText('A session of 12 answers was undone');
  expect(undo.mock.lastCall?.[0]).toEqual({ input: { sessionId: 'slip' } });
  await waitFor(() => expect(screen.queryByText('Undo a whole session')).toBeNull());
});

it('a session with a card that was answered again says why it stays', async () => {
  open({
    RecentSessions: () => viewer({ recentSessions: [aSession] }),
    UndoSession: () => refusal('ANSWER_NOT_LATEST', 'Only the latest answer of a card can be undone.'),
  });
  await userEvent.click(await screen.findByText('Undo a whole session'));
  await userEvent.click(screen.getByRole('button', { name: /^Undo the session/ }));
  expect(await screen.findByText('Only the latest answer of a card can be undone.')).toBeTruthy();
  expect(screen.getByText('Undo a whole session')).toBeTruthy();
});

it('without the latest sessions none is offered to be undone', async () => {
  open({ RecentSessions: () => refusal('UNAVAILABLE', 'Down') });
  await screen.findByText(/^Nothing was changed/);
  expect(screen.queryByText('Undo a whole session')).toBeNull();
});
