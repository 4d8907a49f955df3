import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { newSchedule } from '../../../test/new-card.ts';
import { refusal, renderScreen, type Responses } from '../../../test/render-screen.tsx';
import { OpenGenerationContext } from '../../../shared/ai/open-generation.ts';
import { SlippingCards } from './slipping-cards.tsx';

const aCard = (id: string, isSuspended = false) => ({
  __typename: 'SlippingCard',
  flashcardId: id,
  deckId: '12',
  lapses: 7,
  minutesThisMonth: 15.2,
  deck: { __typename: 'Deck', id: '12', title: 'Rivers' },
  flashcard: {
    __typename: 'Flashcard',
    id,
    frontText: `Question ${id}`,
    backText: `Answer ${id}`,
    format: 'PLAIN',
    kind: 'basic',
    version: 3,
    isSuspended,
  },
});
const listOf = (cards: object[]) => () => ({
  viewer: { __typename: 'User', id: '7', slippingCards: cards },
});

const generate = vi.fn();
function open(responses: Responses, cards: object[] = [aCard('1'), aCard('2', true)]) {
  renderScreen({
    screen: (
      <OpenGenerationContext value={{ open: generate, prefetch: () => {} }}>
        <SlippingCards />
      </OpenGenerationContext>
    ),
    responses: { SlippingCards: listOf(cards), ...responses },
  });
  return userEvent.setup();
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('a card is listed with what it costs, and one that is kept apart says so', async () => {
  open({});
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Question 1Forgotten 7 times, about 15 minutes this month. Rivers/),
    expect.stringMatching(/^Question 2Kept apartForgotten 7 times/),
  ]);
  expect(within(rows[1]!).getByRole('button', { name: 'Study again: Question 2' })).toBeTruthy();
});

it('a card is kept apart and taken back, without a change of its schedule', async () => {
  const mark = vi.fn(({ input }: { input: { ids: string[]; suspended: boolean } }) => ({
    markFlashcards: input.ids.map((id) => ({
      __typename: 'Flashcard',
      id,
      isSuspended: input.suspended,
      isFlagged: false,
      version: 4,
    })),
  }));
  open({ MarkFlashcards: mark });
  await press('Keep apart: Question 1');
  await press('Study again: Question 1');
  await screen.findByRole('button', { name: 'Keep apart: Question 1' });
  expect(mark.mock.calls.map(([{ input }]) => input)).toEqual([
    { ids: ['1'], suspended: true },
    { ids: ['1'], suspended: false },
  ]);
});

const saved = ({ input }: { input: { id: string; frontText: string; backText: string } }) => ({
  editFlashcard: { __typename: 'Flashcard', format: 'PLAIN', ...input, version: 4 },
});

async function rewrite(user: ReturnType<typeof userEvent.setup>) {
  await press('Rewrite: Question 1');
  const field = await screen.findByLabelText(/^Question/);
  await user.clear(field);
  await user.type(field, 'Which?');
  await press('Save Changes');
  await screen.findByText('Start the rewritten card anew?');
}

it('after a rewriting the learner chooses whether the schedule starts anew', async () => {
  const reset = vi.fn(({ input }: { input: { flashcardId: string } }) => ({
    resetFlashcard: { __typename: 'Flashcard', id: input.flashcardId, schedule: newSchedule },
  }));
  let cards = [aCard('1')];
  const user = open({ SlippingCards: () => listOf(cards)(), EditFlashcard: saved, ResetFlashcard: reset });
  await rewrite(user);
  await press('Cancel');
  expect(reset).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await press('Start anew: Which?');
  cards = [];
  await press('Start anew');
  expect(await screen.findByText('A card that you forget six times is listed here.')).toBeTruthy();
  expect(reset).toHaveBeenCalledWith(
    { input: { flashcardId: '1', deckId: '12', reason: 'LEARNER' } },
    expect.anything(),
  );
});

it('AI begins with the text of the card, and a proposal that is used edits this card', async () => {
  const edited = vi.fn(saved);
  open({ EditFlashcard: edited });
  await press('Rewrite with AI: Question 1');
  const [target, text, rewriting] = generate.mock.lastCall ?? [];
  expect([target, text]).toEqual([{ deckId: '12', title: 'Rivers' }, 'Question 1\n\nAnswer 1']);
  expect(rewriting).toMatchObject({ question: 'Question 1', answer: 'Answer 1' });
  act(() => {
    rewriting.onUse({ question: 'Shorter?', answer: 'Yes' });
  });
  expect(await screen.findByDisplayValue('Shorter?')).toBeTruthy();
  await press('Save Changes');
  await screen.findByText('Start the rewritten card anew?');
  expect(edited.mock.lastCall?.[0].input).toMatchObject({
    id: '1',
    frontText: 'Shorter?',
    backText: 'Yes',
    expectedVersion: 3,
  });
});

it('a card that its note makes gets new cards beside it', async () => {
  const { flashcard, ...rest } = aCard('1');
  open({}, [{ ...rest, flashcard: { ...flashcard, kind: 'cloze' } }]);
  await press('New cards with AI: Question 1');
  expect(generate.mock.lastCall?.[2]).toBeUndefined();
});

it('a refused change is reported, and the card is still listed', async () => {
  open({ ResetFlashcard: () => refusal('RATE_LIMITED', 'Too many changes. Try again in a minute.') });
  await press('Start anew: Question 1');
  await press('Start anew');
  expect(await screen.findByText('Too many changes. Try again in a minute.')).toBeTruthy();
  expect(screen.getByText('Question 1')).toBeTruthy();
});
