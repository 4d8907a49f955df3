import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fill } from '../../../test/fill.ts';
import { refusal, renderScreen, type Responses } from '../../../test/render-screen.tsx';
import { DeckPage } from './deck-page.tsx';

const aCard = (id: string) => ({
  __typename: 'Flashcard',
  id,
  frontText: `Question ${id}`,
  backText: `Answer ${id}`,
  version: 3,
  format: 'PLAIN',
  kind: 'basic',
  isFlagged: false,
  isSuspended: false,
  schedule: null,
});

/** No network fails within the same moment. */
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** 25 cards on three pages. */
const deckScreen = ({ page }: { page: number }) => ({
  deck: {
    __typename: 'Deck',
    id: '12',
    title: 'Rivers',
    description: 'Sources and mouths',
    frontLanguage: null,
    backLanguage: null,
    isDefault: false,
    mastery: null,
    cardCount: 25,
    progress: null,
    flashcards: {
      items: [aCard(`${page}a`), aCard(`${page}b`)],
      pageInfo: { __typename: 'PageInfo', page, totalPages: 3, totalItems: 25 },
    },
  },
});

function open(at: string, responses: Responses = {}) {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const screenAt = { screen: <DeckPage />, path: '/mydecks/:deckId', at };
  return renderScreen({ ...screenAt, responses: { DeckDetailScreen: deckScreen, ...responses } });
}

it('a reload shows the page of cards that was being read', async () => {
  open('/mydecks/12?page=2');
  expect(await screen.findByText('Question 2a')).toBeTruthy();
});

it('the chosen page of cards is in the address', async () => {
  const { router } = open('/mydecks/12');
  await screen.findByText('Question 1a');
  await userEvent.click(screen.getByRole('button', { name: 'Go to page 3' }));
  expect(await screen.findByText('Question 3a')).toBeTruthy();
  expect(router.state.location.search).toBe('?page=3');
});

it('a page of cards that no longer exists is replaced by the last one', async () => {
  const { router } = open('/mydecks/12?page=9');
  await waitFor(() => expect(router.state.location.search).toBe('?page=3'));
});

it('the deck page finds cards by a part of their text, from the first page on, and shows their number', async () => {
  const found = ({ containing, page }: { containing?: string; page: number }) => {
    const { deck } = deckScreen({ page });
    if (containing !== 'tana') return { deck };
    const pageInfo = { __typename: 'PageInfo', page, totalPages: 1, totalItems: 1 };
    return { deck: { ...deck, flashcards: { items: [aCard('tana')], pageInfo } } };
  };
  const { router } = open('/mydecks/12?page=2', { DeckDetailScreen: found });
  await screen.findByText('Question 2a');
  await userEvent.type(screen.getByLabelText('Find in this deck'), 'tana');
  expect(await screen.findByText('Question tana')).toBeTruthy();
  expect(screen.getByText('1 card found')).toBeTruthy();
  expect(screen.queryByText('Question 2a')).toBeNull();
  expect(router.state.location.search).toBe('?q=tana');
});

