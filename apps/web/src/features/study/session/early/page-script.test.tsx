import { ThemeProvider } from '@mui/material/styles';
import { cleanup, render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { CurrentViewerQuery } from '../../../../shared/auth/auth.generated.ts';
import { keyOf } from '../../../../shared/offline/outbox.ts';
import { theme } from '../../../../shared/theme/theme.ts';
import { FlipCard } from '../../../../shared/ui/card/flip-card.tsx';
import { aNewCard, newSchedule } from '../../../../test/new-card.ts';
import { SignedIn } from '../../../../test/open-session.tsx';
import { anAuthApi, asha, renderScreen, someStats } from '../../../../test/render-screen.tsx';
import type { DeckSessionQuery, DueSessionQuery } from '../load/load-session.generated.ts';
import { lockOf } from '../load/loaded-session.ts';
import { sessionWords } from '../state/session-words.ts';
import { listening } from './keep-press.ts';
import { showFirstCard } from './page-script.ts';
import { looks, SessionShell } from './session-shell.tsx';

type Viewer = CurrentViewerQuery['viewer'];
type Deck = DeckSessionQuery['deck'];
type Card = Deck['flashcards']['items'][number];
type QueueItem = NonNullable<DueSessionQuery['viewer']['studyQueue']>['items'][number];

const page = document.documentElement;
const viewer: Viewer = { ...asha, stats: someStats };
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** As the server sends it; the client joins fragments by the type. */
const named = <Value extends object>(__typename: string, value: Value): Value => ({ __typename, ...value });

const learned: Card['schedule'] = {
  ...newSchedule,
  state: 'REVIEW',
  isDue: true,
  predictedRecall: 0.876,
  studyCount: 6,
  correctAttempts: 4,
  incorrectAttempts: 2,
  isLearned: true,
  lastStudiedAt: hoursAgo(9 * 24),
};

const noLanguages = { frontLanguage: null, backLanguage: null };
const aCard = (id: string, changes: Partial<Card> = {}): Card => ({ ...aNewCard(id), ...changes });
const cards = (count: number) => Array.from({ length: count }, (_, index) => aCard(String(index + 1)));
const reversed = (items: Card[]) => items.map(({ id }) => id).toReversed();

interface DeckChanges {
  totalItems?: number;
  order?: string[] | null;
  open?: DeckSessionQuery['viewer']['openSession'];
}

/** Session data of deck 12, whose last card the server wants first. */
const ofDeck = (items: Card[], changes: DeckChanges = {}): DeckSessionQuery => {
  const { totalItems = items.length, order = reversed(items), open = null } = changes;
  return {
    viewer: named('User', {
      id: '7',
      studyOrder: order,
      studyQueue: { secondsPerAnswer: 30 },
      openSession: open,
    }),
    deck: named('Deck', {
      id: '12',
      title: 'Rivers',
      ...noLanguages,
      flashcards: { items, pageInfo: { totalItems } },
    }),
  };
};

const ofQueue = (items: QueueItem[], newCount = 0): DueSessionQuery => ({
  viewer: named('User', {
    id: '7',
    studyQueue: { dueCount: items.length, newCount, secondsPerAnswer: 20, items },
    openSession: null,
  }),
});
const queued = ({ id, schedule, ...card }: Card): QueueItem => ({
  flashcardId: id,
  deckId: '12',
  deck: named('Deck', { id: '12', title: 'Rivers', ...noLanguages }),
  flashcard: named('Flashcard', { id, ...card }),
  schedule: schedule ?? newSchedule,
});

const openElsewhere = (deck: { id: string; title: string } | null) => ({
  id: 's',
  answered: 3,
  minutes: 1,
  deck,
});

interface PageOptions {
  deckId?: string;
  user?: unknown;
  errors?: unknown[];
}

/** Writes the page as the server sends it, and the responses that its first script requested. */
function openPage(data: unknown, options: PageOptions = {}) {
  const { deckId = '12', user = viewer, errors } = options;
  window.history.replaceState({}, '', `/study/${deckId}`);
  localStorage.setItem('authToken', 'mine');
  const shell = renderToStaticMarkup(
    <ThemeProvider theme={theme}>
      <MemoryRouter>
        <SessionShell isOfOneDeck={deckId !== 'due'} />
      </MemoryRouter>
    </ThemeProvider>,
  );
  document.body.insertAdjacentHTML('beforeend', `<div id="shell">${shell}</div>`);
  globalThis.earlyRequests = [{ viewer: user }, data].map((body) => ({
    body: '',
    headers: { authorization: 'Bearer mine' },
    sentAt: Date.now(),
    receivedAt: Date.now(),
    response: Promise.resolve(Response.json({ data: body, ...(errors ? { errors } : {}) })),
  }));
}

const shellOfPage = () => document.getElementById('shell')!;

/** Returns the texts on the page, in order. Texts of buttons are left out: the client adds them. */
function textsIn(root: Element): string[] {
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  for (let node = nodes.nextNode(); node; node = nodes.nextNode())
    if (!node.parentElement?.closest('button, style, header, [data-look], [role="status"], [role="log"]'))
      texts.push(node.nodeValue ?? '');
  return texts.filter((text) => text.trim() !== '');
}

const ticksIn = (root: Element) =>
  root.querySelector('[role="progressbar"] > div, [data-slot$="ticks"] > div')?.children.length;

/** Returns the first screen of the client for the same data. */
async function firstOfClient(data: DeckSessionQuery | DueSessionQuery, deckId: string) {
  localStorage.setItem('authToken', 'mine');
  const named = 'deck' in data ? { DeckSession: () => data } : { DueSession: () => data };
  renderScreen({
    screen: <SignedIn />,
    at: `/study/${deckId}`,
    path: '/study/:deckId',
    api: anAuthApi({ viewer: async () => viewer }),
    responses: named,
  });
  await screen.findByRole('progressbar');
  const seen = { texts: textsIn(document.body), ticks: ticksIn(document.body) };
  cleanup();
  return seen;
}

beforeEach(() => {
  page.lang = 'en';
});
afterEach(async () => {
  shellOfPage()?.remove();
  // Stops keeping presses, which would include those of other tests.
  window.dispatchEvent(new Event(listening));
  await new Promise((resolve) => setTimeout(resolve));
  delete page.dataset['shell'];
  globalThis.earlyRequests = undefined;
  Reflect.deleteProperty(navigator, 'locks');
});

const marked = aCard('2', { isFlagged: true, schedule: learned });
const today = { ...learned, isLearned: false, lastStudiedAt: hoursAgo(0), predictedRecall: null };

it.each([
  ['a new deck', '12', ofDeck(cards(2))],
  ['a single card', '12', ofDeck(cards(1))],
  ['a flagged and mastered card', '12', ofDeck([aCard('1'), marked])],
  ['a card of today', '12', ofDeck([aCard('1', { schedule: today })])],
  ['a portion of a large deck', '12', ofDeck(cards(60))],
  ['a first card that was suspended', '12', ofDeck([aCard('1'), aCard('2', { isSuspended: true })])],
  ['an order without the newest card', '12', ofDeck(cards(3), { order: ['2', '1'] })],
  ['no numbers of studying', '12', ofDeck([aCard('1', { schedule: null })], { order: null })],
  ['due cards of all decks', 'due', ofQueue([queued(marked), queued(aCard('3'))])],
  ['new cards of all decks', 'due', ofQueue(cards(40).map(queued), 90)],
  ['a long session', 'due', ofQueue(cards(35).map((card) => queued({ ...card, schedule: learned })))],
])('the page shows the same first screen of %s as the client after it', async (_of, deckId, data) => {
  const ofClient = await firstOfClient(data, deckId);
  openPage(data, { deckId });
  await showFirstCard(sessionWords());
  expect(page.dataset['shell']).toBe('filled');
  expect(textsIn(shellOfPage())).toEqual(ofClient.texts);
  expect(ticksIn(shellOfPage())).toBe(ofClient.ticks);
});

it.each(looks)('the page sets a text in the same typeface as the client: %j', async (text) => {
  const classesIn = (root: ParentNode) =>
    [...root.querySelectorAll('[data-card-text]')]
      .filter((face) => !face.closest('[data-look]'))
      .map(({ className }) => className);
  render(
    <ThemeProvider theme={theme}>
      <FlipCard size="study" question={text} answer={text} flipped={false} onFlip={() => {}} />
    </ThemeProvider>,
  );
  const ofClient = classesIn(document);
  cleanup();
  openPage(ofDeck([aCard('1', { frontText: text, backText: text })]));
  await showFirstCard(sessionWords());
  expect(classesIn(document)).toEqual(ofClient);
});

it('a question with HTML tags is shown as text', async () => {
  openPage(ofDeck([aCard('1', { frontText: '<img src="/x" onerror="alert(1)">' })]));
  await showFirstCard(sessionWords());
  expect(shellOfPage().textContent).toContain('<img src="/x" onerror="alert(1)">');
  expect(shellOfPage().querySelector('img')).toBeNull();
});

it('an open session of another deck does not keep the page from showing the first card', async () => {
  openPage(ofDeck(cards(2), { open: openElsewhere({ id: '13', title: 'Lakes' }) }));
  await showFirstCard(sessionWords());
  expect(page.dataset['shell']).toBe('filled');
});

const deckOfTwo = ofDeck(cards(2));
const withStats = (changes: object) => ({ user: { ...viewer, stats: { ...someStats, ...changes } } });

it.each([
  [
    'began this session on another device',
    ofDeck(cards(2), { open: openElsewhere({ id: '12', title: 'Rivers' }) }),
  ],
  ['has a deck that needs a second request', ofDeck(cards(100), { totalItems: 300 })],
  ['has an empty deck', ofDeck([])],
  ['suspended all cards', ofDeck([aCard('1', { isSuspended: true })])],
  ['has no such deck', { viewer: deckOfTwo.viewer, deck: null }],
  ['has no zone yet, which the client sets first', deckOfTwo, withStats({ zoneFollowsDevice: true })],
  ['has no numbers of studying', deckOfTwo, { user: asha }],
  ['reads in another language', deckOfTwo, { user: { ...viewer, language: 'SW' } }],
  ['is not signed in any more', null, { user: null, errors: [{ message: 'Sign in.' }] }],
  ['gets a part of the data and an error', deckOfTwo, { errors: [{ message: 'A service is away.' }] }],
])(
  'the page leaves the first card to the client when the learner %s',
  async (_why, data, options?: PageOptions) => {
    openPage(data, options);
    await showFirstCard(sessionWords());
    expect(page.dataset['shell']).toBe('shown');
    expect(textsIn(shellOfPage()).join()).not.toMatch(/Question \d|Rivers/);
  },
);

it('the page leaves the first card to the client while answers are unsent, because they change the order', async () => {
  openPage(deckOfTwo);
  localStorage.setItem(keyOf('7'), '[{}]');
  await showFirstCard(sessionWords());
  expect(page.dataset['shell']).toBe('shown');
});

it('the page leaves the first card to the client when its session is open in another tab', async () => {
  const query = async () => ({ held: [{ name: lockOf('7', '/study/12') }] });
  Object.defineProperty(navigator, 'locks', { value: { query }, configurable: true });
  openPage(deckOfTwo);
  await showFirstCard(sessionWords());
  expect(page.dataset['shell']).toBe('shown');
});

it('a paused session does not even show the shell, because it has another first card', async () => {
  openPage(deckOfTwo);
  globalThis.earlyRequests?.pop();
  await showFirstCard(sessionWords());
  expect(page.dataset['shell']).toBeUndefined();
});

it('the first card disappears when somebody else signs in in another tab', async () => {
  openPage(deckOfTwo);
  await showFirstCard(sessionWords());
  window.dispatchEvent(new StorageEvent('storage', { key: 'kumbuka.theme' }));
  expect(page.dataset['shell']).toBe('filled');
  localStorage.setItem('authToken', 'of another');
  window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' }));
  expect(page.dataset['shell']).toBeUndefined();
});

it('the first card is not shown when somebody else signed in before the data arrived', async () => {
  openPage(deckOfTwo);
  localStorage.setItem('authToken', 'of another');
  await showFirstCard(sessionWords());
  expect(page.dataset['shell']).toBe('shown');
});

it('the client can still read the responses that the page read', async () => {
  openPage(deckOfTwo);
  const { response } = globalThis.earlyRequests![1]!;
  await showFirstCard(sessionWords());
  expect(await (await response).json()).toEqual({ data: deckOfTwo });
});

it.each<[string, () => void, string]>([
  [
    'a key',
    () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true })),
    ' ',
  ],
  [
    'a tap',
    () => document.body.dispatchEvent(new MouseEvent('click', { clientX: 5, bubbles: true })),
    'card',
  ],
])(
  '%s on the first card before the client is ready reaches the client once, in order',
  async (_what, press, kept) => {
    openPage(deckOfTwo);
    await showFirstCard(sessionWords());
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
    press();
    press();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true }));
    const taken: string[] = [];
    const client = document.createElement('div');
    client.addEventListener('click', () => taken.push('card'));
    document.elementFromPoint = (x) => (x === 5 ? client : null);
    onTestFinished(() => void Reflect.deleteProperty(document, 'elementFromPoint'));
    const listen = ({ key }: KeyboardEvent) => taken.push(key);
    document.getElementById('shell')?.replaceWith(client);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(taken).toEqual([]);
    window.addEventListener('keydown', listen);
    window.dispatchEvent(new Event(listening));
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'u', bubbles: true }));
    await expect.poll(() => taken).toEqual([kept, '1', 'u']);
    await new Promise((resolve) => setTimeout(resolve, 60));
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'u', bubbles: true }));
    expect(taken).toEqual([kept, '1', 'u', 'u']);
    window.removeEventListener('keydown', listen);
  },
);

it('the first card has its button before the client is there (D35)', async () => {
  openPage(ofDeck(cards(3)));
  await showFirstCard(sessionWords());
  const buttons = [...shellOfPage().querySelectorAll('button')].filter(
    (each) => !each.closest('[data-look]'),
  );
  expect(buttons.map((button) => button.textContent)).toContain('Show AnswerSpace');
});
