import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Lets the clock run on at once; only after `vi.useFakeTimers({ shouldAdvanceTime: true })`. */
export const passTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
