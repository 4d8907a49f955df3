import { createLog } from '@kumbuka/runtime';
import { expect, test } from 'vitest';
import { fitAllWeights } from './fit-all-weights.ts';

const learners = Array.from({ length: 450 }, (_, at) => ({ ownerId: at + 1, seq: 100 }));
const findStudying = async (afterId: number, limit: number) =>
  learners.filter(({ ownerId }) => ownerId > afterId).slice(0, limit);
const ports = (fitWeights: (ownerId: number) => Promise<void>) => ({
  learners: { findStudying },
  fits: { findMany: async () => [] },
  fitWeights,
  log: createLog('tests', 'silent'),
});

test('a fit that fails does not stop those of other learners', async () => {
  const fitted: number[] = [];
  const run = fitAllWeights(
    ports(async (ownerId) => {
      if (ownerId === 3) throw new Error('The fit was killed.');
      fitted.push(ownerId);
    }),
  );
  await run(new Date(), () => false);
  expect(fitted).toEqual(learners.map(({ ownerId }) => ownerId).filter((ownerId) => ownerId !== 3));
});

test('a run that is over in the middle is continued by the next one, so that slow fits starve nobody', async () => {
  const fitted: number[] = [];
  const run = fitAllWeights(
    ports(async (ownerId) => {
      fitted.push(ownerId);
    }),
  );
  while (fitted.length < 450) {
    const until = fitted.length + 70;
    await run(new Date(), () => fitted.length >= until);
  }
  expect(new Set(fitted).size).toBe(450);
});
