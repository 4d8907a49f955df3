import { expect, it } from 'vitest';
import { adminRoutes } from './admin.ts';
import { aiRoutes } from './ai.ts';
import { defineRoute } from './route.ts';

/** Timeout of the facade for routes without one of their own. */
const defaultMs = 15_000;

it.each([adminRoutes.deleteUsers, adminRoutes.createDemoUsers, aiRoutes.generateCards])(
  '$operationId has a longer timeout than the 15 seconds of the facade',
  (route) => expect(route.timeoutMs).toBeGreaterThan(defaultMs),
);

it('a misspelt field of a route is a type error', () => {
  const route = defineRoute({
    operationId: 'readThing',
    method: 'GET',
    path: '/thing',
    owner: 'decks',
    exposure: 'public',
    access: 'learner',
    summary: 'A thing.',
    status: 200,
    // @ts-expect-error: RestRoute has `timeoutMs`.
    answerMs: defaultMs,
  });
  expect(route.operationId).toBe('readThing');
});
