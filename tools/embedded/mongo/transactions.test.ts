import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTransactions } from './transactions.ts';

describe('transactions', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are aborted after five seconds', async () => {
    const transactions = createTransactions(() => undefined);
    const old = transactions.begin(1);
    await vi.advanceTimersByTimeAsync(3_500);
    const young = transactions.begin(2);
    await vi.advanceTimersByTimeAsync(3_500);
    expect([old.state, young.state]).toEqual(['aborted', 'open']);
    await old.ended;
    expect(transactions.oldestSnapshot()).toBe(2);
  });

  it('no timer runs when no transaction is open', async () => {
    const transactions = createTransactions(() => undefined);
    transactions.end(transactions.begin(1), 'committed');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('end only once', () => {
    const onEnd = vi.fn<() => void>();
    const transactions = createTransactions(onEnd);
    const transaction = transactions.begin(1);
    transactions.end(transaction, 'committed');
    transactions.end(transaction, 'aborted');
    expect(transaction.state).toBe('committed');
    expect(onEnd).toHaveBeenCalledTimes(1);
  });
});
