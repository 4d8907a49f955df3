import { createBreaker, type Log } from '@kumbuka/http-kit';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import OpenAI, { APIConnectionError, APIError } from 'openai';
import { Stream } from 'openai/core/streaming';
import { z } from 'zod';
import { costOf, difference, type Prices, type Tokens } from '../domain/cost.ts';
import { GenerationFailed } from '../domain/errors.ts';
import type { Draft } from '../domain/vetting.ts';
import type { CardProvider, CardRequest, Costs } from '../use-cases/ports.ts';
import { createCardScanner, OutputInvalid } from './card-scanner.ts';
import { cardsSchema, systemPrompt, userPrompt } from './openai-prompt.ts';

export interface OpenAiOptions {
  /** Left out for servers that need none. */
  apiKey?: string | undefined;
  /** Of any compatible server; OpenAI's own when left out. */
  baseUrl?: string | undefined;
  model: string;
  /** Milliseconds that one try may take. */
  timeoutMs: number;
  prices: Prices;
  costs: Pick<Costs, 'take' | 'settle'>;
  log: Log;
  monotonic?: () => number;
}

const tokensPerCard = 200;
const tokensBeside = 500;
const longestOutput = 200_000;
/** A token has about this many characters; less in languages that models know less of. */
const charactersPerToken = 3;
const pauseMs = 500;
const restMs = 30_000;
const longestPauseMs = 3_000;

const usage = z.object({ prompt_tokens: z.number().min(0), completion_tokens: z.number().min(0) });
const content = z.object({ content: z.string().nullish() }).optional();
/** A whole answer, or a piece of one. */
const completion = z.object({
  choices: z.array(z.object({ message: content, delta: content })),
  usage: usage.nullish(),
});
type Completion = z.output<typeof completion>;

const textIn = ({ choices: [choice] }: Completion) =>
  choice?.message?.content ?? choice?.delta?.content ?? '';

/** The answer of a server that streams, and of one that does not though it was asked to. */
async function* piecesOf(response: Response): AsyncGenerator<Completion> {
  if (!response.headers.get('content-type')?.includes('text/event-stream'))
    return yield completion.parse(await response.json());
  for await (const piece of Stream.fromSSEResponse<unknown>(response, new AbortController()))
    yield completion.parse(piece);
}

const tokensOf = ({ usage: told }: Completion): Tokens | null =>
  told ? { input: told.prompt_tokens, output: told.completion_tokens } : null;
const estimate = (readCharacters: number, writtenCharacters: number): Tokens => ({
  input: Math.ceil(readCharacters / charactersPerToken),
  output: Math.ceil(writtenCharacters / charactersPerToken),
});

/** The model answered, though not what was asked for: a text may make it do so, which is no reason to rest it. */
const isOfAnswer = (error: unknown) =>
  error instanceof OutputInvalid || error instanceof z.ZodError || error instanceof SyntaxError;

/** No answer, or one by which others would fare no better. */
const isOfServer = (error: unknown) =>
  error instanceof APIConnectionError ||
  (error instanceof APIError && error.status !== undefined && error.status !== 400) ||
  (error instanceof GenerationFailed && error.failure === 'GENERATION_TIMEOUT');

const isPassing = (error: unknown) =>
  isOfAnswer(error) ||
  error instanceof APIConnectionError ||
  (error instanceof APIError &&
    (error.status === undefined || error.status === 429 || error.status >= 500 || error.status === 400));

function pauseAfter(error: unknown): number {
  const seconds = error instanceof APIError ? Number(error.headers?.get('retry-after') ?? Number.NaN) : 0;
  return Number.isFinite(seconds) ? Math.min(seconds * 1_000, longestPauseMs) : pauseMs;
}

interface Try extends CardRequest {
  /** The second try says it all once more and does not stream. */
  strict: boolean;
}

