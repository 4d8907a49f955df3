import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineEvent, nextVersion, readData, versionsOf } from './envelope.ts';

const stepped = defineEvent('walks', 'stepped', 'walk', 'A step.', z.object({ metres: z.number() }));
const steppedV2 = nextVersion(stepped, z.object({ centimetres: z.int() }), ({ metres }) => ({
  centimetres: Math.round(metres * 100),
}));
const steppedV3 = nextVersion(
  steppedV2,
  z.object({ centimetres: z.int(), foot: z.enum(['left', 'right', 'unknown']) }),
  (event) => ({ ...event, foot: 'unknown' as const }),
);

it('the next version of an event keeps its type and topic', () => {
  expect(steppedV2).toMatchObject({ type: 'walks.stepped', topic: 'walks.events', version: 2 });
  expect(versionsOf(steppedV3)).toEqual([3, 2, 1]);
});

it('every earlier version is converted to the newest', () => {
  const read = { centimetres: 70, foot: 'unknown' };
  expect(readData(steppedV3, 1, { metres: 0.7 })).toEqual(read);
  expect(readData(steppedV3, 2, { centimetres: 70 })).toEqual(read);
  expect(readData(steppedV3, 3, { centimetres: 70, foot: 'left' })).toEqual({ ...read, foot: 'left' });
});

it('data of an earlier version is validated against that version', () => {
  expect(() => readData(steppedV3, 1, { centimetres: 70, foot: 'left' })).toThrow(z.ZodError);
});

it('converted data is validated against the newest version', () => {
  expect(() => readData(steppedV3, 1, { metres: Number.MAX_VALUE })).toThrow(z.ZodError);
});
