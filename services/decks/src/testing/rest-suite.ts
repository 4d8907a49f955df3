// Decks on the embedded stack and requests to its routes, for tests of the routes. The test files of a process share the
// service.
import { buildTestService, type TestService } from '@kumbuka/testing';
import { beforeEach, test } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { someFields } from './builders.ts';

export let service: TestService;
/** Learner of a test, who has no decks at its start. */
export let learner = 100;
export const stranger = 99;

/** Clock that advances by a second on every read. */
let clock = Date.parse('2026-03-01T12:00:00Z');
const now = () => new Date((clock += 1_000));

// Vitest requires a pattern for the fixtures that this one uses.
// oxlint-disable-next-line no-empty-pattern
const inProcess = test.extend('started', { scope: 'worker' }, async ({}, { onCleanup }) => {
  service = await buildTestService((config) => createApp(config, { now }), loadConfig, {
    env: { WRITES_PER_MINUTE: '100000' },
  });
  onCleanup(() => service.stop());
  return true;
});

/** Makes the service available to the tests of a file, and a learner to each of them. */
export function useRoutes(): void {
  inProcess.beforeAll(({ started: _started }) => undefined);
  beforeEach(() => void (learner += 1));
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export const call = (method: Method, path: string, body?: unknown, as = learner) =>
  service.rest(method, path, { as, ...(body === undefined ? {} : { body }) });
export const get = (path: string, query: Record<string, string> = {}, as = learner) =>
  service.rest('GET', path, { as, query });

export const makeDeck = async (fields: Partial<ReturnType<typeof someFields>> = {}, as = learner) =>
  (await call('POST', '/decks', someFields(fields), as)).body as { id: number; title: string };
export const makeCard = async (deckId: number, front = 'Q', back = 'A', as = learner) =>
  (await call('POST', '/flashcards', { deck_id: deckId, front_text: front, back_text: back }, as)).body as {
    id: number;
  };
