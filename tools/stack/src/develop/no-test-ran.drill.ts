import { expect, it } from 'vitest';
import { inRepository } from '../run/repository.ts';
import { captureNode } from '../run/run.ts';

const slowMs = 120_000;
/** Runs `npm test` with a title in a file that has "no public port is assigned twice". */
const test = (title: string) => {
  const words = ['tools/stack/src/run/ports.test.ts', '-t', title];
  return captureNode([inRepository('tools/stack/src/develop/test.ts'), ...words], { env: { LANE: 'test' } });
};

it('npm test succeeds when the title matches a test', { timeout: slowMs }, async () => {
  const { code, output } = await test('no public port is assigned twice');
  expect([code, output]).toEqual([0, expect.stringMatching(/1 passed/)]);
});

it('npm test fails when no title matches', { timeout: slowMs }, async () => {
  const { code, output } = await test('no such title');
  expect([code, output]).toEqual([1, expect.stringContaining('no title matches /no such title/')]);
});