it('a search without a result offers to clear it instead of calling the deck empty', async () => {
  const none = ({ containing, page }: { containing?: string; page: number }) => {
    const { deck } = deckScreen({ page });
    if (containing === undefined) return { deck };
    const pageInfo = { __typename: 'PageInfo', page, totalPages: 0, totalItems: 0 };
    return { deck: { ...deck, flashcards: { items: [], pageInfo } } };
  };
  open('/mydecks/12?q=congo', { DeckDetailScreen: none });
  expect(await screen.findByText('No card matches')).toBeTruthy();
  expect(screen.queryByText('No Flashcards Yet')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(await screen.findByText('Question 1a')).toBeTruthy();
});

it('a page of cards that could not be loaded does not show the cards of the page before', async () => {
  let away = false;
  const respond = (variables: { page: number }) => {
    if (away) throw new TypeError('Failed to fetch');
    return deckScreen(variables);
  };
  open('/mydecks/12', { DeckDetailScreen: respond });
  await screen.findByText('Question 1a');
  away = true;
  await userEvent.click(screen.getByRole('button', { name: 'Go to page 2' }));
  expect(await screen.findByText('These cards could not be loaded')).toBeTruthy();
  expect(screen.queryByText('Question 1a')).toBeNull();
  expect(screen.getByRole('heading', { level: 1, name: 'Rivers' })).toBeTruthy();
  away = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Question 2a')).toBeTruthy();
});

it('a failed search does not show the number of all cards as found', async () => {
  const respond = async ({ containing, page }: { containing?: string; page: number }) => {
    if (containing === undefined) return deckScreen({ page });
    await pause(100);
    throw new TypeError('Failed to fetch');
  };
  open('/mydecks/12', { DeckDetailScreen: respond });
  await screen.findByText('Question 1a');
  await userEvent.type(screen.getByLabelText('Find in this deck'), 'tana');
  expect(await screen.findByText('These cards could not be loaded')).toBeTruthy();
  expect(screen.queryByText('25 cards found')).toBeNull();
});

it('a card is reported as deleted, not as missing, when the first response was lost', async () => {
  let attempts = 0;
  const remove = () => {
    attempts += 1;
    if (attempts === 1) throw new TypeError('Failed to fetch');
    return refusal('FLASHCARD_NOT_FOUND', 'This flashcard does not exist.');
  };
  open('/mydecks/12', { DeleteFlashcard: remove });
  const [first] = await screen.findAllByRole('button', { name: 'Card actions' });
  if (first) await userEvent.click(first);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete flashcard' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Failed to delete flashcard. Please try again.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Flashcard deleted.')).toBeTruthy();
});

