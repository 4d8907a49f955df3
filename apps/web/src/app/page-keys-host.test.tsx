import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useAuth } from '../shared/auth/auth-context.tsx';
import { anAuthApi, asha, refusal, renderScreen, someStats, type Responses } from '../test/render-screen.tsx';
import { PageKeysHost } from './page-keys-host.tsx';

beforeEach(() => {
  localStorage.setItem('authToken', 'tok');
  Element.prototype.scrollIntoView = () => {};
});

const deck = (id: string, title: string) => ({ __typename: 'Deck', id, title });
const decksOf = (...items: unknown[]) => ({ viewer: { __typename: 'User', id: '7', decks: { items } } });
const cardsOf = (next: string | null, ...cards: (readonly [id: string, front: string])[]) => ({
  viewer: {
    __typename: 'User',
    id: '7',
    cardSearch: {
      __typename: 'CardSearch',
      items: cards.map(([id, frontText]) => ({
        __typename: 'Flashcard',
        id,
        frontText,
        deck: deck('12', 'Rivers of Kenya'),
      })),
      next,
    },
  },
});
const found: Responses = {
  PaletteDecks: () => decksOf(deck('12', 'Rivers of Kenya')),
  PaletteCards: () => cardsOf(null, ['3', 'Where does the Tana end?']),
};

/** The learner's preferences are known once there is a user. */
const Who = () => <p>{useAuth().user?.username}</p>;

async function open(responses: Responses = found, singleKeyShortcuts = true) {
  const stats = {
    ...someStats,
    singleKeyShortcuts,
  };
  const opened = renderScreen({
    screen: (
      <>
        <PageKeysHost hasButton />
        <input aria-label="Notes" />
        <Who />
      </>
    ),
    at: '/study/12',
    path: '/study/:deckId',
    api: anAuthApi({ viewer: async () => ({ ...asha, stats }) }),
    responses,
  });
  await screen.findByText('asha');
  return opened;
}
const press = (key: string, changes = {}) => fireEvent.keyDown(document.body, { key, ...changes });

it('? lists the shortcuts of the screen, although it takes Shift', async () => {
  await open();
  press('?', { shiftKey: true });
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(dialog.textContent).toContain('Undo the answer');
  expect(dialog.textContent).toContain('Go to a page, deck or card');
});

it('Ctrl and K belong to a composition while there is one, and open nothing', async () => {
  await open();
  press('k', { ctrlKey: true, isComposing: true });
  press('k', { ctrlKey: true, keyCode: 229 });
  expect(screen.queryByRole('dialog')).toBeNull();
  press('k', { ctrlKey: true });
  expect(await screen.findByRole('dialog', { name: 'Go to a page, deck or card' })).toBeTruthy();
});

it('? typed into a field, or with single keys switched off, opens nothing', async () => {
  await open(found, false);
  fireEvent.keyDown(screen.getByLabelText('Notes'), { key: '?' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  press('?');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([{ ctrlKey: true }, { metaKey: true }])(
  '%o and K finds a deck and a card and goes there',
  async (held) => {
    const { router } = await open();
    press('k', held);
    const input = await screen.findByRole('combobox');
    fireEvent.change(input, { target: { value: 'tana' } });
    expect(await screen.findByRole('option', { name: /Where does the Tana end\?/ })).toBeTruthy();
    expect(screen.getByRole('option', { name: /^Study Rivers of Kenya/ })).toBeTruthy();
    fireEvent.keyDown(input, { key: 'ArrowUp' });
    fireEvent.keyDown(input, { key: 'Enter' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/mydecks/12'));
    expect(router.state.location.search).toBe('?q=tana');
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

it('the palette finds a card in the last of many decks, and shows each part of the search as it comes', async () => {
  const last = Promise.withResolvers<unknown>();
  const parts = new Map<unknown, unknown>([
    [null, cardsOf('500', ['3', 'Where does the Tana end?'])],
    ['500', last.promise],
  ]);
  const { router } = await open({
    ...found,
    PaletteCards: ({ after }: { after: string | null }) => parts.get(after),
  });
  press('k', { ctrlKey: true });
  const input = await screen.findByRole('combobox');
  fireEvent.change(input, { target: { value: 'tana' } });
  expect(await screen.findByRole('option', { name: /Where does the Tana end\?/ })).toBeTruthy();
  expect(screen.getByText('Searching…')).toBeTruthy();
  last.resolve(cardsOf(null, ['9', 'Mto Tana huishia wapi?']));
  expect(await screen.findByRole('option', { name: /Mto Tana huishia wapi\?/ })).toBeTruthy();
  expect(screen.queryByText('Searching…')).toBeNull();
  expect(router.state.location.pathname).toBe('/study/12');
});

it('a late part of an earlier search does not replace the cards of the next one', async () => {
  const late = Promise.withResolvers<unknown>();
  const search = ({ text }: { text: string }) =>
    text === 'ta' ? late.promise : cardsOf(null, ['9', 'Mto Tana huishia wapi?']);
  await open({ ...found, PaletteCards: search });
  press('k', { ctrlKey: true });
  const input = await screen.findByRole('combobox');
  fireEvent.change(input, { target: { value: 'ta' } });
  await new Promise((resolve) => setTimeout(resolve, 300));
  fireEvent.change(input, { target: { value: 'tana' } });
  expect(await screen.findByRole('option', { name: /Mto Tana huishia wapi\?/ })).toBeTruthy();
  late.resolve(cardsOf(null, ['3', 'What is taro?']));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByRole('option', { name: /What is taro\?/ })).toBeNull();
});

it('a failed search does not say that nothing was found', async () => {
  await open({ ...found, PaletteDecks: vi.fn(() => refusal('UNAVAILABLE', 'Down')) });
  press('k', { ctrlKey: true });
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'tana' } });
  expect(await screen.findByText('Decks and cards could not be searched.')).toBeTruthy();
  expect(screen.queryByText('Nothing found.')).toBeNull();
});

it.each([
  ['while it composes', { isComposing: true }],
  ['as Safari ends a composition', { keyCode: 229 }],
])('a key of an input method opens nothing and moves nothing in the palette: %s', async (_how, composing) => {
  const { router } = await open();
  press('k', { ctrlKey: true });
  const field = await screen.findByRole('combobox');
  const chosen = field.getAttribute('aria-activedescendant');
  for (const key of ['Enter', 'ArrowDown'])
    expect(fireEvent.keyDown(field, { key, ...composing })).toBe(true);
  expect(field.getAttribute('aria-activedescendant')).toBe(chosen);
  expect(router.state.location.pathname).toBe('/study/12');
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(field.getAttribute('aria-activedescendant')).not.toBe(chosen);
});
