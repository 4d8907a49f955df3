import { forge } from '@kumbuka/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAiTest, type AiTest } from '../testing/ai-suite.ts';
import { listeners } from './consumes.ts';

let ai: AiTest;
beforeAll(async () => {
  ai = await startAiTest();
});
afterAll(() => ai.stop());

const unused = () => {
  throw new Error('Only the contracts are read.');
};
const consumed = listeners({ within: unused, eraseLearner: unused }).map(({ contract }) => contract);

it('a forged event of any kind is a dead letter and gives nobody a subscription', async () => {
  const before = await ai.quota(7);
  const { sent, rejected } = await forge(ai.stack, consumed, { userId: 7 });
  expect(sent.length).toBeGreaterThanOrEqual(consumed.length * 3);
  expect(rejected).toEqual(sent);
  expect(await ai.quota(7)).toEqual(before);
});
