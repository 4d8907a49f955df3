import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useCreationKey } from './use-creation-key.ts';

const open = () => renderHook(() => useCreationKey()).result.current;

it('a repeat after a lost response has the same key, so that nothing is created twice', () => {
  const { contextFor } = open();
  const first = contextFor({ title: 'Rivers' });
  expect(first.headers['Idempotency-Key']).toMatch(/^[\w-]{36}$/);
  expect(contextFor({ title: 'Rivers' })).toEqual(first);
});

it('a changed input gets another key', () => {
  const { contextFor } = open();
  expect(contextFor({ title: 'Lakes' })).not.toEqual(contextFor({ title: 'Rivers' }));
});

it('the same input gets another key after a success', () => {
  const { contextFor, made } = open();
  const first = contextFor({ title: 'Rivers' });
  made();
  expect(contextFor({ title: 'Rivers' })).not.toEqual(first);
});

it('a repeat names what it creates by the same client ids, and another input or a success by others', () => {
  const { clientIdFor, made } = open();
  const input = [{ front: 'Q' }, { front: 'R' }];
  const first = input.map((_card, index) => clientIdFor(input, index));
  expect(new Set(first).size).toBe(2);
  expect(input.map((_card, index) => clientIdFor(input, index))).toEqual(first);
  expect(first).not.toContain(clientIdFor([{ front: 'S' }]));
  const again = clientIdFor(input);
  made();
  expect([...first, again]).not.toContain(clientIdFor(input));
});
