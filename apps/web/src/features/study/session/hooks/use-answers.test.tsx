import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { outboxOf } from '../../../../shared/offline/outbox.ts';
import { unsentAnswers } from '../../../../shared/offline/unsent.ts';
import { localStore } from '../../../../shared/browser/storage.ts';
import { learnServerTime } from '../../../../shared/browser/server-clock.ts';
import { pausedSessions, storePausedSession } from '../../../../shared/study/paused-session.ts';
import { asha, refusal } from '../../../../test/render-screen.tsx';
import {
  cardsById,
  open,
  pausedRivers,
  press,
  stats,
  taken,
  type Recorded,
} from '../../../../test/open-session.tsx';

/** Response that rejects every answer for good. */
const rejecting =
  (errorCode: string) =>
  ({ input }: Recorded) => ({
    recordAnswers: {
      results: input.answers.map(({ clientEventId }) => ({ clientEventId, errorCode, schedule: null })),
      stats,
    },
  });

it('with a full browser storage answers are sent, and the page says once that nothing is kept', async () => {
  const record = vi.fn(taken);
  await open({ RecordAnswers: record });
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  try {
    press(' ');
    press('1');
    await screen.findByText(/your answers are sent, but you cannot resume this session/);
    await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
    expect((await screen.findAllByText(/^Saved\./)).length).toBeGreaterThan(0);
  } finally {
    full.mockRestore();
    localStore.clear();
  }
});

it('an answer is accepted from a browser whose clock is an hour fast', async () => {
  const setServerTime = (at: number) => learnServerTime(new Date(at).toUTCString(), Date.now(), Date.now());
  const hourAgo = Date.now() - 3_600_000;
  setServerTime(hourAgo);
  const record = vi.fn(taken);
  await open({ RecordAnswers: record });
  press(' ');
  press('1');
  await waitFor(() => expect(record).toHaveBeenCalled());
  const [sent] = record.mock.calls.flatMap(([{ input }]) => input.answers);
  expect(Math.abs(Date.parse(sent?.answeredAt ?? '') - hourAgo)).toBeLessThan(30_000);
  setServerTime(Date.now());
});

it('a fault of the server is not reported as a lost connection, and a retry saves the answer', async () => {
  const record = vi.fn((recorded: Recorded): unknown => taken(recorded));
  record.mockReturnValueOnce(refusal('INTERNAL', 'Something went wrong.'));
  await open({ RecordAnswers: record });
  press(' ');
  press('1');
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^Failed to save your progress\. Please try again\./,
  );
  expect(screen.queryByText(/when you are online again/)).toBeNull();
  expect(unsentAnswers(asha.id)).toBe(1);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Saved as correct.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('the session page shows how many answers of an earlier visit could not be saved, and why', async () => {
  const old = ['a', 'b'].map((clientEventId) => ({
    kind: 'answer',
    clientEventId,
    deckId: '9',
    flashcardId: clientEventId,
    wasCorrect: true,
    timeSpentMinutes: 0.1,
    sessionId: 'earlier',
    sessionDeckId: '9',
    answeredAt: '2026-11-21T09:00:00.000Z',
  }));
  localStorage.setItem(`kumbuka.answers.${asha.id}`, JSON.stringify(old));
  await open({ RecordAnswers: rejecting('DECK_NOT_FOUND') });
  expect(await screen.findByText('2 answers could not be saved: the deck was deleted.')).toBeTruthy();
});

it('the session page rolls the card back and says so when the server rejects the answer for good', async () => {
  await open({ RecordAnswers: rejecting('FLASHCARD_NOT_FOUND') });
  press(' ');
  press('1');
  expect(await screen.findByText('Failed to save your progress. Please try again.')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Correct/ })).toBeTruthy();
});

it('the session page continues without the network, keeps the answer and remembers the session', async () => {
  await open({ RecordAnswers: () => refusal('UNAVAILABLE', 'Down') });
  press(' ');
  press('1');
  expect((await screen.findAllByText(/^Kept on this device/)).length).toBeGreaterThan(0);
  expect(unsentAnswers(asha.id)).toBe(1);
  press('ArrowRight');
  await screen.findByText('2 of 2 cards');
  expect(pausedSessions(asha.id, Date.now())).toMatchObject([
    { path: '/study/12', current: 1, title: 'Rivers' },
  ]);
});

it('the session page says that another device answered the card in this session, and does not ask for it again', async () => {
  await open({ RecordAnswers: rejecting('ANSWER_REPEATED') });
  press(' ');
  press('1');
  expect((await screen.findByRole('alert')).textContent).toMatch(/already answered in another tab/);
  expect(screen.queryByRole('button', { name: /^Correct/ })).toBeNull();
  expect(unsentAnswers(asha.id)).toBe(0);
});

/** Holds the writes of the outbox until `written` resolves, as IndexedDB may take its time. */
function holdWrites() {
  const outbox = outboxOf(asha.id);
  const add = outbox.add;
  const written = Promise.withResolvers<void>();
  vi.spyOn(outbox, 'add').mockImplementation((queued) => written.promise.then(() => add(queued)));
  return { outbox, written };
}

it('two answer keys within one write to the storage give one answer, not one that was given in another tab', async () => {
  const record = vi.fn(taken);
  await open({ RecordAnswers: record });
  const { written } = holdWrites();
  press(' ');
  await act(async () => {
    press('1');
    press('1');
    written.resolve();
    for (let turn = 0; turn < 50; turn += 1) {
      await Promise.resolve();
      press('1');
    }
  });
  await waitFor(() => expect(unsentAnswers(asha.id)).toBe(0));
  expect(record.mock.calls.flatMap(([{ input }]) => input.answers)).toHaveLength(1);
  expect(screen.queryByText(/already answered in another tab/)).toBeNull();
  vi.restoreAllMocks();
});

