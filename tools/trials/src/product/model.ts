import { listenOnLoopback } from '@kumbuka/embedded/loopback';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

interface ModelRequest {
  stream: boolean;
  /** Whether the request requires an output that matches a schema. */
  structured: boolean;
  cards: number;
}

/** Response of the model to one request. */
export type Behaviour = (response: ServerResponse, request: ModelRequest) => void;

export interface Model {
  /** Value of `OPENAI_BASE_URL`. */
  url: string;
  requests: ModelRequest[];
  /** Sets the responses to the next requests. The last one repeats. */
  behave(...next: Behaviour[]): void;
  stop(): Promise<void>;
}

const usage = { prompt_tokens: 700, completion_tokens: 300, total_tokens: 1_000 };

const cardsFor = ({ cards }: ModelRequest) =>
  JSON.stringify({
    cards: Array.from({ length: cards }, (_, index) => ({
      question: `What does sentence ${index + 1} of the text say?`,
      answer: `It says thing ${index + 1}.`,
      source: null,
    })),
  });

const choice = (part: object, finish: string | null) => ({
  id: 'chatcmpl-1',
  model: 'local',
  created: 1,
  choices: [{ index: 0, finish_reason: finish, ...part }],
});

const begin = (response: ServerResponse, type: string) =>
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
const send = (response: ServerResponse, piece: object) =>
  response.write(`data: ${JSON.stringify(piece)}\n\n`);

function writeWhole(response: ServerResponse, content: string) {
  begin(response, 'application/json');
  const message = { role: 'assistant', content };
  response.end(JSON.stringify({ object: 'chat.completion', ...choice({ message }, 'stop'), usage }));
}

function writePieces(response: ServerResponse, content: string) {
  begin(response, 'text/event-stream');
  const object = 'chat.completion.chunk';
  for (const piece of content.match(/[^]{1,40}/g) ?? [])
    send(response, { object, ...choice({ delta: { content: piece } }, null) });
}

/** Responds with cards. Streams on request, with the token usage at the end. */
export const respondWell: Behaviour = (response, request) => {
  const content = cardsFor(request);
  if (!request.stream) return writeWhole(response, content);
  writePieces(response, content);
  send(response, { object: 'chat.completion.chunk', ...choice({ delta: {} }, 'stop') });
  send(response, { object: 'chat.completion.chunk', choices: [], usage });
  response.end('data: [DONE]\n\n');
};

/** Responds with cards, never streamed. */
export const respondWhole: Behaviour = (response, request) => writeWhole(response, cardsFor(request));

export const respondNonsense: Behaviour = (response) =>
  writeWhole(response, 'I would rather not. {"cards": [');

/** Closes the connection in the middle of the cards. */
export const breakOff: Behaviour = (response, request) => {
  const content = cardsFor(request);
  writePieces(response, content.slice(0, content.length / 2));
  response.destroy();
};

export const rejectWith =
  (status: number): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end(JSON.stringify({ error: { message: 'Not now.', type: 'busy', code: null } }));
  };

async function requestIn(message: IncomingMessage): Promise<ModelRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  const body = JSON.parse(Buffer.concat(chunks).toString());
  const requested = /at most (\d+) cards/.exec(JSON.stringify(body.messages));
  return {
    stream: body.stream === true,
    structured: body.response_format?.json_schema?.strict === true,
    cards: Number(requested?.[1] ?? 0),
  };
}

/** Starts a server with OpenAI's chat completions, streamed or not. */
export async function startModel(): Promise<Model> {
  const requests: ModelRequest[] = [];
  let behaviours: Behaviour[] = [respondWell];
  async function respond(message: IncomingMessage, response: ServerResponse) {
    const request = await requestIn(message);
    requests.push(request);
    const behave = behaviours.length > 1 ? behaviours.shift() : behaviours[0];
    behave?.(response, request);
  }
  const server = createServer((request, response) => {
    if (request.url !== '/v1/chat/completions') return void response.writeHead(404).end();
    respond(request, response).catch(() => response.writeHead(400).end());
  });
  const port = await listenOnLoopback(server, 0);
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    behave: (...next) => void (behaviours = next),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
