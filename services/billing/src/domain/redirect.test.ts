import { describe, expect, it } from 'vitest';
import { returnAddress } from './redirect.ts';

const origins = ['https://kumbuka.example', 'http://localhost:3000'];

describe('the address after a payment', () => {
  it.each([
    [undefined, 'https://kumbuka.example/billing/return'],
    ['http://localhost:3000/billing/return?x=1', 'http://localhost:3000/billing/return?x=1'],
    ['/decks', 'https://kumbuka.example/decks'],
  ])('the requested address %s becomes %s', (requested, address) =>
    expect(returnAddress(requested, origins)).toBe(address),
  );

  it.each([
    'https://evil.example/billing/return',
    'https://kumbuka.example.evil.example/',
    'https://kumbuka.example@evil.example/',
    'https://me:secret@kumbuka.example/',
    '//evil.example/',
    String.raw`\\evil.example`,
    'http://kumbuka.example/',
    'https://kumbuka.example:8443/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
  ])('the requested address %s is rejected', (requested) =>
    expect(() => returnAddress(requested, origins)).toThrow('page of this site'),
  );
});
