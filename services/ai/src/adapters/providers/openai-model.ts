import { randomUUID } from 'node:crypto';
import OpenAI from 'openai';
import type { Tokens } from '../../domain/cost.ts';
import type { Draft } from '../../domain/vetting.ts';
import type { CardRequest } from '../../use-cases/ports.ts';
import { createCanary } from './canary.ts';
import { createCardScanner, OutputInvalid } from './card-scanner.ts';
import { cardsSchema, systemPrompt, userPrompt } from './openai-prompt.ts';
import { fetchLimited, piecesOf } from './openai-response.ts';

export interface ModelOptions {
  /** Optional for servers without authentication. */
  apiKey?: string | undefined;
  /** Address of a compatible server; defaults to OpenAI's. */
  baseUrl?: string | undefined;
  model: string;
}

export interface Attempt extends CardRequest {
  /** The second attempt has stricter instructions and does not stream. */
  strict: boolean;
}

export interface Model {
  /** Upper limit of the tokens of an attempt. */
  maxTokens(request: Pick<CardRequest, 'text' | 'count'>): Tokens;
  /** Drafts of one attempt. Reports the tokens of the call so far with every piece. Throws `OutputInvalid`. */
  draftsOf(attempt: Attempt, signal: AbortSignal, onTokens: (tokens: Tokens) => void): AsyncGenerator<Draft>;
}

const tokensPerCard = 200;
const tokensBeside = 500;
const longestOutput = 200_000;
/** Rough estimate; rare languages have fewer characters per token. */
const charactersPerToken = 3;

const estimate = (characters: number) => Math.ceil(characters / charactersPerToken);
const outputLimit = (count: number) => tokensBeside + count * tokensPerCard;

/** Model of a server with OpenAI's interface. A hostile text can only affect its own cards. */
export function createModel({ apiKey, baseUrl, model }: ModelOptions): Model {
  const client = new OpenAI({
    apiKey: apiKey ?? 'none',
    baseURL: baseUrl ?? null,
    maxRetries: 0,
    fetch: fetchLimited,
    logLevel: 'off',
  });
  const canary = createCanary();
  const instructions = systemPrompt(canary.text);
  // Compatible servers know only the older name.
  const limitName = baseUrl === undefined ? 'max_completion_tokens' : 'max_tokens';

  function send({ text, count, generationId, strict }: Attempt, signal: AbortSignal): Promise<Response> {
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
      [limitName]: outputLimit(count),
    };
    const streaming = strict ? {} : { stream: true, stream_options: { include_usage: true } };
    const headers = { 'idempotency-key': `${generationId}-${strict ? 2 : 1}` };
    return client.chat.completions.create({ ...body, ...streaming }, { signal, headers }).asResponse();
  }

  return {
    maxTokens: ({ text, count }) => ({
      input: estimate(instructions.length + text.length * 2),
      output: outputLimit(count),
    }),

    async *draftsOf(attempt, signal, onTokens) {
      const scanner = createCardScanner();
      const leaks = canary.createDetector();
      const input = estimate(instructions.length + attempt.text.length);
      let [characters, made] = [0, 0];
      for await (const { text, tokens } of piecesOf(await send(attempt, signal))) {
        characters += text.length;
        if (characters > longestOutput) throw new OutputInvalid('it is too long');
        onTokens(tokens ?? { input, output: estimate(characters) });
        for (const card of scanner.feed(text)) {
          if (leaks(card)) throw new OutputInvalid('it repeats its instructions');
          made += 1;
          yield card;
        }
      }
      // Anything after the requested number of cards is ignored, complete or not.
      if (made < attempt.count) scanner.assertEnded();
    },
  };
}