it('a card that was changed elsewhere is not deleted before its learner has seen that', async () => {
  let version = 3;
  const expected: unknown[] = [];
  const remove = ({ input }: { input: { expectedVersion?: number } }) => {
    expected.push(input.expectedVersion);
    if (input.expectedVersion === version)
      return { deleteFlashcard: { __typename: 'Deck', id: '12', cardCount: 24 } };
    const conflict = refusal('VERSION_CONFLICT', 'This was changed in the meantime.');
    return { ...conflict, extensions: { ...conflict.extensions, current: { id: '1a', version } } };
  };
  const shown = (variables: { page: number }) => {
    const { deck } = deckScreen(variables);
    return { deck: { ...deck, flashcards: { ...deck.flashcards, items: [{ ...aCard('1a'), version }] } } };
  };
  open('/mydecks/12', { DeckDetailScreen: shown, DeleteFlashcard: remove });
  const [first] = await screen.findAllByRole('button', { name: 'Card actions' });
  version = 4;
  if (first) await userEvent.click(first);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete flashcard' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText(/^This was changed meanwhile/)).toBeTruthy();
  expect(screen.queryByText('Flashcard deleted.')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Flashcard deleted.')).toBeTruthy();
  expect(expected).toEqual([3, 4]);
});

it('a flip by its button moves the focus to the button of the visible side', async () => {
  open('/mydecks/12');
  const card = within((await screen.findAllByRole('group', { name: /^Flashcard/ }))[0]!);
  const [shows] = card.getAllByRole('button', { name: 'Show Answer' });
  shows?.focus();
  await userEvent.keyboard('{Enter}');
  const focused = document.activeElement;
  expect(focused?.textContent).toBe('Show Question');
  expect(focused?.closest('[inert]')).toBeNull();
});

it('two open forms of one card overwrite nothing: the second names the version that it read and shows both texts', async () => {
  const sent: unknown[] = [];
  const current = {
    id: '1a',
    frontText: 'Question 1a',
    backText: 'Saved in another tab',
    format: 'PLAIN',
    version: 4,
  };
  const edited = ({ input }: { input: { expectedVersion: number; backText: string } }) => {
    sent.push([input.expectedVersion, input.backText]);
    if (input.expectedVersion === 4)
      return { editFlashcard: { __typename: 'Flashcard', ...current, ...input, version: 5 } };
    const conflict = refusal('VERSION_CONFLICT', 'This was changed in the meantime.');
    return { ...conflict, extensions: { ...conflict.extensions, current } };
  };
  open('/mydecks/12', { EditFlashcard: edited });
  await screen.findByText('Question 1a');
  await userEvent.click(screen.getAllByRole('button', { name: 'Edit flashcard' })[0] as HTMLElement);
  const answer = await screen.findByLabelText('Answer');
  await userEvent.clear(answer);
  await userEvent.type(answer, 'Typed here');
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  const conflict = await screen.findByRole('dialog', { name: 'This card was changed meanwhile' });
  expect(within(conflict).getByText('Saved in another tab')).toBeTruthy();
  expect(within(conflict).getByText('Typed here')).toBeTruthy();
  expect(within(conflict).queryByRole('group', { name: 'Question' })).toBeNull();
  await userEvent.click(within(conflict).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([
    [3, 'Typed here'],
    [4, 'Typed here'],
  ]);
  expect(Object.keys(sessionStorage).filter((key) => key.includes('draft'))).toEqual([]);
});

it('cards that were just added are marked as new, from the first of them on', async () => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  Element.prototype.scrollIntoView = () => {};
  renderScreen({
    screen: <DeckPage />,
    path: '/mydecks/:deckId',
    at: '/mydecks/12',
    state: { firstNew: 2, added: 12 },
    responses: { DeckDetailScreen: deckScreen },
  });
  await screen.findByText('Question 1a');
  expect(
    screen.getAllByRole('group', { name: /^Flashcard/ }).map((card) => /New/.test(card.textContent)),
  ).toEqual([false, true]);
});

it('one key saves a card and begins the next', async () => {
  const add = vi.fn(() => ({
    addFlashcard: { ...aCard('1c'), deck: { __typename: 'Deck', id: '12', cardCount: 26 } },
  }));
  open('/mydecks/12', { AddFlashcard: add });
  await userEvent.click(await screen.findByRole('button', { name: 'Add Flashcard' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Flashcard' }));
  const question = dialog.getByLabelText<HTMLTextAreaElement>('Question');
  for (const river of ['Tana', 'Athi']) {
    await userEvent.click(question);
    await userEvent.paste(`Where is the mouth of the ${river}?`);
    await userEvent.click(dialog.getByLabelText('Answer'));
    await userEvent.paste('At the Indian Ocean');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(question.value).toBe(''));
    expect(document.activeElement).toBe(question);
    expect(dialog.queryByText('Question is required.')).toBeNull();
  }
  await userEvent.click(question);
  await userEvent.paste('Where does the Nile begin?');
  await userEvent.click(dialog.getByLabelText('Answer'));
  await userEvent.paste('In Lake Victoria');
  await userEvent.click(dialog.getByRole('button', { name: 'Save and add another' }));
  await waitFor(() => expect(add).toHaveBeenCalledTimes(3));
  expect(screen.getByRole('dialog', { name: 'Add New Flashcard' })).toBeTruthy();
});

it('a card is suspended from its menu, is tagged, and can be studied again', async () => {
  const marked = vi.fn(({ input }: { input: { ids: string[]; suspended: boolean } }) => ({
    markFlashcards: input.ids.map((id) => ({
      __typename: 'Flashcard',
      id,
      isSuspended: input.suspended,
      format: 'PLAIN',
      kind: 'basic',
      isFlagged: false,
      version: 4,
    })),
  }));
  open('/mydecks/12', { MarkFlashcards: marked });
  const card = within((await screen.findAllByRole('group', { name: /^Flashcard/ }))[0]!);
  const choose = async (name: string) => {
    await userEvent.click(card.getAllByRole('button', { name: 'Card actions' })[0]!);
    await userEvent.click(await screen.findByRole('menuitem', { name }));
  };
  await choose('Suspend');
  expect(await screen.findByText('The card is suspended.')).toBeTruthy();
  expect(card.getAllByText('Suspended').length).toBeGreaterThan(0);
  await choose('Study again');
  await waitFor(() => expect(card.queryAllByText('Suspended')).toEqual([]));
  expect(marked.mock.calls.map(([{ input }]) => input)).toEqual([
    { ids: ['1a'], suspended: true },
    { ids: ['1a'], suspended: false },
  ]);
});

it('only flagged cards are shown when the address says so, and the choice is kept in it', async () => {
  const flagged = ({ marked, page }: { marked?: string; page: number }) => {
    const { deck } = deckScreen({ page });
    if (marked !== 'FLAGGED') return { deck };
    const pageInfo = { __typename: 'PageInfo', page, totalPages: 1, totalItems: 1 };
    return { deck: { ...deck, flashcards: { items: [{ ...aCard('kept'), isFlagged: true }], pageInfo } } };
  };
  const { router } = open('/mydecks/12?page=2', { DeckDetailScreen: flagged });
  await screen.findByText('Question 2a');
  const show = async (name: string) => {
    await userEvent.click(screen.getByLabelText('Show'));
    await userEvent.click(await screen.findByRole('option', { name }));
  };
  await show('Flagged');
  expect(await screen.findByText('Question kept')).toBeTruthy();
  expect(router.state.location.search).toBe('?marked=flagged');
  await show('All cards');
  expect(await screen.findByText('Question 1a')).toBeTruthy();
});

const openList = async (responses: Responses = {}) => {
  const screen_ = open('/mydecks/12', responses);
  await userEvent.click(await screen.findByRole('button', { name: 'Show as list' }));
  await screen.findByRole('region', { name: 'Cards as a list' });
  return screen_;
};
const openSelection = async (responses: Responses = {}) => {
  const screen_ = await openList(responses);
  await userEvent.click(screen.getByRole('button', { name: 'Select' }));
  return screen_;
};
const many = ({ page, perPage }: { page: number; perPage: number }) => {
  const { deck } = deckScreen({ page });
  const items = Array.from({ length: perPage === 50 ? 25 : 10 }, (_, index) => aCard(`${index + 1}`));
  const pageInfo = { __typename: 'PageInfo', page, totalPages: 1, totalItems: 25 };
  return { deck: { ...deck, flashcards: { items, pageInfo } } };
};

it('the list shows 50 cards a page, and the choice is kept for the next deck (D17)', async () => {
  await openList({ DeckDetailScreen: many });
  expect(await screen.findByText('Question 25')).toBeTruthy();
  expect(localStorage.getItem('kumbuka.cards-view')).toBe('list');
  await userEvent.click(screen.getByRole('button', { name: 'Show as cards' }));
  await waitFor(() => expect(screen.queryByText('Question 25')).toBeNull());
});

it('Shift selects every card from the one that was selected last, and the selection is deleted in one call after a confirmation', async () => {
  const remove = vi.fn(({ input }: { input: { ids: string[] } }) => ({ deleteFlashcards: input.ids }));
  await openSelection({ DeckDetailScreen: many, DeleteFlashcards: remove });
  const user = userEvent.setup();
  await user.click(await screen.findByLabelText('Select: Question 3'));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByLabelText('Select: Question 6'));
  await user.keyboard('{/Shift}');
  expect(screen.getByText('4 cards selected')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(remove).not.toHaveBeenCalled();
  expect(await screen.findByRole('heading', { name: 'Delete 4 cards' })).toBeTruthy();
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('4 cards deleted.')).toBeTruthy();
  expect(remove.mock.calls.map(([{ input }]) => input)).toEqual([
    { ids: ['3', '4', '5', '6'], expectedVersions: [3, 3, 3, 3] },
  ]);
});

it('a card is moved from its own menu, without the table (D16)', async () => {
  open('/mydecks/12');
  await userEvent.click((await screen.findAllByRole('button', { name: 'Card actions' }))[0]!);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Move to another deck' }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

it('selected cards move to the deck that is chosen, never the one that they are in', async () => {
  const decks = {
    items: [
      { __typename: 'Deck', id: '12', title: 'Rivers' },
      { __typename: 'Deck', id: '13', title: 'Lakes' },
      { __typename: 'Deck', id: '14', title: 'Hills' },
    ],
    pageInfo: { __typename: 'PageInfo', totalItems: 3 },
  };
  let isLeft = false;
  const refusals = [refusal('UNAVAILABLE', 'Not now.')];
  const move = vi.fn(({ input }: { input: { ids: string[]; toDeckId: string } }) => {
    const refused = input.toDeckId === '12' && refusals.shift();
    if (refused) return refused;
    isLeft = input.toDeckId !== '12';
    return {
      moveFlashcards: input.ids.map((id) => ({
        __typename: 'Flashcard',
        id,
        deckId: input.toDeckId,
        version: 4,
      })),
    };
  });
  const rest = (variables: { page: number; perPage: number }) => {
    const { deck } = many(variables);
    const items = deck.flashcards.items.filter(({ id }) => !isLeft || !['1', '2'].includes(id));
    return { deck: { ...deck, flashcards: { ...deck.flashcards, items } } };
  };
  await openSelection({
    DeckDetailScreen: rest,
    MoveFlashcards: move,
    DecksToFill: () => ({ viewer: { __typename: 'User', id: '7', decks } }),
  });
  await userEvent.click(await screen.findByLabelText('Select: Question 1'));
  await userEvent.click(screen.getByLabelText('Select: Question 2'));
  await userEvent.click(screen.getByRole('button', { name: 'Move' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move 2 cards to another deck' }));
  await userEvent.click(await dialog.findByLabelText('Deck'));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Lakes',
    'Hills',
  ]);
  await userEvent.click(screen.getByRole('option', { name: 'Hills' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
  expect(await screen.findByText('2 cards moved to Hills.')).toBeTruthy();
  expect(move.mock.calls.map(([{ input }]) => input)).toEqual([{ ids: ['1', '2'], toDeckId: '14' }]);
  await waitFor(() => expect(screen.queryByText('Question 1')).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('2 cards back in Rivers.')).toBeTruthy();
  expect(await screen.findByText('Question 1')).toBeTruthy();
  expect(move.mock.lastCall?.[0].input).toEqual({ ids: ['1', '2'], toDeckId: '12' });
});

it('a move whose first deck was deleted cannot be undone, and the notice says where the cards are', async () => {
  const gone = refusal('DECK_NOT_FOUND', 'This deck does not exist.');
  const decks = {
    __typename: 'DeckPage',
    items: [{ __typename: 'Deck', id: '14', title: 'Hills' }],
    pageInfo: { __typename: 'PageInfo', totalItems: 2 },
  };
  await openSelection({
    DeckDetailScreen: many,
    MoveFlashcards: ({ input }: { input: { toDeckId: string } }) =>
      input.toDeckId === '12'
        ? gone
        : { moveFlashcards: [{ __typename: 'Flashcard', id: '1', deckId: '14', version: 4 }] },
    DecksToFill: () => ({ viewer: { __typename: 'User', id: '7', decks } }),
  });
  await userEvent.click(await screen.findByLabelText('Select: Question 1'));
  await userEvent.click(screen.getByRole('button', { name: 'Move' }));
  const dialog = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(dialog.getByLabelText('Deck').textContent).toBe('Hills'));
  await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Rivers has been deleted. The cards stay where they are.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('a selection is suspended in one call, and kept when the server refuses it', async () => {
  let attempts = 0;
  const mark = vi.fn(({ input }: { input: { ids: string[] } }) => {
    attempts += 1;
    if (attempts === 1) return refusal('RATE_LIMITED', 'Too many changes.');
    return {
      markFlashcards: input.ids.map((id) => ({
        __typename: 'Flashcard',
        id,
        isSuspended: true,
        format: 'PLAIN',
        kind: 'basic',
        isFlagged: false,
        version: 4,
      })),
    };
  });
  await openSelection({ DeckDetailScreen: many, MarkFlashcards: mark });
  await userEvent.click(await screen.findByLabelText('Select all of this page'));
  await userEvent.click(screen.getByRole('button', { name: 'Suspend' }));
  expect(await screen.findByText('Too many changes.')).toBeTruthy();
  expect(screen.getByText('25 cards selected')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Suspend' }));
  expect(await screen.findByText('25 cards changed.')).toBeTruthy();
  expect(screen.queryByText(/selected$/)).toBeNull();
  expect(screen.getAllByText('Suspended').length).toBeGreaterThan(20);
});

it('a deck without a title yet is called by its number, in heading and breadcrumb', async () => {
  const { router } = open('/mydecks/12', { DeckDetailScreen: () => new Promise(() => {}) });
  expect((await screen.findAllByText('Deck 12')).length).toBeGreaterThan(0);
  expect(router.state.location.pathname).toBe('/mydecks/12');
});

it('a copy of a starter deck says so', async () => {
  const starter = ({ page }: { page: number }) => {
    const { deck } = deckScreen({ page });
    return { deck: { ...deck, isDefault: true } };
  };
  open('/mydecks/12', { DeckDetailScreen: starter });
  expect(await screen.findByText('Starter deck')).toBeTruthy();
});

it.each([
  ['a new card', 'Add Flashcard', 'Question'],
  ['a pasted list', 'More ways to add cards', 'One card per line'],
  ['an edited card', 'Edit flashcard', 'Question'],
])('%s is there again after a reload, until it is discarded', async (_what, button, label) => {
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: label });
  open('/mydecks/12');
  await screen.findByText('Question 1a');
  const [opener] = screen.getAllByRole('button', { name: button });
  await userEvent.click(opener ?? document.body);
  const item = screen.queryByRole('menuitem', { name: 'Add several' });
  if (item) await userEvent.click(item);
  await field();
  fill(label, 'mbwa - dog');
  cleanup();
  open('/mydecks/12');
  expect((await field()).value).toBe('mbwa - dog');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  cleanup();
  open('/mydecks/12');
  await screen.findByText('Question 1a');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a card that was edited before a reload is saved against the version that was opened', async () => {
  const edit = vi.fn((_variables: { input: object }) => ({ editFlashcard: aCard('1a') }));
  open('/mydecks/12');
  await screen.findByText('Question 1a');
  await userEvent.click(screen.getAllByRole('button', { name: 'Edit flashcard' })[0]!);
  await screen.findByRole('textbox', { name: 'Question' });
  fill('Question', 'Question 1a!');
  cleanup();
  const newer = ({ page }: { page: number }) => {
    const { deck } = deckScreen({ page });
    const items = deck.flashcards.items.map((card) => ({ ...card, version: 4 }));
    return { deck: { ...deck, flashcards: { ...deck.flashcards, items } } };
  };
  open('/mydecks/12', { DeckDetailScreen: newer, EditFlashcard: edit });
  await screen.findByDisplayValue('Question 1a!');
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(JSON.stringify(edit.mock.calls)).toContain('"expectedVersion":3'));
});

it('the print key prints every card of the deck, not the ten of the page', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  open('/mydecks/12');
  await screen.findByText('Question 1a');
  await userEvent.keyboard('{Control>}p{/Control}');
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  const list = document.querySelector('[data-printed]');
  expect([...(list?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent)).toEqual(
    ['1a', '1b', '2a', '2b', '3a', '3b'].flatMap((card) => [`Question ${card}`, `Answer ${card}`]),
  );
  vi.unstubAllGlobals();
});

it('rich cards are printed as they are seen, once their pictures are there', async () => {
  const print = vi.fn(() => document.querySelector('[data-printed]')?.innerHTML);
  vi.stubGlobal('print', print);
  let arrive = () => {};
  const decode = () => new Promise<void>((resolve) => (arrive = resolve));
  // jsdom has no pictures.
  Object.defineProperty(HTMLImageElement.prototype, 'decode', { configurable: true, value: decode });
  const frontText = `**Tana** ![a (1/1)](/media/${'a'.repeat(32)}-64x48.webp#parts=1/1;a,0,0,5000,5000)`;
  const rich = (variables: { page: number }) => {
    const { deck } = deckScreen(variables);
    const items = deck.flashcards.items.map((card) => ({ ...card, format: 'RICH', frontText }));
    return { deck: { ...deck, flashcards: { ...deck.flashcards, items } } };
  };
  open('/mydecks/12', { DeckDetailScreen: rich });
  await screen.findAllByRole('img', { name: 'a. Part 1 of 1 is covered' });
  await userEvent.keyboard('{Control>}p{/Control}');
  await waitFor(() => expect(document.querySelector('[data-printed] strong')?.textContent).toBe('Tana'));
  expect(print).not.toHaveBeenCalled();
  arrive();
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  expect(print.mock.results[0]?.value).toContain('data-part="asked"');
  vi.unstubAllGlobals();
  Reflect.deleteProperty(HTMLImageElement.prototype, 'decode');
});

/** Files that the browser was given to save, by name. */
function watchSaved() {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }));
  return saved;
}

it.each([
  ['Anki (.apkg)', 'apkg'],
  ['CSV', 'csv'],
  ['CSV for spreadsheets', 'csv-spreadsheets'],
  ['Markdown', 'markdown'],
  ['Everything (JSON in a .zip)', 'json'],
])(
  'choosing %s in the export menu saves the deck under the name that the server gave',
  async (name, format) => {
    const saved = watchSaved();
    const headers = {
      'content-disposition': `attachment; filename="x"; filename*=UTF-8''Mito%20ya%20Afrika`,
    };
    const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response('file', { headers }));
    vi.stubGlobal('fetch', fetched);
    localStorage.setItem('authToken', 'mine');
    open('/mydecks/12');
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    const choice = (each: HTMLElement) => each.querySelector('span')?.textContent === name;
    await userEvent.click((await screen.findAllByRole('menuitem')).find(choice)!);
    await waitFor(() => expect(saved).toEqual(['Mito ya Afrika']));
    const [url, init] = fetched.mock.calls[0]!;
    expect(url).toBe(`/export?format=${format}&deck=12`);
    expect(new Headers(init.headers).get('authorization')).toBe('Bearer mine');
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    localStorage.clear();
  },
);

it('an export that the server refuses saves no file and says why', async () => {
  const saved = watchSaved();
  const body = { error: 'Too many requests. Please wait a moment.', code: 'RATE_LIMITED' };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status: 429 }));
  open('/mydecks/12');
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  await userEvent.click((await screen.findAllByRole('menuitem'))[0]!);
  expect(await screen.findByText('Too many requests. Please wait a moment.')).toBeTruthy();
  expect(saved).toEqual([]);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('a press on a row of the list edits the card in its place, and Escape returns to the row (C20)', async () => {
  const edit = vi.fn((_variables: { input: object }) => ({
    editFlashcard: { ...aCard('2'), frontText: 'Longest river?' },
  }));
  await openList({ DeckDetailScreen: many, EditFlashcard: edit });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Edit: Question 2' }));
  const row = within(await screen.findByRole('group', { name: 'Edit Flashcard' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Edit: Question 2' }));
  await user.keyboard('{Enter}');
  await screen.findByRole('group', { name: 'Edit Flashcard' });
  fill('Question', 'Longest river?');
  await user.click(screen.getByRole('button', { name: 'Edit: Question 5' }));
  expect(await screen.findByText(/Your text is not saved yet/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Edit Flashcard' })).toBeNull());
  expect(edit.mock.lastCall?.[0]).toMatchObject({
    input: { frontText: 'Longest river?', expectedVersion: 3 },
  });
  expect(row).toBeTruthy();
});

const typeInRow = async (question: string, text: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Edit: ${question}` }));
  await screen.findByRole('group', { name: 'Edit Flashcard' });
  fill('Question', text);
};
/** What is typed is still in its row, and the notice says why. */
const expectKept = async (text: string) => {
  expect(await screen.findByText(/Your text is not saved yet/)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  const row = within(await screen.findByRole('group', { name: 'Edit Flashcard' }));
  expect(row.getByDisplayValue(text)).toBeTruthy();
};
const click = async (role: 'button' | 'menuitem' | 'checkbox', name: string) =>
  userEvent.click(await screen.findByRole(role, { name }));

it('text typed in a row of the list is not lost when another dialog is opened', async () => {
  await openList();
  await typeInRow('Question 1b', 'Longest river?');
  for (const name of ['Delete flashcard', 'Move to another deck']) {
    await click('button', 'Card actions');
    await click('menuitem', name);
    await expectKept('Longest river?');
  }
  await click('button', 'Add Flashcard');
  await expectKept('Longest river?');
  await click('button', 'More ways to add cards');
  await click('menuitem', 'Add several');
  await expectKept('Longest river?');
  await click('button', 'Select');
  await click('checkbox', 'Select: Question 1a');
  await click('button', 'Delete');
  await expectKept('Longest river?');
  expect(screen.getAllByDisplayValue('Longest river?')).toHaveLength(1);
});

it('an editor in a row of the list closes with its row, and keeps typed text and its page', async () => {
  await openList();
  await click('button', 'Edit: Question 1b');
  await screen.findByRole('group', { name: 'Edit Flashcard' });
  await click('button', 'Go to page 2');
  await screen.findByText('Question 2a');
  expect(screen.queryByRole('heading', { name: 'Edit Flashcard' })).toBeNull();
  await typeInRow('Question 2b', 'Longest river?');
  await click('button', 'Go to page 3');
  await expectKept('Longest river?');
  await click('button', 'Show as cards');
  await expectKept('Longest river?');
  const search = screen.getByLabelText<HTMLInputElement>('Find in this deck');
  await userEvent.type(search, 'tana');
  await waitFor(() => expect(search.value).toBe(''));
  await expectKept('Longest river?');
  expect(screen.getByText('Question 2a')).toBeTruthy();
});

it('the row of a picture card stays in the list while its note is fetched', async () => {
  const withPicture = ({ page }: { page: number }) => {
    const { deck } = deckScreen({ page });
    const [first, second] = deck.flashcards.items;
    const items = [first, { ...second, kind: 'image-occlusion' }];
    return { deck: { ...deck, flashcards: { ...deck.flashcards, items } } };
  };
  await openList({ DeckDetailScreen: withPicture, NoteOfCard: () => new Promise(() => {}) });
  await click('button', 'Edit: Question 1b');
  await pause(50);
  expect(screen.getByRole('button', { name: 'Edit: Question 1b', hidden: true })).toBeTruthy();
});

it('a long press on a row selects it, and the press that follows does not edit it (C20)', async () => {
  await openList({ DeckDetailScreen: many });
  const row = await screen.findByRole('button', { name: 'Edit: Question 3' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.pointerDown(row, { pointerType: 'touch', clientX: 5, clientY: 5 });
  act(() => void vi.advanceTimersByTime(600));
  vi.useRealTimers();
  fireEvent.pointerUp(row);
  fireEvent.click(row);
  expect(screen.getByText('1 card selected')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Select: Question 3').checked).toBe(true);
  expect(screen.queryByRole('group', { name: 'Edit Flashcard' })).toBeNull();
});

it('a finger that scrolls the list selects nothing (C20)', async () => {
  await openList({ DeckDetailScreen: many });
  const row = await screen.findByRole('button', { name: 'Edit: Question 3' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.pointerDown(row, { pointerType: 'touch', clientX: 5, clientY: 5 });
  fireEvent.pointerMove(row, { pointerType: 'touch', clientX: 5, clientY: 40 });
  act(() => void vi.advanceTimersByTime(600));
  vi.useRealTimers();
  expect(screen.queryByText('1 card selected')).toBeNull();
});

it('an empty deck offers four ways to its first card (D29)', async () => {
  const empty = () => {
    const { deck } = deckScreen({ page: 1 });
    const pageInfo = { __typename: 'PageInfo', page: 1, totalPages: 0, totalItems: 0 };
    return { deck: { ...deck, cardCount: 0, flashcards: { items: [], pageInfo } } };
  };
  open('/mydecks/12', { DeckDetailScreen: empty });
  await screen.findByText('No Flashcards Yet');
  for (const name of ['Add Flashcard', 'Generate with AI', 'More ways to add cards'])
    expect(screen.getByRole('button', { name })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Pick starter decks' })).toBeTruthy();
});
