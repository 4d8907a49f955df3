import { buildTestService, forge, type TestService } from '@kumbuka/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { someFields } from '../testing/builders.ts';
import { listeners } from './consumes.ts';

let service: TestService;
beforeAll(async () => {
  service = await buildTestService(createApp, loadConfig);
});
afterAll(() => service.stop());

const unused = () => {
  throw new Error('Only the contracts are read.');
};
const consumed = listeners({ within: unused, eraseLearner: unused }).map(({ contract }) => contract);

it('a forged event of any kind is a dead letter and changes no deck', async () => {
  const made = await service.rest('POST', '/decks', { as: 7, body: someFields() });
  const deck = () => service.rest('GET', `/decks/${made.body.id}`, { as: 7 });
  const before = (await deck()).body;
  const { sent, rejected } = await forge(service.stack, consumed, { userId: 7, deckId: made.body.id });
  expect(sent.length).toBeGreaterThanOrEqual(consumed.length * 3);
  expect(rejected).toEqual(sent);
  expect((await deck()).body).toEqual(before);
});
