import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// A busy machine takes its time to fetch a lazy chunk.
configure({ asyncUtilTimeout: 15_000 });

// jsdom has no layout and no such function. It answers as newer Chromium does, where an effect that returns the result breaks.
if ('Element' in globalThis) Element.prototype.scrollIntoView = () => Promise.resolve();

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  globalThis.localStorage?.clear();
  // Test files share a window, and a test may begin with the address that another one left.
  globalThis.history?.replaceState(null, '', '/');
});
