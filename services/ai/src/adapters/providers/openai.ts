import { createBreaker } from '@kumbuka/http-kit';
import type { Log } from '@kumbuka/runtime';
import { setTimeout as pause } from 'node:timers/promises';
import { costOf, difference, type Prices, type Tokens } from '../../domain/cost.ts';
import { BudgetSpent, GenerationFailed } from '../../domain/errors.ts';
import type { Draft } from '../../domain/vetting.ts';
import type { CardProvider, Costs } from '../../use-cases/ports.ts';
import { detailsOf, isInvalidOutput, isRetryable, isServerFailure, pauseAfter } from './openai-errors.ts';
import { createModel, type Attempt, type ModelOptions } from './openai-model.ts';

export interface OpenAiOptions extends ModelOptions {
  /** Milliseconds without output after which a call is aborted. A stream that still delivers is not aborted. */
  timeoutMs: number;
  prices: Prices;
  costs: Pick<Costs, 'take' | 'settle'>;
  log: Log;
  monotonic?: () => number;
}

const restMs = 30_000;

/** Aborts when `touch` is not called for `ms`. */
function createIdleLimit(ms: number) {
  const idle = new AbortController();
  const end = () => idle.abort();
  let timer = setTimeout(end, ms);
  return {
    signal: idle.signal,
    touch() {
      clearTimeout(timer);
      timer = setTimeout(end, ms);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Generates cards through an OpenAI-compatible API, within the token budgets. */
export function createOpenAiProvider(options: OpenAiOptions): CardProvider {
  const { timeoutMs, prices, costs, log } = options;
  const model = createModel(options);
  const breaker = createBreaker({ restMs, monotonic: options.monotonic });

  /** One attempt; reserves its tokens first and settles them afterwards. */
  async function* tryOnce(attempt: Attempt): AsyncGenerator<Draft> {
    const maxCost = costOf(model.maxTokens(attempt), prices);
    const account = await costs.take(attempt.ownerId, attempt.tier, maxCost);
    if (!account) throw new BudgetSpent();
    const idle = createIdleLimit(timeoutMs);
    let spent: Tokens = { input: 0, output: 0 };
    try {
      yield* model.draftsOf(attempt, AbortSignal.any([attempt.signal, idle.signal]), (tokens) => {
        spent = tokens;
        idle.touch();
      });
    } catch (error) {
      throw idle.signal.aborted ? new GenerationFailed('GENERATION_TIMEOUT') : error;
    } finally {
      idle.stop();
      await costs.settle(account, difference(costOf(spent, prices), maxCost));
    }
  }

  function failureOf(error: unknown): Error {
    if (error instanceof GenerationFailed || error instanceof BudgetSpent) return error;
    log.warn(detailsOf(error), 'the model failed');
    return new GenerationFailed('GENERATION_FAILED');
  }

  return {
    name: 'openai',
    isResting: breaker.isOpen,
    expectedSeconds: (count) => 3 + Math.ceil(count / 2),
    async *make(request) {
      if (!breaker.enter()) throw new GenerationFailed('GENERATION_FAILED');
      try {
        try {
          yield* tryOnce({ ...request, strict: false });
        } catch (error) {
          if (!isRetryable(error) || request.signal.aborted) throw error;
          await pause(pauseAfter(error), undefined, { signal: request.signal });
          yield* tryOnce({ ...request, strict: true });
        }
        breaker.succeeded();
      } catch (error) {
        if (isServerFailure(error)) breaker.failed(String(request.ownerId));
        else if (isInvalidOutput(error)) breaker.succeeded();
        throw failureOf(error);
      }
    },
  };
}