it('the key of an answer pressed again while it is stored neither answers again nor leaves the card', async () => {
  await open({ RecordAnswers: taken });
  const { outbox, written } = holdWrites();
  press(' ');
  await act(async () => {
    press('1');
    press('1');
    written.resolve();
  });
  await screen.findByRole('button', { name: 'Show Question' });
  expect(screen.getByText('1 of 2 cards')).toBeTruthy();
  expect(outbox.add).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});

it('the key of the next card works although the answer before it is still being stored', async () => {
  await open({ RecordAnswers: taken });
  const { written } = holdWrites();
  press(' ');
  await act(async () => {
    press('1');
    press('ArrowRight');
    press(' ');
    written.resolve();
  });
  await screen.findByText('2 of 2 cards');
  expect(await screen.findByRole('button', { name: /^Correct/ })).toBeTruthy();
  vi.restoreAllMocks();
});

it('the session page shows the answer of another device that counts, and U does not take it back', async () => {
  const undo = vi.fn();
  const kept = { __typename: 'SessionAnswer', flashcardId: '2', wasCorrect: false, clientEventId: 'theirs' };
  await open({
    RecordAnswers: rejecting('ANSWER_REPEATED'),
    UndoAnswer: undo,
    SessionAnswers: ({ id }: { id: string }) => ({
      viewer: {
        __typename: 'User',
        id: '7',
        studySession: { __typename: 'StudySession', id, finishedAt: null, answers: [kept] },
      },
    }),
  });
  press(' ');
  press('1');
  await screen.findAllByText('Answered in another tab or on another device.');
  await waitFor(() =>
    expect(pausedSessions(asha.id, Date.now())[0]?.answers).toEqual([
      { cardId: '2', wasCorrect: false, clientEventId: 'theirs', isElsewhere: true },
    ]),
  );
  press('u');
  await act(async () => {});
  expect(undo).not.toHaveBeenCalled();
});

it('two devices name their answers to one card differently', async () => {
  const record = vi.fn(taken);
  const names = () => record.mock.calls.flatMap(([{ input }]) => input.answers.map((a) => a.clientEventId));
  storePausedSession(asha.id, { ...pausedRivers, current: 0, answers: [] });
  const both = { RecordAnswers: record, SessionCards: cardsById };
  for (const device of [1, 2]) {
    await open(both);
    press(' ');
    press('1');
    await waitFor(() => expect(names()).toHaveLength(device));
    cleanup();
    storePausedSession(asha.id, { ...pausedRivers, current: 0, answers: [] });
  }
  expect(names().map((name) => name.startsWith('s1-2-'))).toEqual([true, true]);
  expect(names()[0]).not.toBe(names()[1]);
});

it('the session page announces an answer as saved only when the server has it', async () => {
  const sent = Promise.withResolvers<void>();
  await open({
    RecordAnswers: async (recorded: Recorded) => {
      await sent.promise;
      return taken(recorded);
    },
  });
  press(' ');
  press('1');
  await act(async () => {});
  expect(screen.queryByText('Saved as correct.')).toBeNull();
  sent.resolve();
  expect(await screen.findByText('Saved as correct.')).toBeTruthy();
});

it('a card on which a laptop slept two hours counts five minutes of study', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const record = vi.fn(taken);
    await open({ RecordAnswers: record });
    press(' ');
    vi.setSystemTime(Date.now() + 2 * 3_600_000);
    press('1');
    await waitFor(() => expect(record).toHaveBeenCalled());
    const [sent] = record.mock.calls.flatMap(([{ input }]) => input.answers);
    expect(sent?.timeSpentMinutes).toBeGreaterThan(4.9);
    expect(sent?.timeSpentMinutes).toBeLessThan(5.5);
  } finally {
    vi.useRealTimers();
  }
});

it('the session page undoes an answer, and the card can be answered again', async () => {
  await open();
  press(' ');
  press('0');
  fireEvent.click(await screen.findByRole('button', { name: /Undo answer/ }));
  expect(screen.getByRole('button', { name: /^Correct/ })).toBeTruthy();
  expect(await screen.findByText('Answer undone.')).toBeTruthy();
});

it('an undo that the server refuses is not shown as undone: the answer is back, and a line says so', async () => {
  await open({ UndoAnswer: () => refusal('ANSWER_NOT_LATEST', 'A later answer exists.') });
  press(' ');
  press('0');
  await screen.findByText('Saved as incorrect.');
  fireEvent.click(await screen.findByRole('button', { name: /Undo answer/ }));
  expect(await screen.findByText('The answer could not be undone. It stays saved.')).toBeTruthy();
  expect(screen.queryByText('Answer undone.')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Correct/ })).toBeNull();
  expect(screen.getByRole('button', { name: /Undo answer/ })).toBeTruthy();
});

it('a card answered again while its undo was refused has the answer that the server holds', async () => {
  let refuse: (() => void) | null = null;
  const record = vi.fn(taken);
  await open({
    RecordAnswers: record,
    UndoAnswer: () =>
      new Promise((resolve) => {
        refuse = () => resolve(refusal('ANSWER_NOT_LATEST', 'A later answer exists.'));
      }),
  });
  press(' ');
  press('0');
  await screen.findByText('Saved as incorrect.');
  fireEvent.click(await screen.findByRole('button', { name: /Undo answer/ }));
  press('1');
  expect(unsentAnswers(asha.id)).toBe(1);
  await waitFor(() => expect(refuse).not.toBeNull());
  act(() => refuse?.());
  await screen.findByText('The answer could not be undone. It stays saved.');
  await waitFor(() => expect(unsentAnswers(asha.id)).toBe(0));
  expect(record).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Saved as correct.')).toBeNull();
});
