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
const found: Responses = {
  PaletteDecks: () => decksOf(deck('12', 'Rivers of Kenya')),
  PaletteLatestDecks: () => decksOf(deck('12', 'Rivers of Kenya')),
  PaletteCards: () => ({
    deck: {
      ...deck('12', 'Rivers of Kenya'),
      flashcards: { items: [{ __typename: 'Flashcard', id: '3', frontText: 'Where does the Tana end?' }] },
    },
  }),
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
