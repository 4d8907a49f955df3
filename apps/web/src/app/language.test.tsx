import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RouteObject } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chooseLanguage } from '../shared/i18n/chosen-language.ts';
import { showLanguage } from '../shared/i18n/i18n.ts';
import { fill } from '../test/fill.ts';
import { createNetwork } from '../test/network/network.ts';
import { aLearner } from '../test/network/world.ts';
import { renderRoutes } from '../test/render-routes.tsx';
import { routes } from './router.tsx';

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    createNetwork({
      world: { ...aLearner, 'User.language': null, 'LearnerStats.badges': [] },
      repeated: {},
      revokes: null,
    }).fetch,
  );
  vi.stubGlobal('scrollTo', () => {});
  Element.prototype.scrollIntoView = () => {};
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await showLanguage('en');
});

/** Title, texts and names of the page, one a line. */
const texts = () => {
  const names = [...document.querySelectorAll('[aria-label]')].map((each) => each.getAttribute('aria-label'));
  const lines = document.body.innerHTML.replaceAll(/(?:<style.*?<\/style>|<[^>]*>)+/g, '\n');
  return [document.title, lines, ...names].join('\n');
};

/** Resolves when three snapshots of the page are equal. */
async function settled() {
  await screen.findAllByRole('heading', { level: 1 });
  const looks = ['', ' '];
  await vi.waitFor(
    () => {
      looks.push(texts());
      if (new Set(looks.slice(-3)).size > 1) throw new Error('The page still changes.');
    },
    { interval: 60, timeout: 15_000 },
  );
}

/** All components of a route and the routes below it. Lazy components are loaded. */
async function componentsOf({
  Component,
  ErrorBoundary,
  lazy,
  children = [],
}: RouteObject): Promise<unknown[]> {
  const loaded = typeof lazy === 'function' ? await lazy() : {};
  const below = await Promise.all(children.map(componentsOf));
  return [Component, ErrorBoundary, loaded.Component, ...below.flat()].filter((each) => each !== undefined);
}

it('every component of a route renders again in another language', async () => {
  const components = (await Promise.all(routes.map(componentsOf))).flat() as { name: string }[];
  expect(components.length).toBeGreaterThan(20);
  expect(components.map(({ name }) => name).filter((name) => name !== 'InShownLanguage')).toEqual([]);
});

it.each(['/', '/dashboard', '/settings'])('a change of the language changes every text of %s', async (at) => {
  localStorage.setItem('authToken', 'a-token');
  renderRoutes(at);
  await settled();
  await act(() => chooseLanguage('sw'));
  const changed = texts();
  cleanup();
  renderRoutes(at);
  await vi.waitFor(() => expect(changed).toBe(texts()), { timeout: 15_000 });
});

it('a change of the language in another tab keeps what was typed in an open dialog', async () => {
  localStorage.setItem('authToken', 'a-token');
  renderRoutes('/mydecks/1');
  await userEvent.click((await screen.findAllByRole('button', { name: 'Add Flashcard' }))[0]!);
  await screen.findByLabelText(/^Question/);
  fill('Question', 'Which river?');
  await act(() => chooseLanguage('sw'));
  expect(screen.getByRole('dialog', { name: 'Ongeza Kadi Mpya' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Swali/).value).toBe('Which river?');
});
