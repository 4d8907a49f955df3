import { createLog } from '@kumbuka/runtime';
import { channel } from 'node:diagnostics_channel';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { createApollo } from './apollo.ts';

/** Everything by which this process could reach out. */
const egress = ['net.client.socket', 'http.client.request.start', 'undici:request:create'].map((name) =>
  channel(name),
);
const reached: unknown[] = [];
const note = (message: unknown) => void reached.push(message);

afterEach(() => egress.forEach((each) => each.unsubscribe(note)));

it('Apollo asks nobody which cloud it is in and tells nobody about this machine', async () => {
  egress.forEach((each) => each.subscribe(note));
  createApollo({ subgraphs: new Map(), introspection: false, log: createLog('gateway', 'silent') });
  await pause(300);
  expect(reached).toEqual([]);
});
