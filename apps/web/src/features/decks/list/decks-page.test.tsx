import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fill } from '../../../test/fill.ts';
import { refusal, renderScreen, type Responses } from '../../../test/render-screen.tsx';
import { DecksPage } from './decks-page.tsx';

const aDeck = (id: string, title: string) => ({
  __typename: 'Deck',
  id,
  title,
  description: 'Sources and mouths',
  subject: 'Geography',
  category: 'Kenya',
  difficulty: 3,
  frontLanguage: null,
  backLanguage: null,
  lastStudied: null,
  mastery: null,
  cardCount: 4,
  progress: null,
  version: 1,
});
/** No network fails within the same moment. */
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const deckList = (titles: readonly string[]) => ({
  viewer: {
    __typename: 'User',
    id: '7',
    decks: {
      __typename: 'DeckPage',
      items: titles.map((title, index) => aDeck(String(index), title)),
      pageInfo: { __typename: 'PageInfo', page: 1, totalPages: 1, totalItems: titles.length },
    },
    deckFacets: { __typename: 'DeckFacets', subjects: [], categories: [] },
  },
});

const open = (responses: Responses) =>
  renderScreen({
    screen: (
      <main id="main" tabIndex={-1}>
        <DecksPage />
      </main>
    ),
    at: '/mydecks',
    responses: { DecksScreen: () => deckList(['Rivers', 'Lakes']), ...responses },
  });

it('a failed search does not show all decks as found', async () => {
  let away = true;
  const respond = async ({ filter }: { filter: { titleContains?: string } }) => {
    if (filter.titleContains === undefined) return deckList(['Rivers', 'Lakes']);
    await pause(100);
    if (away) throw new TypeError('Failed to fetch');
    return deckList(['Lakes']);
  };
  open({ DecksScreen: respond });
  await screen.findByText('Rivers');
  await userEvent.type(screen.getByLabelText('Search titles'), 'lak');
  expect(await screen.findByText('Your decks could not be loaded')).toBeTruthy();
  expect(screen.queryByText('Rivers')).toBeNull();
  expect(screen.queryByText('2 decks found')).toBeNull();
  away = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1 deck found')).toBeTruthy();
});

it('a search keeps the filter that was chosen before it', async () => {
  const decks = vi.fn((_variables: unknown) => deckList(['Rivers', 'Lakes']));
  const { router } = open({ DecksScreen: decks });
  await screen.findByText('Rivers');
  await userEvent.click(screen.getByLabelText('Difficulty'));
  await userEvent.click(await screen.findByRole('option', { name: 'Level 3' }));
  fill('Search titles', 'lak');
  const filter = { titleContains: 'lak', difficulty: 3 };
  await waitFor(() =>
    expect(decks).toHaveBeenLastCalledWith(expect.objectContaining({ filter }), expect.anything()),
  );
  expect(router.state.location.search).toContain('q=lak');
  expect(router.state.location.search).toContain('difficulty=3');
});

it('a deck is reported as deleted, not as missing, when the first response was lost', async () => {
  let attempts = 0;
  const remove = () => {
    attempts += 1;
    if (attempts === 1) throw new TypeError('Failed to fetch');
    return refusal('DECK_NOT_FOUND', 'This deck does not exist.');
  };
  open({ DeleteDeck: remove });
  await userEvent.click(await screen.findByRole('button', { name: 'Change Rivers' }));
  await userEvent.click(await screen.findByText('Delete deck'));
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('An error occurred while deleting the deck.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Deck deleted.')).toBeTruthy();
});

it('the focus moves to the page when the deck that had it is deleted', async () => {
  open({ DeleteDeck: () => ({ deleteDeck: '0' }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Change Rivers' }));
  await userEvent.click(await screen.findByText('Delete deck'));
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(document.activeElement?.id).toBe('main'));
});

it('a deleted deck comes back by the button beside the note, and without a network the note says so first', async () => {
  let away = true;
  let isDeleted = false;
  open({
    DecksScreen: () => deckList(isDeleted ? ['Lakes'] : ['Rivers', 'Lakes']),
    DeleteDeck: () => {
      isDeleted = true;
      return { deleteDeck: '0' };
    },
    RestoreDeck: () => {
      if (away) throw new TypeError('Failed to fetch');
      isDeleted = false;
      return { restoreDeck: { __typename: 'Deck', id: '0' } };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Change Rivers' }));
  await userEvent.click(await screen.findByText('Delete deck'));
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(screen.queryByText('Rivers')).toBeNull());
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('No connection: nothing was restored yet.')).toBeTruthy();
  expect(screen.queryByText('Rivers')).toBeNull();
  away = false;
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Deck restored.')).toBeTruthy();
  expect(await screen.findByText('Rivers')).toBeTruthy();
});

it('My Decks without a deck offers starter decks, pasting and AI (D29)', async () => {
  open({ DecksScreen: () => deckList([]) });
  expect((await screen.findByRole('link', { name: 'Pick starter decks' })).getAttribute('href')).toBe(
    '/welcome',
  );
  expect(screen.getByRole('link', { name: 'Make cards from a text with AI' })).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Paste a list' }));
  expect(await screen.findByRole('dialog', { name: 'Create New Deck' })).toBeTruthy();
});

it('the confirmation of a deletion names the deck and the number of its cards', async () => {
  open({});
  await userEvent.click(await screen.findByRole('button', { name: 'Change Rivers' }));
  await userEvent.click(await screen.findByText('Delete deck'));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('Rivers');
  expect(dialog.textContent).toContain('4 cards');
});

it('My Decks can show decks as a list, and the browser remembers that', async () => {
  open({});
  await userEvent.click(await screen.findByRole('button', { name: 'Show as list' }));
  const list = screen.getByRole('list', { name: 'Decks' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  expect(within(list).getByRole('link', { name: 'View Rivers' }).getAttribute('href')).toBe('/mydecks/0');
  expect(within(list).getByRole('link', { name: 'Study: Lakes' }).getAttribute('href')).toBe('/study/1');
  await userEvent.click(within(list).getByRole('button', { name: 'Change Rivers' }));
  expect(await screen.findByText('Delete deck')).toBeTruthy();
  cleanup();

  open({});
  expect(await screen.findByRole('list', { name: 'Decks' })).toBeTruthy();
  expect(screen.queryByRole('article')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show as tiles' }));
  expect(screen.getAllByRole('article')).toHaveLength(2);
});

it('My Decks can be sorted by what is due first, and the browser remembers that', async () => {
  const sorts: string[] = [];
  const respond = ({ sort }: { sort: string }) => {
    sorts.push(sort);
    return deckList(sort === 'DUE' ? ['Lakes', 'Rivers'] : ['Rivers', 'Lakes']);
  };
  const titles = () =>
    screen.getAllByRole('article').map((deck) => within(deck).getByRole('heading').textContent);
  open({ DecksScreen: respond });
  await screen.findByText('Rivers');
  await userEvent.click(screen.getByLabelText('Sort By'));
  await userEvent.click(await screen.findByRole('option', { name: 'Due first' }));
  await waitFor(() => expect(titles()).toEqual(['Lakes', 'Rivers']));
  cleanup();

  open({ DecksScreen: respond });
  await screen.findByText('Rivers');
  expect(titles()).toEqual(['Lakes', 'Rivers']);
  expect(sorts).toEqual(['RECENT', 'DUE', 'DUE']);
  localStorage.clear();
});
