import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePortFrom, isFree, pickInnerPorts, pickPublicPorts } from './ports.ts';

let directory: string;
const servers: Server[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ports-'));
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  rmSync(directory, { recursive: true, force: true });
});

async function busyPort(host: string): Promise<number> {
  const server = createServer((socket) => socket.destroy());
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

describe('public ports', () => {
  it.each(['127.0.0.1', '0.0.0.0'])(
    'ports that people type are busy when somebody listens on %s',
    async (host) => {
      expect(await isFree(await busyPort(host))).toBe(false);
    },
  );

  it('a busy public port is replaced by the next free one, which is reported by name', async () => {
    const busy = await busyPort('127.0.0.1');
    const lines: string[] = [];
    const picked = await pickPublicPorts({ rest: { name: 'REST', port: busy } }, (line) => lines.push(line));
    expect(picked.rest).toBeGreaterThan(busy);
    expect(lines).toEqual([`Port ${busy} (REST) is busy; using ${picked.rest}.`]);
  });

  it('no public port is assigned twice', async () => {
    const port = await freePortFrom(23_000, new Set());
    const picked = await pickPublicPorts(
      { web: { name: 'web', port }, rest: { name: 'REST', port } },
      () => undefined,
    );
    expect(picked.web).toBe(port);
    expect(picked.rest).not.toBe(port);
  });
});

describe('inner ports', () => {
  it('stay the same from start to start', async () => {
    const first = await pickInnerPorts(directory, ['mongo', 'kafka'], new Set());
    expect(first.mongo).not.toBe(first.kafka);
    expect(await pickInnerPorts(directory, ['mongo', 'kafka'], new Set())).toEqual(first);
  });

  it('an inner port changes when the last one is busy or taken', async () => {
    const busy = await busyPort('127.0.0.1');
    writeFileSync(join(directory, 'ports.json'), JSON.stringify({ mongo: busy, kafka: 23_456 }));
    const picked = await pickInnerPorts(directory, ['mongo', 'kafka'], new Set([23_456]));
    expect(picked.mongo).not.toBe(busy);
    expect(picked.kafka).not.toBe(23_456);
  });

  it.each(['', 'not json', '{"mongo":"x"}', 'null'])(
    'a corrupt file of remembered ports does not prevent a start: %j',
    async (content) => {
      writeFileSync(join(directory, 'ports.json'), content);
      expect((await pickInnerPorts(directory, ['mongo'], new Set())).mongo).toBeGreaterThan(20_000);
    },
  );
});
