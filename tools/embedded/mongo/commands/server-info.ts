import { MAX_DOCUMENT, MAX_MESSAGE, MAX_WRITE_BATCH, SESSION_MINUTES } from '../limits.ts';
import type { Reply } from '../wire/messages.ts';
import { ok, type CommandContext } from './context.ts';

const VERSION = '7.0.0';
const REPLICA_SET = 'rs0';
/** Without a topology version, drivers poll every few seconds instead of streaming. */
const WIRE_VERSION = 21;

export function hello({ port, connection, name }: CommandContext): Reply {
  const me = `127.0.0.1:${port()}`;
  return ok({
    ...(name === 'hello' ? { isWritablePrimary: true } : { ismaster: true }),
    helloOk: true,
    setName: REPLICA_SET,
    setVersion: 1,
    hosts: [me],
    primary: me,
    me,
    secondary: false,
    maxBsonObjectSize: MAX_DOCUMENT,
    maxMessageSizeBytes: MAX_MESSAGE,
    maxWriteBatchSize: MAX_WRITE_BATCH,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: SESSION_MINUTES,
    connectionId: connection,
    minWireVersion: 0,
    maxWireVersion: WIRE_VERSION,
    readOnly: false,
  });
}

export const buildInfo = (): Reply =>
  ok({
    version: VERSION,
    gitVersion: 'embedded',
    modules: ['kumbuka-embedded'],
    versionArray: VERSION.split('.').map(Number).concat(0),
    bits: 64,
    debug: false,
    maxBsonObjectSize: MAX_DOCUMENT,
    storageEngines: ['sqlite'],
  });
