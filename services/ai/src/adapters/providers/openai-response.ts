import { Stream } from 'openai/core/streaming';
import { z } from 'zod';
import type { Tokens } from '../../domain/cost.ts';
import { OutputInvalid } from './card-scanner.ts';

const maxResponseBytes = 1024 * 1024;

/** Fetches with a limit on the size of the response, so that a broken server cannot fill the memory. */
export async function fetchLimited(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  if (!response.body) return response;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxResponseBytes) controller.error(new OutputInvalid('the response is too large'));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(limit), response);
}

const usage = z.object({ prompt_tokens: z.number().min(0), completion_tokens: z.number().min(0) });
const content = z.object({ content: z.string().nullish() }).optional();

/** Piece of a response. */
export interface Piece {
  text: string;
  /** Tokens of the call so far, where the server counts them. */
  tokens: Tokens | null;
}

/** Whole response, or a chunk of a stream. */
const completion = z
  .object({
    choices: z.array(z.object({ message: content, delta: content })),
    usage: usage.nullish(),
  })
  .transform(({ choices: [choice], usage: used }): Piece => ({
    text: choice?.message?.content ?? choice?.delta?.content ?? '',
    tokens: used ? { input: used.prompt_tokens, output: used.completion_tokens } : null,
  }));

/** Chunks of a streamed response, or the whole of one from a server that does not stream. */
export async function* piecesOf(response: Response): AsyncGenerator<Piece> {
  if (!response.headers.get('content-type')?.includes('text/event-stream'))
    return yield completion.parse(await response.json());
  for await (const chunk of Stream.fromSSEResponse<unknown>(response, new AbortController()))
    yield completion.parse(chunk);
}
