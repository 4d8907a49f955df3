import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// A busy machine takes its time to fetch a lazy chunk.
configure({ asyncUtilTimeout: 15_000 });

// jsdom has no layout and no such function.
if ('Element' in globalThis) Element.prototype.scrollIntoView = () => {};

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  globalThis.localStorage?.clear();
});
