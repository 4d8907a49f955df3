import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../images.ts';
import type { Addresses, Studied } from '../smoke.ts';

const pauseMs = 250;
const answerMs = 10_000;

interface Request {
  name: string;
  address: string;
  method: string;
  body?: object;
}

/** What came of the requests since the last count. */
export interface Count {
  sent: Record<string, number>;
  failures: string[];
  /** Milliseconds of the slowest. */
  slowest: number;
}

export interface Load {
  count(): Count;
  /** Ends when every request that was begun has ended. */
  stop(): Promise<void>;
}

const dashboard: { name: string; query: string } = JSON.parse(
  readFileSync(join(root, 'apps/gateway/operations.json'), 'utf8'),
).find(({ name }: { name: string }) => name === 'DashboardScreen');

/** The page, a list and an answer through the facade, and a whole screen through the gateway and through the web server. */
const requestsOf = ({ web, rest, graphql }: Addresses, { deckId, cardId }: Studied): Request[] => {
  const answer = { deck_id: deckId, flashcard_id: cardId, was_correct: true, time_spent: 0.1 };
  const screen = { query: dashboard.query, operationName: dashboard.name };
  return [
    { name: 'page', address: web, method: 'GET' },
    { name: 'decks', address: `${rest}/decks`, method: 'GET' },
    {
      name: 'answer',
      address: `${rest}/progress`,
      method: 'POST',
      body: { ...answer, client_event_id: randomUUID() },
    },
    { name: 'screen by the gateway', address: graphql, method: 'POST', body: screen },
    { name: 'screen by the web server', address: `${web}/graphql`, method: 'POST', body: screen },
  ];
};

async function failureOf({ address, method, body }: Request, token: string): Promise<string | undefined> {
  const answer = await fetch(address, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(answerMs),
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) return `${answer.status} ${text.slice(0, 200)}`;
  return text.startsWith('{"errors"') || text.includes('"errors":[') ? text.slice(0, 300) : undefined;
}

/** Nothing is sent twice: a request that finds no answer is a failure, whatever a client could do about it. */
export function startLoad(addresses: Addresses, learners: readonly Studied[]): Load {
  const fresh = (): Count => ({ sent: {}, failures: [], slowest: 0 });
  let count = fresh();
  let isOver = false;

  async function send(request: Request, token: string) {
    const began = performance.now();
    count.sent[request.name] = (count.sent[request.name] ?? 0) + 1;
    const failure = await failureOf(request, token).catch((error: unknown) =>
      error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error),
    );
    count.slowest = Math.max(count.slowest, performance.now() - began);
    if (failure !== undefined) count.failures.push(`${new Date().toISOString()} ${request.name}: ${failure}`);
  }

  async function study(learner: Studied) {
    while (!isOver)
      for (const request of requestsOf(addresses, learner)) {
        await send(request, learner.token);
        await sleep(pauseMs);
      }
  }

  const running = learners.map(study);
  return {
    count() {
      const counted = count;
      count = fresh();
      return counted;
    },
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
}