/** Makes cards by a language model behind OpenAI's interface. Nothing that a text says can reach more than its own cards. */
export function createOpenAiProvider(options: OpenAiOptions): CardProvider {
  const { baseUrl, model, timeoutMs, prices, costs, log } = options;
  const client = new OpenAI({
    apiKey: options.apiKey ?? 'none',
    baseURL: baseUrl ?? null,
    maxRetries: 0,
    // The signal of each try comes first.
    timeout: timeoutMs * 2,
    logLevel: 'off',
  });
  const breaker = createBreaker({ restMs, monotonic: options.monotonic });
  const canary = `kmb-${randomUUID()}`;
  const instructions = systemPrompt(canary);

  const mostTokens = (count: number) => tokensBeside + count * tokensPerCard;
  const limitOf = (count: number) =>
    baseUrl === undefined ? { max_completion_tokens: mostTokens(count) } : { max_tokens: mostTokens(count) };

  function answerTo({ text, count, generationId, strict }: Try, signal: AbortSignal): Promise<Response> {
    const asked = userPrompt({ text, count, marker: `text-${randomUUID()}`, strict });
    const body = {
      model,
      messages: [
        { role: 'system' as const, content: instructions },
        { role: 'user' as const, content: asked },
      ],
      response_format: {
        type: 'json_schema' as const,
        json_schema: { name: 'flashcards', strict: true, schema: cardsSchema },
      },
      ...limitOf(count),
    };
    const streaming = strict ? {} : { stream: true, stream_options: { include_usage: true } };
    const headers = { 'idempotency-key': `${generationId}-${strict ? 2 : 1}` };
    return client.chat.completions.create({ ...body, ...streaming }, { signal, headers }).asResponse();
  }

  async function* draftsOf(
    attempt: Try,
    signal: AbortSignal,
    spend: (tokens: Tokens) => void,
  ): AsyncGenerator<Draft> {
    const scanner = createCardScanner();
    let [output, made] = ['', 0];
    for await (const piece of piecesOf(await answerTo(attempt, signal))) {
      const text = textIn(piece);
      output += text;
      if (output.includes(canary)) throw new OutputInvalid('it repeats its instructions');
      if (output.length > longestOutput) throw new OutputInvalid('it is too long');
      spend(tokensOf(piece) ?? estimate(instructions.length + attempt.text.length, output.length));
      const cards = scanner.feed(text);
      made += cards.length;
      yield* cards;
    }
    // What comes behind the cards that were asked for is of no use, whole or not.
    if (made < attempt.count) scanner.assertEnded();
  }

  /** One try, with its tokens taken from the budget of the day before and settled after it. */
  async function* tryOnce(attempt: Try): AsyncGenerator<Draft> {
    const { text, count, ownerId } = attempt;
    const most = costOf(
      { ...estimate(instructions.length + text.length * 2, 0), output: mostTokens(count) },
      prices,
    );
    const account = await costs.take(ownerId, most);
    if (!account) throw new GenerationFailed('GENERATION_BUDGET_SPENT');
    const limit = AbortSignal.timeout(timeoutMs);
    let spent: Tokens = { input: 0, output: 0 };
    try {
      yield* draftsOf(attempt, AbortSignal.any([attempt.signal, limit]), (tokens) => void (spent = tokens));
    } catch (error) {
      throw limit.aborted ? new GenerationFailed('GENERATION_TIMEOUT', error) : error;
    } finally {
      await costs.settle(account, difference(costOf(spent, prices), most));
    }
  }

  function failureOf(error: unknown): GenerationFailed {
    if (error instanceof GenerationFailed) return error;
    log.warn(
      { err: error, status: error instanceof APIError ? error.status : undefined },
      'the model failed',
    );
    return new GenerationFailed('GENERATION_FAILED', error);
  }

  return {
    name: 'openai',
    isResting: breaker.isOpen,
    expectedSeconds: (count) => 3 + Math.ceil(count / 2),
    async *make(request) {
      if (!breaker.enter()) throw new GenerationFailed('GENERATION_FAILED', new Error('The model rests.'));
      try {
        try {
          yield* tryOnce({ ...request, strict: false });
        } catch (error) {
          if (!isPassing(error) || request.signal.aborted) throw error;
          await pause(pauseAfter(error), undefined, { signal: request.signal });
          yield* tryOnce({ ...request, strict: true });
        }
        breaker.succeeded();
      } catch (error) {
        if (isOfServer(error)) breaker.failed();
        else if (isOfAnswer(error)) breaker.succeeded();
        throw failureOf(error);
      }
    },
  };
}
