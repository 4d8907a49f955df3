import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { keyOf, outboxOf } from '../shared/offline/outbox.ts';
import type { QueuedChange } from '../shared/offline/queued.ts';
import { AnswerQueueProvider } from '../shared/study/queue-context.tsx';
import { asha, refusal, renderScreen, type Responses } from '../test/render-screen.tsx';
import { WaitingDialog } from './waiting-dialog.tsx';

interface Card {
  id: string;
  frontText: string;
  backText: string;
  version: number;
}
interface Input {
  id: string;
  ids: string[];
  deckId: string;
  frontText: string;
  backText: string;
  expectedVersion: number;
  expectedVersions: number[];
}

interface Answer {
  clientEventId: string;
  deckId: string;
  flashcardId: string;
}

/** Whether deck 12 takes no more cards. */
let isFull = false;

/** A server with cards, which compares versions as the service does. */
function startServer() {
  const cards = new Map<string, Card>();
  const sent: string[] = [];
  const conflict = (current: Card) => {
    const error = refusal('VERSION_CONFLICT', 'This was changed in the meantime.');
    return { ...error, extensions: { ...error.extensions, current } };
  };
  const missing = refusal('FLASHCARD_NOT_FOUND', 'This flashcard does not exist.');
  const responses: Responses = {
    // Answers wait until the server's time is known.
    CurrentViewer: () => ({ viewer: { __typename: 'User', ...asha } }),
    SendCardTexts: ({ input }: { input: Input }) => {
      sent.push('edit');
      const card = cards.get(input.id);
      if (!card) return missing;
      if (card.version !== input.expectedVersion) return conflict(card);
      const { frontText, backText } = input;
      cards.set(card.id, { ...card, frontText, backText, version: card.version + 1 });
      return { editFlashcard: { __typename: 'Flashcard', ...cards.get(card.id) } };
    },
    SendCardDeletion: ({ input }: { input: Input }) => {
      sent.push('delete');
      const card = cards.get(input.id);
      if (!card) return missing;
      if (card.version !== input.expectedVersion) return conflict(card);
      cards.delete(card.id);
      return { deleteFlashcard: { __typename: 'Deck', id: '12', cardCount: cards.size } };
    },
    SendCardDeletions: ({ input }: { input: Input }) => {
      sent.push('delete several');
      const at = input.ids.findIndex((id, place) => cards.get(id)?.version !== input.expectedVersions[place]);
      const changed = cards.get(input.ids[at] ?? '');
      if (changed) return conflict(changed);
      input.ids.forEach((id) => cards.delete(id));
      return { deleteFlashcards: input.ids };
    },
    SendDeck: () => refusal('LIMIT_REACHED', 'You can have at most 1,000 decks.'),
    DecksToFill: () => ({
      viewer: {
        __typename: 'User',
        id: asha.id,
        decks: {
          items: ['12', '13'].map((id) => ({ __typename: 'Deck', id, title: `Deck ${id}` })),
          pageInfo: { totalItems: 2 },
        },
      },
    }),
    RecordAnswers: ({ input }: { input: { answers: Answer[] } }) => {
      sent.push(...input.answers.map(({ deckId, flashcardId }) => `answer ${flashcardId} of ${deckId}`));
      const results = input.answers.map(({ clientEventId }) => ({
        clientEventId,
        errorCode: null,
        schedule: null,
      }));
      return { recordAnswers: { results, stats: null } };
    },
    SendCard: ({ input }: { input: Input }) => {
      sent.push(`add to ${input.deckId}`);
      if (input.deckId === 'gone') return refusal('DECK_NOT_FOUND', 'This deck does not exist.');
      if (input.deckId === '12' && isFull)
        return refusal('LIMIT_REACHED', 'A deck can have at most 10,000 flashcards.');
      cards.set('new', { id: 'new', frontText: input.frontText, backText: input.backText, version: 1 });
      return { addFlashcard: { __typename: 'Flashcard', id: 'new' } };
    },
  };
  return { cards, sent, responses };
}

