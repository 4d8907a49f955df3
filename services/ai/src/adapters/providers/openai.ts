import { createBreaker } from '@kumbuka/http-kit';
import { type Log } from '@kumbuka/runtime';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import OpenAI, { APIConnectionError, APIError } from 'openai';
import { Stream } from 'openai/core/streaming';
import { z } from 'zod';
import { costOf, difference, type Prices, type Tokens } from '../../domain/cost.ts';
import { BudgetSpent, GenerationFailed } from '../../domain/errors.ts';
import type { Draft } from '../../domain/vetting.ts';
import type { CardProvider, CardRequest, Costs } from '../../use-cases/ports.ts';
import { createCardScanner, OutputInvalid } from './card-scanner.ts';
import { createCanary } from './canary.ts';
import { cardsSchema, systemPrompt, userPrompt } from './openai-prompt.ts';

export interface OpenAiOptions {
  /** Optional for servers without authentication. */
  apiKey?: string | undefined;
  /** Address of a compatible server; defaults to OpenAI's. */
  baseUrl?: string | undefined;
  model: string;
  /** Milliseconds without output after which a call is aborted. A stream that delivers may go on. */
  timeoutMs: number;
  prices: Prices;
  costs: Pick<Costs, 'take' | 'settle'>;
  log: Log;
  monotonic?: () => number;
}

const tokensPerCard = 200;
const tokensBeside = 500;
const longestOutput = 200_000;
const mostResponseBytes = 1024 * 1024;
/** Rough estimate; rare languages have fewer characters per token. */
const charactersPerToken = 3;
const pauseMs = 500;
const restMs = 30_000;
const longestPauseMs = 3_000;

const usage = z.object({ prompt_tokens: z.number().min(0), completion_tokens: z.number().min(0) });
const content = z.object({ content: z.string().nullish() }).optional();
/** Whole response, or a chunk of a stream. */
const completion = z.object({
  choices: z.array(z.object({ message: content, delta: content })),
  usage: usage.nullish(),
});
type Completion = z.output<typeof completion>;

const textIn = ({ choices: [choice] }: Completion) =>
  choice?.message?.content ?? choice?.delta?.content ?? '';

/** Fetches with a limit on the size of the response, so that a broken server cannot fill the memory. */
async function fetchLimited(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  if (!response.body) return response;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > mostResponseBytes) controller.error(new OutputInvalid('the response is too large'));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(limit), response);
}

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

/** Chunks of a streamed response, or the whole of one from a server that does not stream. */
async function* piecesOf(response: Response): AsyncGenerator<Completion> {
  if (!response.headers.get('content-type')?.includes('text/event-stream'))
    return yield completion.parse(await response.json());
  for await (const piece of Stream.fromSSEResponse<unknown>(response, new AbortController()))
    yield completion.parse(piece);
}

const tokensOf = ({ usage: used }: Completion): Tokens | null =>
  used ? { input: used.prompt_tokens, output: used.completion_tokens } : null;
const estimate = (readCharacters: number, writtenCharacters: number): Tokens => ({
  input: Math.ceil(readCharacters / charactersPerToken),
  output: Math.ceil(writtenCharacters / charactersPerToken),
});

/** Invalid output. A learner's text can cause it, so it does not open the breaker. */
const isOfOutput = (error: unknown) =>
  error instanceof OutputInvalid || error instanceof z.ZodError || error instanceof SyntaxError;

/** Failure of the server, which other requests would meet too. */
const isOfServer = (error: unknown) =>
  error instanceof APIConnectionError ||
  (error instanceof APIError && error.status !== undefined && error.status !== 400) ||
  (error instanceof GenerationFailed && error.failure === 'GENERATION_TIMEOUT');

const isPassing = (error: unknown) =>
  isOfOutput(error) ||
  error instanceof APIConnectionError ||
  (error instanceof APIError &&
    (error.status === undefined || error.status === 429 || error.status >= 500 || error.status === 400));

function pauseAfter(error: unknown): number {
  const seconds = error instanceof APIError ? Number(error.headers?.get('retry-after') ?? Number.NaN) : 0;
  return Number.isFinite(seconds) ? Math.min(seconds * 1_000, longestPauseMs) : pauseMs;
}

