import type { EarlyRequest } from '../../../../shared/apollo/early-requests.ts';
import type { CurrentViewerQuery } from '../../../../shared/auth/auth.generated.ts';
import { readToken } from '../../../../shared/auth/token.ts';
import { learnServerTime, serverNow, serverTimeOf } from '../../../../shared/browser/server-clock.ts';
import { localStore } from '../../../../shared/browser/storage.ts';
import { lockOf } from '../load/loaded-session.ts';
import type { SessionWords } from '../state/session-words.ts';
import { fillShell } from './fill-shell.ts';
import { firstScreenOf, type SessionData } from './first-screen.ts';
import { keepPresses } from './keep-press.ts';

/** Data of a response without errors. The client reads the response as well, so this reads a copy. */
async function dataOf<Data>(request: EarlyRequest): Promise<Data | null> {
  const response = await request.response;
  const copy = response.clone();
  learnServerTime(serverTimeOf(response), request.sentAt, request.receivedAt);
  const { data, errors } = await copy.json();
  return response.ok && !errors ? data : null;
}

const isOfToken = ({ headers }: EarlyRequest) => headers['authorization'] === `Bearer ${readToken()}`;

/** Whether answers are unsent: the client sends them first and then loads the session again. */
const hasUnsent = (userId: string) =>
  ['answers', 'unsent'].some((kind) => localStore.getItem(`kumbuka.${kind}.${userId}`) !== null);

/** Whether another tab has this session: the client then asks before it takes it over. */
async function isInOtherTab(name: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some((lock) => lock.name === name);
}

/**
 * Script in the page of a session, which runs before the client is there: shows the session's shell, and its first card
 * once the early responses are there, but only when it is certain that the client shows the same.
 */
export async function showFirstCard(words: SessionWords): Promise<void> {
  const page = document.documentElement;
  const [ofViewer, ofSession] = globalThis.earlyRequests ?? [];
  if (!ofViewer || !ofSession) return;
  page.dataset['shell'] = 'shown';
  const [user, data] = await Promise.all([
    dataOf<CurrentViewerQuery>(ofViewer),
    dataOf<SessionData>(ofSession),
  ]);
  if (!user?.viewer || !data?.viewer) return;
  const { viewer } = user;
  const deckId = decodeURIComponent(location.pathname.split('/')[2] ?? '');
  const now = new Date(serverNow());
  const screen = firstScreenOf({ deckId, viewer, data, words, now, language: page.lang });
  const isTaken = await isInOtherTab(lockOf(viewer.id, location.pathname));
  const shell = document.getElementById('shell');
  if (!screen || isTaken || !shell || hasUnsent(viewer.id) || !isOfToken(ofViewer)) return;
  fillShell(shell, screen);
  page.dataset['shell'] = 'filled';
  keepPresses(shell);
  // Another person who signs in in another tab must not see this card.
  window.addEventListener('storage', () => isOfToken(ofViewer) || delete page.dataset['shell']);
}

/** What the page calls. */
export const start = (words: SessionWords): void => void showFirstCard(words).catch(() => {});
