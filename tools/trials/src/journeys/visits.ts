import type { Page } from '@playwright/test';
import { newLearner } from '../product/learner.ts';
import { giveRealDeck } from './real-deck.ts';
import { adminKey, rest } from './screens.ts';

export interface Visit {
  path: string;
  /** Token of the required account; none for visitors. */
  token?: string;
  isOperator?: boolean;
  /** Dialog that the address opens. */
  dialog?: string;
  /** Action on the screen, which must not shift the layout either. */
  act?: (page: Page) => Promise<void>;
}

const studyText = 'The Tana rises in the Aberdare Range and ends in the Indian Ocean. '.repeat(4);

async function previewCards(page: Page) {
  await page.getByRole('button', { name: 'Generate with AI' }).click();
  const dialog = page.getByRole('dialog', { name: 'Generate flashcards with AI' });
  await dialog.getByLabel('Study text', { exact: true }).fill(studyText);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: /^Insert / }).waitFor();
}

async function findNobody(page: Page) {
  await page.getByLabel('Search (email or username)').fill('nobody at all');
  await page.getByText('No users', { exact: true }).waitFor();
}

/** Returns every route of the web client, for a learner with a deck and one without. */
export async function visits(): Promise<Visit[]> {
  const learner = await newLearner(rest(), 'moraa');
  const newcomer = await newLearner(rest(), 'naliaka');
  const deckId = await giveRealDeck(learner, 30);
  const paths = ['/dashboard', '/mydecks', `/mydecks/${deckId}`, '/study', `/study/${deckId}`];
  const further = [
    '/study/due',
    '/stats',
    '/settings',
    '/billing/payments',
    '/billing/return',
    '/no/such/page',
  ];
  return [
    ...['/', '/login', '/signup', '/forgot-password'].map((path) => ({ path })),
    ...[...paths, ...further].map((path) => ({
      path,
      token: learner.token,
      ...(path === `/mydecks/${deckId}` && { act: previewCards }),
    })),
    { path: '/mydecks?ai=new', token: learner.token, dialog: 'Generate flashcards with AI' },
    { path: '/welcome', token: newcomer.token },
    ...['/admin', '/admin?tab=users', '/admin?tab=demo', '/admin?tab=audit'].map((path) => ({
      path,
      token: learner.token,
      isOperator: true,
      ...(path === '/admin?tab=users' && { act: findNobody }),
    })),
  ];
}

export const actAsOperator = (page: Page) =>
  page.addInitScript((key) => sessionStorage.setItem('kumbuka:admin-key', key), adminKey());

/** Visits two screens at a time, because most of a visit is waiting. */
export async function visitAll(list: readonly Visit[], look: (visit: Visit) => Promise<void>) {
  const left = list.values();
  const visitNext = async () => {
    for (const visit of left) await look(visit);
  };
  await Promise.all([visitNext(), visitNext()]);
}
