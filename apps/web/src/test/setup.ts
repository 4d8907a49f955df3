import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';
import { clockAhead, isClockUnsure, learnServerTime } from '../shared/browser/server-clock.ts';
import './element-errors.ts';
import { leaveOutStyles } from './styles.tsx';

// A busy machine takes its time to fetch a lazy chunk.
configure({ asyncUtilTimeout: 15_000 });

leaveOutStyles();

// jsdom has no layout and no such function. Newer Chromium returns a promise, which an effect must not return.
if ('Element' in globalThis) Element.prototype.scrollIntoView = () => Promise.resolve();

// In development React captures a stack for each of the first 10,000 elements of a second, for its warnings. That takes a
// sixth of the time of these tests, so they are always past the 10,000; the names of components stay in the warnings.
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
if (internals !== null && typeof internals === 'object')
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Infinity,
    set: () => {},
  });

let errors: MockInstance<typeof console.error>;
beforeEach(() => {
  // Test files share the server's clock that a test told the client, perhaps on an invented clock of its own.
  if (clockAhead() !== 0 || isClockUnsure())
    learnServerTime(new Date().toISOString(), Date.now(), Date.now());
  errors = vi.spyOn(console, 'error');
});

/** Apollo only logs that a response lacks a field which its operation selects. No server sends such a response. */
const isMissingField = (words: unknown[]) => String(words[0]).startsWith('Missing field');

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  globalThis.localStorage?.clear();
  globalThis.sessionStorage?.clear();
  // Test files share a window, and a test may begin with the address that another one left.
  globalThis.history?.replaceState(null, '', '/');
  expect(errors.mock.calls.filter(isMissingField)).toEqual([]);
});
