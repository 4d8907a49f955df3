import { serviceNames } from '@kumbuka/contracts';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { namedLearner } from './product.ts';
import type { RunningProduct } from './running-product.ts';

const slowMs = 120_000;
/** 5 s are promised; a busy machine may add to them. */
const hungWithinMs = 7_000;
const ports = ['web', 'rest', 'graphql', ...serviceNames] as const;

async function timed(work: () => Promise<Response>) {
  const began = performance.now();
  const response = await work();
  const body = await response.text();
  return {
    status: response.status,
    body,
    retryAfter: response.headers.get('retry-after'),
    ms: performance.now() - began,
  };
}

/** Sends a body byte by byte, every half second. Resolves with the seconds until the server closes the connection. */
function sendSlowly(port: number): Promise<number> {
  const began = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write(
      'POST /login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n',
    );
    const sending = setInterval(() => socket.write(' '), 500);
    socket.resume();
    socket.once('error', () => undefined);
    socket.once('close', () => {
      clearInterval(sending);
      resolve((performance.now() - began) / 1000);
    });
  });
}

/**
 * Starts a slow body at every port, so that its half minute passes while other tests run. Call the returned function last:
 * it registers the case that waits for the bodies.
 */
export function startSlowBodies(product: () => RunningProduct): () => void {
  let bodies: Promise<number>[];
  beforeAll(() => {
    const { ports: portOf } = product().run();
    bodies = ports.map((name) => sendSlowly(portOf[name] ?? 0));
  });
  return () =>
    it('every port closes the connection of a slow body after 30 s', { timeout: slowMs }, async () => {
      for (const seconds of await Promise.all(bodies)) expect(seconds).toBeLessThan(35);
    });
}

export const describeHungProcess = (product: () => RunningProduct) =>
  describe('a process that hangs', { timeout: slowMs }, () => {
    let token: string;
    const portOf = (name: string) => product().run().ports[name] ?? 0;
    beforeAll(async () => {
      ({ token } = await namedLearner(portOf('rest'), 'patient'));
    });

    const headers = () => ({ 'content-type': 'application/json', authorization: `Bearer ${token}` });
    const readUser = () =>
      timed(() => fetch(`http://127.0.0.1:${portOf('rest')}/user`, { headers: headers() }));
    const readViewer = (port: 'web' | 'graphql') =>
      timed(() =>
        fetch(`http://127.0.0.1:${portOf(port)}/graphql`, {
          method: 'POST',
          headers: headers(),
          body: JSON.stringify({ query: '{ viewer { username } }' }),
        }),
      );

    async function whileHung(name: string, work: () => Promise<void>) {
      const pid = product().run().pids[name];
      if (pid === undefined) throw new Error(`There is no process ${name}.`);
      process.kill(pid, 'SIGSTOP');
      try {
        await work();
      } finally {
        process.kill(pid, 'SIGCONT');
      }
    }

    it('while a service hangs, the facade returns 503 and the gateway a gap within five seconds; both recover with the service', async () => {
      await whileHung('auth', async () => {
        const responses = await Promise.all([readUser(), readViewer('graphql'), readViewer('web')]);
        for (const { ms } of responses) expect(ms).toBeLessThan(hungWithinMs);
        expect([responses[0].status, responses[0].retryAfter]).toEqual([503, '2']);
        for (const { body } of responses) expect(body).toContain('"UNAVAILABLE"');
        expect((await readUser()).ms).toBeLessThan(3 * 500);
      });
      await expect.poll(async () => (await readUser()).status, { timeout: 5_000 }).toBe(200);
    });

    it('while the gateway hangs, the web server returns 503 within five seconds, and recovers with it', async () => {
      await whileHung('gateway', async () => {
        const { status, body, ms } = await readViewer('web');
        expect([status, ms < hungWithinMs]).toEqual([503, true]);
        expect(body).toContain('"UNAVAILABLE"');
      });
      await expect.poll(async () => (await readViewer('web')).status, { timeout: 5_000 }).toBe(200);
    });
  });
