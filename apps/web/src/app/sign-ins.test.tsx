import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { unsentAnswers } from '../shared/offline/unsent.ts';
import { fill } from '../test/fill.ts';
import { replyTo } from '../test/network/replies.ts';
import { aLearner } from '../test/network/world.ts';
import { renderRoutes } from '../test/render-routes.tsx';

interface Call {
  name: string;
  token: string | null;
}

const names: Record<string, string> = { '1': 'asha', '2': 'ben' };
let issued = 0;
const tokenOf = (sub: string) => {
  const iat = Math.floor(Date.now() / 1000);
  return `h.${btoa(JSON.stringify({ sub, iat, exp: iat + 43_200, jti: issued++ }))}.s`;
};
const subjectOf = (token: string | null) =>
  token === null ? null : String(JSON.parse(atob(token.split('.')[1] ?? '')).sub);

/** A server that knows its tokens, until they are ended. */
function startServer() {
  const ended = new Set<string>();
  const calls: Call[] = [];
  let signingIn = '1';
  let fault: number | null = null;
  const json = (body: unknown, status = 200) =>
    new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/graphql-response+json' },
    });
  const refused = () =>
    json({
      data: null,
      errors: [{ message: 'Please sign in.', extensions: { code: 'UNAUTHENTICATED' } }],
    });
  const serve: typeof fetch = async (_input, init) => {
    const { operationName: name, query, variables } = JSON.parse(String(init?.body));
    const token = new Headers(init?.headers).get('authorization')?.slice('Bearer '.length) ?? null;
    calls.push({ name, token });
    if (fault !== null) return json({}, fault);
    if (name === 'RenewAccess') return refused();
    if (token === null && name !== 'LogIn' && name !== 'CurrentViewer')
      throw new TypeError('Failed to fetch');
    if (token !== null && ended.has(token)) return refused();
    const id = subjectOf(token) ?? signingIn;
    const world = {
      ...aLearner,
      'User.id': id,
      'User.username': names[id],
      'Deck.title': (place: number) => `Deck ${place + 1} of ${names[id]}`,
      'LoggedIn.accessToken': () => tokenOf(signingIn),
    };
    return json(await replyTo(world, query, variables));
  };
  return {
    serve,
    calls,
    end: (token: string | null) => void ended.add(token ?? ''),
    signInAs: (id: string) => void (signingIn = id),
    failWith: (status: number | null) => void (fault = status),
    sentAs: (id: string) => calls.filter(({ token }) => subjectOf(token) === id).map(({ name }) => name),
  };
}

const stored = () => localStorage.getItem('authToken');

function open(at: string) {
  const router = renderRoutes(at);
  return { path: () => router.state.location.pathname };
}

let server: ReturnType<typeof startServer>;
beforeEach(() => {
  server = startServer();
  vi.stubGlobal('fetch', server.serve);
  vi.stubGlobal('scrollTo', () => {});
  Element.prototype.scrollIntoView = () => {};
  localStorage.setItem('authToken', tokenOf('1'));
});
afterEach(() => vi.unstubAllGlobals());

async function openCardForm() {
  const page = open('/mydecks/1');
  await userEvent.click((await screen.findAllByRole('button', { name: 'Add Flashcard' }))[0]!);
  await screen.findByLabelText(/^Question/);
  fill('Question', 'Which river?');
  fill('Answer', 'The Tana');
  return page;
}
const addCard = async () =>
  userEvent.click((await screen.findAllByRole('button', { name: 'Add Flashcard' })).at(-1)!);

async function signInAgain() {
  fill('Password', 'secret-word');
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
}

it('a form that was open when the session expired keeps its text, and can be sent after a new sign-in', async () => {
  const { path } = await openCardForm();
  server.end(stored());
  await addCard();
  expect(await screen.findByText('Sign in again')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Email/).value).toBe('asha@example.com');
  expect(stored()).toBeNull();
  await signInAgain();
  await waitFor(() => expect(screen.queryByText('Sign in again')).toBeNull());
  expect(path()).toBe('/mydecks/1');
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Answer/).value).toBe('The Tana');
  await addCard();
  expect(await screen.findByText('Flashcard added.')).toBeTruthy();
});

it('another user who signs in on a locked page gets a new page', async () => {
  const { path } = await openCardForm();
  server.end(stored());
  await addCard();
  await screen.findByText('Sign in again');
  server.signInAs('2');
  await signInAgain();
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(await screen.findAllByText('Deck 1 of ben')).not.toEqual([]);
  expect(screen.queryByDisplayValue('The Tana')).toBeNull();
  expect(screen.queryByText(/of asha/)).toBeNull();
});

it('a learner can leave a locked page for the login', async () => {
  const { path } = await openCardForm();
  server.end(stored());
  await addCard();
  await userEvent.click(await screen.findByRole('button', { name: 'Leave this page' }));
  await waitFor(() => expect(path()).toBe('/login'));
  expect(screen.queryByDisplayValue('The Tana')).toBeNull();
});

it.each([429, 500])(
  'a response of %i at the start does not sign out: a page offers a retry',
  async (status) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    server.failWith(status);
    const { path } = open('/mydecks');
    expect(await screen.findByText('Your account could not be loaded')).toBeTruthy();
    expect(stored()).not.toBeNull();
    server.failWith(null);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Deck 1 of asha')).toBeTruthy();
    expect(path()).toBe('/mydecks');
  },
);

it('a page shows the decks of another user who signs in in another tab', async () => {
  const { path } = open('/mydecks');
  await screen.findByText('Deck 1 of asha');
  localStorage.setItem('authToken', tokenOf('2'));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' })));
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(await screen.findAllByText('Deck 1 of ben')).not.toEqual([]);
  expect(screen.queryByText(/of asha/)).toBeNull();
});

const anAnswer = {
  kind: 'answer',
  clientEventId: 'a1',
  deckId: '1',
  flashcardId: '1',
  wasCorrect: true,
  timeSpentMinutes: 0.1,
  sessionId: 's1',
  sessionDeckId: '1',
  answeredAt: '2026-11-21T09:00:00.000Z',
};

it('answers of one user wait for that user and are never sent with the token of another user', async () => {
  open('/mydecks');
  await screen.findByText('Deck 1 of asha');
  localStorage.setItem('kumbuka.answers.1', JSON.stringify([anAnswer]));
  // No tab was notified: the next call of this page finds the other token.
  localStorage.setItem('authToken', tokenOf('2'));
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findAllByText('Deck 1 of ben')).not.toEqual([]);
  expect(server.calls.map(({ name }) => name)).not.toContain('RecordAnswers');
  expect(unsentAnswers('1')).toBe(1);
  localStorage.setItem('authToken', tokenOf('1'));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' })));
  await waitFor(() => expect(unsentAnswers('1')).toBe(0));
  expect(server.sentAs('1')).toContain('RecordAnswers');
  expect(server.sentAs('2')).not.toContain('RecordAnswers');
});

it('a form of one user is never sent with the token of another user', async () => {
  await openCardForm();
  localStorage.setItem('authToken', tokenOf('2'));
  await addCard();
  expect(await screen.findAllByText('Deck 1 of ben')).not.toEqual([]);
  expect(server.calls.map(({ name }) => name)).not.toContain('AddFlashcard');
});
