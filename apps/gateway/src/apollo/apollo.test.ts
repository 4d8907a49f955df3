import { createLog } from '@kumbuka/runtime';
import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { createApollo } from './apollo.ts';

/** Every way in which this process could open a connection. */
const egress = ['net.client.socket', 'http.client.request.start', 'undici:request:create'].map((name) =>
  channel(name),
);
const reached: unknown[] = [];
/** Set in the work that Apollo starts. Other tests of this process have a gateway that calls its services. */
const inApollo = new AsyncLocalStorage<boolean>();
const note = (message: unknown) => {
  if (inApollo.getStore()) reached.push(message);
};

afterEach(() => egress.forEach((each) => each.unsubscribe(note)));

it('creating Apollo opens no connection, neither to detect the cloud provider nor to send telemetry', async () => {
  egress.forEach((each) => each.subscribe(note));
  const log = createLog('gateway', 'silent');
  inApollo.run(true, () =>
    createApollo({ subgraphs: new Map(), introspection: false, unregisteredCacheSize: 1, log }),
  );
  await pause(300);
  expect(reached).toEqual([]);
});