/** Only codes: messages of the provider may contain the key or a learner's text. */
const describe = (error: unknown) => ({
  error: error instanceof Error ? error.name : typeof error,
  ...(error instanceof APIError && {
    status: error.status,
    code: error.code,
    providerRequestId: error.requestID,
  }),
  ...(error instanceof OutputInvalid && { reason: error.message }),
});

interface Attempt extends CardRequest {
  /** The second attempt has stricter instructions and does not stream. */
  strict: boolean;
}

/** Generates cards through an OpenAI-compatible API. A hostile text can only affect its own cards. */
export function createOpenAiProvider(options: OpenAiOptions): CardProvider {
  const { baseUrl, model, timeoutMs, prices, costs, log } = options;
  const client = new OpenAI({
    apiKey: options.apiKey ?? 'none',
    baseURL: baseUrl ?? null,
    maxRetries: 0,
    fetch: fetchLimited,
    // The signal of each attempt fires first.
    timeout: timeoutMs * 2,
    logLevel: 'off',
  });
  const breaker = createBreaker({ restMs, monotonic: options.monotonic });
  const canary = createCanary();
  const instructions = systemPrompt(canary.text);

  const mostTokens = (count: number) => tokensBeside + count * tokensPerCard;
  const limitOf = (count: number) =>
    baseUrl === undefined ? { max_completion_tokens: mostTokens(count) } : { max_tokens: mostTokens(count) };

  function respondTo({ text, count, generationId, strict }: Attempt, signal: AbortSignal): Promise<Response> {
    const prompt = userPrompt({ text, count, marker: `text-${randomUUID()}`, strict });
    const body = {
      model,
      messages: [
        { role: 'system' as const, content: instructions },
        { role: 'user' as const, content: prompt },
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
    attempt: Attempt,
    signal: AbortSignal,
    onPiece: (tokens: Tokens) => void,
  ): AsyncGenerator<Draft> {
    const scanner = createCardScanner();
    const leaks = canary.createDetector();
    let [output, made] = ['', 0];
    for await (const piece of piecesOf(await respondTo(attempt, signal))) {
      const text = textIn(piece);
      output += text;
      if (output.length > longestOutput) throw new OutputInvalid('it is too long');
      onPiece(tokensOf(piece) ?? estimate(instructions.length + attempt.text.length, output.length));
      for (const card of scanner.feed(text)) {
        if (leaks(card)) throw new OutputInvalid('it repeats its instructions');
        made += 1;
        yield card;
      }
    }
    // Anything after the requested number of cards is ignored, complete or not.
    if (made < attempt.count) scanner.assertEnded();
  }

  /** One attempt; reserves its tokens first and settles them afterwards. */
  async function* tryOnce(attempt: Attempt): AsyncGenerator<Draft> {
    const { text, count, ownerId, tier } = attempt;
    const most = costOf(
      { ...estimate(instructions.length + text.length * 2, 0), output: mostTokens(count) },
      prices,
    );
    const account = await costs.take(ownerId, tier, most);
    if (!account) throw new BudgetSpent();
    const idle = createIdleLimit(timeoutMs);
    let spent: Tokens = { input: 0, output: 0 };
    try {
      yield* draftsOf(attempt, AbortSignal.any([attempt.signal, idle.signal]), (tokens) => {
        spent = tokens;
        idle.touch();
      });
    } catch (error) {
      throw idle.signal.aborted ? new GenerationFailed('GENERATION_TIMEOUT') : error;
    } finally {
      idle.stop();
      await costs.settle(account, difference(costOf(spent, prices), most));
    }
  }

  function failureOf(error: unknown): Error {
    if (error instanceof GenerationFailed || error instanceof BudgetSpent) return error;
    log.warn(describe(error), 'the model failed');
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
          if (!isPassing(error) || request.signal.aborted) throw error;
          await pause(pauseAfter(error), undefined, { signal: request.signal });
          yield* tryOnce({ ...request, strict: true });
        }
        breaker.succeeded();
      } catch (error) {
        if (isOfServer(error)) breaker.failed(String(request.ownerId));
        else if (isOfOutput(error)) breaker.succeeded();
        throw failureOf(error);
      }
    },
  };
}
