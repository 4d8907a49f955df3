import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { newSchedule } from '../../../../test/new-card.ts';
import { refusal } from '../../../../test/render-screen.tsx';
import { open, press } from '../../../../test/open-session.tsx';

it('E edits the card, and the session continues where it was', async () => {
  const edit = vi.fn(({ input }: { input: { frontText: string; backText: string } }) => ({
    editFlashcard: { __typename: 'Flashcard', id: '2', format: 'PLAIN', ...input, version: 2 },
  }));
  await open({ EditFlashcard: edit });
  press('e');
  const question = await screen.findByLabelText(/^Question/);
  fireEvent.keyDown(question, { key: '1' });
  fireEvent.change(question, { target: { value: 'Which river is the longest?' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Which river is the longest?')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(edit).toHaveBeenCalledWith(
    {
      input: { id: '2', frontText: 'Which river is the longest?', backText: 'Answer 2', expectedVersion: 1 },
    },
    expect.anything(),
  );
  expect(screen.getByText('1 of 2 cards')).toBeTruthy();
  press(' ');
  expect(await screen.findByRole('button', { name: /^Correct/ })).toBeTruthy();
});

const marked = ({ input }: { input: { ids: string[]; suspended?: boolean; flagged?: boolean } }) => ({
  markFlashcards: input.ids.map((id) => ({
    __typename: 'Flashcard',
    format: 'PLAIN',
    kind: 'basic',
    id,
    isSuspended: input.suspended ?? false,
    isFlagged: input.flagged ?? false,
    version: 2,
  })),
});

it('! suspends the card, the session continues with the next one, and the card can be brought back', async () => {
  const mark = vi.fn(marked);
  await open({ MarkFlashcards: mark });
  press('!');
  await screen.findByText('1 of 1 cards');
  expect(screen.getByText('Question 1')).toBeTruthy();
  expect(await screen.findByText(/The card is suspended/, { selector: '[role=note] *' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('1 of 2 cards');
  expect(screen.getByText('Question 2')).toBeTruthy();
  expect(mark.mock.calls.map(([{ input }]) => input)).toEqual([
    { ids: ['2'], suspended: true },
    { ids: ['2'], suspended: false },
  ]);
});

it('- buries the card of this session, and a session without any card left says so instead of being blank', async () => {
  const bury = vi.fn(({ input }: { input: { flashcardId: string } }) => ({
    buryFlashcard: { __typename: 'Flashcard', id: input.flashcardId, schedule: { ...newSchedule } },
  }));
  await open({ BuryFlashcard: bury });
  press('-');
  await screen.findByText('1 of 1 cards');
  press('-');
  expect(await screen.findByRole('heading', { name: 'No card is left in this session' })).toBeTruthy();
  await waitFor(() => expect(bury).toHaveBeenCalledTimes(2));
  expect(bury.mock.calls.map(([{ input }]) => input)).toMatchObject([
    { flashcardId: '2', deckId: '12', buried: true, sessionId: expect.any(String) },
    { flashcardId: '1', deckId: '12', buried: true },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Question 1')).toBeTruthy();
});

it('a card whose suspension the server refuses comes back, with the reason', async () => {
  await open({ MarkFlashcards: () => refusal('RATE_LIMITED', 'Too many changes. Try again in a minute.') });
  press('!');
  expect(await screen.findByText('Too many changes. Try again in a minute.')).toBeTruthy();
  expect(screen.getByText('1 of 2 cards')).toBeTruthy();
  expect(screen.getByText('Question 2')).toBeTruthy();
});

it('leaving a card out without a connection says that it needs one, and changes nothing', async () => {
  const mark = vi.fn(marked);
  await open({ MarkFlashcards: mark });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  press('!');
  expect(await screen.findByText('You are offline. This needs a connection; answers are kept.')).toBeTruthy();
  expect(screen.getByText('1 of 2 cards')).toBeTruthy();
  expect(mark).not.toHaveBeenCalled();
});

it('the menu of a card flags it and takes the flag away again', async () => {
  const mark = vi.fn(marked);
  await open({ MarkFlashcards: mark });
  const choose = async (name: RegExp) => {
    fireEvent.click(screen.getAllByRole('button', { name: 'Card actions' })[0]!);
    fireEvent.click(await screen.findByRole('menuitem', { name }));
  };
  await choose(/^Flag/);
  expect((await screen.findAllByText('Flagged')).length).toBeGreaterThan(0);
  await choose(/^Remove the flag/);
  await waitFor(() => expect(screen.queryByText('Flagged')).toBeNull());
  expect(mark.mock.calls.map(([{ input }]) => input.flagged)).toEqual([true, false]);
});

/** A response that stays away until the test fails it. */
function lateFailure() {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  return {
    respond: () => promise,
    fail: () => act(async () => resolve(refusal('UNAVAILABLE', 'The server is too busy.'))),
  };
}

it('a skip that fails while another card is edited does not give its text to the skipped card', async () => {
  const edit = vi.fn(({ input }: { input: { id: string; frontText: string; backText: string } }) => ({
    editFlashcard: { __typename: 'Flashcard', format: 'PLAIN', ...input, version: 2 },
  }));
  const skip = lateFailure();
  await open({ EditFlashcard: edit, BuryFlashcard: skip.respond });
  press('-');
  await screen.findByText('Question 1');
  press('e');
  const question = await screen.findByLabelText(/^Question/);
  await skip.fail();
  fireEvent.change(question, { target: { value: 'Which river is the longest?' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(edit.mock.calls.map(([{ input }]) => input)).toMatchObject([
    { id: '1', frontText: 'Which river is the longest?', backText: 'Answer 1' },
  ]);
});

it('a skip that fails while another card is edited leaves the focus in the field that is typed into', async () => {
  const skip = lateFailure();
  await open({ BuryFlashcard: skip.respond });
  press('-');
  await screen.findByText('Question 1');
  press('e');
  const answer = await screen.findByLabelText(/^Answer/);
  act(() => answer.focus());
  await skip.fail();
  await screen.findByText('The server is too busy.');
  expect(document.activeElement).toBe(answer);
});
