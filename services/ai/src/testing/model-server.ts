import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelRequest {
  body: {
    model: string;
    stream?: boolean;
    max_tokens: number;
    messages: { role: string; content: string }[];
    response_format: { type: string; json_schema: { strict: boolean } };
    tools?: unknown;
  };
  headers: IncomingMessage['headers'];
}
export type Responder = (response: ServerResponse, request: ModelRequest) => void;

/** Server with the part of OpenAI's interface that we use; tests set its responses. */
export async function startModel() {
  const requests: ModelRequest[] = [];
  let responders: Responder[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const received = { body: JSON.parse(Buffer.concat(chunks).toString()), headers: request.headers };
    requests.push(received);
    const responder = responders.length > 1 ? responders.shift() : responders[0];
    responder?.(response, received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    respond: (...next: Responder[]) => void (responders = next),
    stop: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  };
}

export const aCard = (index: number) => ({
  question: `What is fact ${index} of the text?`,
  answer: `Answer ${index}`,
  source: 'A cell is the smallest unit of life.',
});
export const cards = (count: number) => Array.from({ length: count }, (_, index) => aCard(index + 1));
export const usage = { prompt_tokens: 700, completion_tokens: 300 };

export const whole =
  (content: string, update: object = { usage }): Responder =>
  (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ message: { content } }], ...update }));
  };
export const streamed =
  (content: string, gapMs = 0): Responder =>
  async (response) => {
    response.setHeader('content-type', 'text/event-stream');
    const pieces = content.match(/[^]{1,60}/g) ?? [];
    for (const piece of pieces) {
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: piece } }] })}\n\n`);
      if (gapMs > 0) await new Promise((resolve) => setTimeout(resolve, gapMs));
    }
    response.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`);
    response.end('data: [DONE]\n\n');
  };
/** By default without a pause before the second attempt. */
export const rejected =
  (status: number, headers: Record<string, string> = { 'retry-after': '0' }): Responder =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message: 'no', type: 'x' } }));
  };
export const hung: Responder = () => undefined;
export const good = JSON.stringify({ cards: cards(6) });