let server: ReturnType<typeof startServer>;
beforeEach(() => {
  isFull = false;
  server = startServer();
  for (const id of ['1', '2'])
    server.cards.set(id, { id, frontText: `Elsewhere ${id}`, backText: 'Mto Tana', version: 4 });
});

const changeOf = (operation: string, input: object, before: QueuedChange['before'] = null) => ({
  kind: 'change',
  clientEventId: `${operation}-1`,
  operation,
  variables: { input },
  before,
  madeAt: '2026-11-29T09:00:00.000Z',
});

/** Opens the dialog once the server has refused a change that was made without a network. */
const openAfter = (...change: Parameters<typeof changeOf>) => openWith([changeOf(...change)]);

async function openWith(queued: readonly object[]) {
  localStorage.setItem(keyOf(asha.id), JSON.stringify(queued));
  localStorage.setItem('authToken', 'tok');
  renderScreen({
    screen: (
      <AnswerQueueProvider userId={asha.id}>
        <WaitingDialog onClose={() => {}} />
      </AnswerQueueProvider>
    ),
    responses: server.responses,
  });
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const isDecided = () => waitFor(() => expect(outboxOf(asha.id).all()).toEqual([]));

const typed = { id: '1', frontText: 'Typed on the train', backText: 'Mto Tana', expectedVersion: 3 };

it('a text that was changed elsewhere meanwhile is shown beside the own one, which is saved in its place on request', async () => {
  await openAfter('EditFlashcard', typed);
  const section = within(await screen.findByRole('region', { name: 'Changed card' }));
  expect(section.getByText('Elsewhere 1')).toBeTruthy();
  expect(section.getByLabelText<HTMLTextAreaElement>('Question').value).toBe('Typed on the train');
  expect(server.cards.get('1')?.frontText).toBe('Elsewhere 1');
  await userEvent.type(section.getByLabelText('Question'), ' and later');
  await press('Save my text');
  await isDecided();
  expect(server.cards.get('1')).toMatchObject({ frontText: 'Typed on the train and later', version: 5 });
  expect(await screen.findByText('Everything is decided.')).toBeTruthy();
});

it('an own text that is discarded leaves what was saved elsewhere, and is not sent again', async () => {
  await openAfter('EditFlashcard', typed);
  await screen.findByText('Elsewhere 1');
  await press('Discard my text');
  await isDecided();
  expect(server.sent).toEqual(['edit']);
  expect(server.cards.get('1')?.frontText).toBe('Elsewhere 1');
});

it('a save that meets another change since is refused again, and shows that one', async () => {
  await openAfter('EditFlashcard', typed);
  await screen.findByText('Elsewhere 1');
  server.cards.set('1', { ...server.cards.get('1')!, frontText: 'Elsewhere once more', version: 5 });
  await press('Save my text');
  expect(await screen.findByText('Elsewhere once more')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Question').value).toBe('Typed on the train');
});

it('a card that was changed elsewhere after its deletion here stays until its learner deletes it anyway', async () => {
  await openAfter('DeleteFlashcard', { id: '1', expectedVersion: 3 });
  expect(await screen.findByText('Elsewhere 1')).toBeTruthy();
  expect(server.cards.has('1')).toBe(true);
  await press('Delete anyway');
  await isDecided();
  expect(server.cards.has('1')).toBe(false);
});

it('a card that was changed elsewhere after its deletion here can be kept', async () => {
  await openAfter('DeleteFlashcard', { id: '1', expectedVersion: 3 });
  await screen.findByText('Elsewhere 1');
  await press('Keep it');
  await isDecided();
  expect(server.cards.has('1')).toBe(true);
});

it('of several deleted cards only the one that was changed elsewhere is asked about', async () => {
  await openAfter('DeleteFlashcards', { ids: ['1', '2'], expectedVersions: [4, 3] });
  expect(await screen.findByText('Elsewhere 2')).toBeTruthy();
  expect(server.cards.size).toBe(2);
  await press('Delete anyway');
  await isDecided();
  expect(server.cards.size).toBe(0);
});

it('the text of a card that was deleted elsewhere can become a new card of its deck', async () => {
  server.cards.delete('1');
  await openAfter('EditFlashcard', typed, { deckId: '12' });
  await screen.findByText(/^This card was deleted on another device/);
  await press('Add as a new card');
  await isDecided();
  expect(server.sent).toEqual(['edit', 'add to 12']);
  expect(server.cards.get('new')).toMatchObject({ frontText: 'Typed on the train' });
});

const newCard = (deckId: string, clientId: string) => ({
  deckId,
  frontText: 'Typed on the train',
  backText: 'Mto Tana',
  clientId,
});

for (const deckId of ['12', 'gone'])
  it(`a new card of a deck that is ${deckId === 'gone' ? 'deleted' : 'full'} meanwhile goes to another deck, with its answers`, async () => {
    isFull = true;
    const answer = {
      kind: 'answer',
      clientEventId: 'a1',
      deckId,
      flashcardId: `local-to-${deckId}`,
      sessionId: 's1',
      sessionDeckId: deckId,
      wasCorrect: true,
      timeSpentMinutes: 0.1,
      answeredAt: '2026-11-29T09:01:00.000Z',
    };
    await openWith([changeOf('AddFlashcard', newCard(deckId, `to-${deckId}`)), answer]);
    const reason =
      deckId === 'gone'
        ? /^The deck of this card does not exist any more/
        : 'A deck can have at most 10,000 flashcards.';
    await screen.findByText(reason);
    expect(screen.getByLabelText<HTMLTextAreaElement>('Question').value).toBe('Typed on the train');
    const other = deckId === '12' ? '13' : '12';
    isFull = false;
    await screen.findByText(`Deck ${other}`);
    await press('Save my text');
    await isDecided();
    expect(server.sent).toEqual([`add to ${deckId}`, `add to ${other}`, `answer new of ${other}`]);
  });

it('the cards of a new deck that was refused and discarded do not wait for ever: each asks for another deck', async () => {
  const deck = { title: 'Trains', description: '', subject: '', category: '', difficulty: 1, clientId: 'd1' };
  await openWith([changeOf('CreateDeck', deck), changeOf('AddFlashcard', newCard('local-d1', 'of-d1'))]);
  await screen.findByText('You can have at most 1,000 decks.');
  await press('Discard my text');
  await screen.findByText(/^The deck of this card does not exist any more/);
  await screen.findByText('Deck 12');
  await press('Save my text');
  await isDecided();
  expect(server.sent).toEqual(['add to 12']);
});

it('with a discarded new card only its own place in a deletion of many cards goes', async () => {
  const ids = ['1', 'local-discarded', '2'];
  await openWith([
    changeOf('AddFlashcard', newCard('gone', 'discarded')),
    changeOf('DeleteFlashcards', { ids, expectedVersions: [4, 1, 4] }),
  ]);
  await screen.findByText(/^The deck of this card does not exist any more/);
  await press('Discard my text');
  const input = { ids: ['1', '2'], expectedVersions: [4, 4] };
  await waitFor(() =>
    expect(outboxOf(asha.id).all()).toMatchObject([{ operation: 'DeleteFlashcards', variables: { input } }]),
  );
});

it('with a discarded new card its answers go, too', async () => {
  await openWith([
    changeOf('AddFlashcard', newCard('gone', 'discarded')),
    { kind: 'answer', clientEventId: 'a1', deckId: '12', flashcardId: 'local-discarded', sessionId: 's1' },
  ]);
  await screen.findByText(/^The deck of this card does not exist any more/);
  await press('Discard my text');
  await isDecided();
  expect(server.sent).toEqual(['add to gone']);
});
