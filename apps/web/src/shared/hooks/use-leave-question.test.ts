import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { leaveTo, useLeaveQuestion } from './use-leave-question.ts';

afterEach(() => vi.unstubAllGlobals());

/** Whether the browser asks before the page is left. */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('the way to the payment page asks nothing although a text is unsaved, and a later one asks again', () => {
  vi.stubGlobal('location', { assign: () => {} });
  renderHook(() => useLeaveQuestion(() => true));
  expect(asks()).toBe(true);
  leaveTo('https://pay.example');
  expect(asks()).toBe(false);
  window.dispatchEvent(new Event('pageshow'));
  expect(asks()).toBe(true);
});
