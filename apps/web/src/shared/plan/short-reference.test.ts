import { expect, it } from 'vitest';
import { shortReference } from './short-reference.ts';

it.each([
  ['KMB-019ac3f2-7d10-7b41-9c55-0f4b9f2c41ab', '9F2C-41AB'],
  ['KMB-019ac3f2-7d10-7b41-9c55-0f4b9f2c41ab-INV7QX', 'ABIN-V7QX'],
  ['KMB-7', 'KMB-7'],
  ['', ''],
])('a payment has a short reference: %s', (reference, shown) => {
  expect(shortReference(reference)).toBe(shown);
});
