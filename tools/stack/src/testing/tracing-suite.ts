import { describe, expect, it, vi } from 'vitest';
import type { Span } from './collector.ts';
import { namedLearner } from './product.ts';
import type { RunningProduct } from './running-product.ts';

const createDeck = `mutation ($input: CreateDeckInput!) {
  createDeck(input: $input) { id title progress { dueCount } }
}`;

/** Case of a trace through the product. `edges` are the processes in front of the services, the outermost first. */
export const describeTracing = (edges: string[], product: () => RunningProduct) =>
  describe('a product that is traced', { timeout: 60_000 }, () => {
    it('a trace shows one call of the web client in the gateway, the services and the consumers of its events', async () => {
      const { web, run, spans } = product();
      const learner = await namedLearner(run().ports['rest'] ?? 0, 'traced');
      const about = { description: 'Of Kenya', subject: 'Geography', category: 'School', difficulty: 2 };
      const response = await fetch(`${web}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${learner.token}` },
        body: JSON.stringify({ query: createDeck, variables: { input: { title: 'Rivers', ...about } } }),
      });
      expect(await response.json()).toMatchObject({ data: { createDeck: { title: 'Rivers' } } });

      const isRequest = (span: Span) => span.service === edges[0] && span.name === 'POST /graphql';
      const isConsumer = (span: Span) =>
        span.service === 'study-progress' &&
        span.name === 'process decks.deck-created' &&
        spans.some((other) => other.traceId === span.traceId && isRequest(other));
      const consumer = await vi.waitFor(
        () => {
          const found = spans.find(isConsumer);
          expect(found).toBeDefined();
          return found;
        },
        { timeout: 30_000, interval: 200 },
      );
      await vi.waitFor(
        () => {
          const trace = spans.filter(({ traceId }) => traceId === consumer?.traceId);
          const of = (service: string) =>
            trace.find((span) => span.service === service && span.name === 'POST /graphql');
          const spanIds = edges.map((edge) => of(edge)?.spanId);
          expect(spanIds).not.toContain(undefined);
          const parents = [...edges, 'decks', 'study-progress'].map((service) => of(service)?.parentSpanId);
          expect(parents).toEqual([undefined, ...spanIds, spanIds.at(-1)]);
          expect(consumer?.parentSpanId).toBe(of('decks')?.spanId);
        },
        { timeout: 10_000, interval: 200 },
      );
    });
  });
