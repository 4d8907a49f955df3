import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderScreen, type Answers } from '../../test/render-screen.tsx';
import { DeckPage } from './deck-page.tsx';

const aCard = (id: string) => ({
  __typename: 'Flashcard',
  id,
  frontText: `Question ${id}`,
  backText: `Answer ${id}`,
  schedule: null,
});

/** 25 cards on three pages. */
const deckScreen = ({ page }: { page: number }) => ({
  deck: {
    __typename: 'Deck',
    id: '12',
    title: 'Rivers',
    description: 'Sources and mouths',
    mastery: null,
    cardCount: 25,
    progress: null,
    flashcards: {
      items: [aCard(`${page}a`), aCard(`${page}b`)],
      pageInfo: { __typename: 'PageInfo', page, totalPages: 3, totalItems: 25 },
    },
  },
});

function open(at: string, answers: Answers = {}) {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const screenAt = { screen: <DeckPage />, path: '/mydecks/:deckId', at };
  return renderScreen({ ...screenAt, answers: { DeckDetailScreen: deckScreen, ...answers } });
}

it('a reload shows the page of cards that was being read', async () => {
  open('/mydecks/12?page=2');
  expect(await screen.findByText('Question 2a')).toBeTruthy();
});

it('the page of cards that is chosen stands in the address', async () => {
  const { router } = open('/mydecks/12');
  await screen.findByText('Question 1a');
  await userEvent.click(screen.getByRole('button', { name: 'Go to page 3' }));
  expect(await screen.findByText('Question 3a')).toBeTruthy();
  expect(router.state.location.search).toBe('?page=3');
});

it('a page that is not there any more becomes the last one', async () => {
  const { router } = open('/mydecks/12?page=9');
  await waitFor(() => expect(router.state.location.search).toBe('?page=3'));
});

it('finds cards by a part of them, from the first page on, and says how many', async () => {
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
