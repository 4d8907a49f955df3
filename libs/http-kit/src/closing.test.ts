import { Agent, get, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { createLog, createServer } from './index.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('a connection that was busy when closing began does not hold the process back', async () => {
  const app = createServer({ log: createLog('kit', 'silent'), isReady: () => true });
  app.get('/slow', async () => {
    await pause(300);
    return { done: true };
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  const answer = new Promise<number | undefined>((resolve, reject) => {
    get(`${address}/slow`, { agent }, (response) => resolve(response.resume().statusCode)).on(
      'error',
      reject,
    );
  });
  await pause(100);

  const began = performance.now();
  await app.close();
  expect(performance.now() - began).toBeLessThan(3 * 1_500);
  expect(await answer).toBe(200);
  agent.destroy();
});

it('a request that comes on a kept-alive connection while the process closes is answered, and the last one there', async () => {
  const app = createServer({ log: createLog('kit', 'silent'), isReady: () => true });
  app.get('/quick', async () => ({ done: true }));
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(`${address}/quick`, { agent }, (response) => resolve(response.resume())).on('error', reject);
    });
  await ask();
  await pause(20);
  const closed = app.close();
  await pause(60);
  const { statusCode, headers } = await ask();
  expect([statusCode, headers.connection]).toEqual([200, 'close']);
  await closed;
  agent.destroy();
});
