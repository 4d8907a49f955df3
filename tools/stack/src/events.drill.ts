import { topicOf } from '@kumbuka/contracts';
import { kafkaBroker } from '@kumbuka/embedded/addresses';
import { createBus } from '@kumbuka/event-bus';
import { createLog } from '@kumbuka/runtime';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readRun } from './data-directory.ts';
import { readKeys } from './keys.ts';
import { inRepository } from './repository.ts';
import { captureNode } from './run.ts';
import { aLearner } from './testing/learner.ts';
import { publicPorts, start, untilReady, type Start } from './testing/product.ts';

const SLOW_MS = 240_000;
const flags = ['--disable-warning=ExperimentalWarning'];
const soon = { timeout: 30_000, interval: 500 };

describe.each([
  ['with all services in one process', []],
  ['with every service in a process of its own', ['--split']],
])('commands for operators, %s', { timeout: SLOW_MS }, (_how, words) => {
  let dataDir: string;
  let running: Start;

  const command = async (name: 'events' | 'operator', ...given: string[]) => {
    const entry = inRepository(`tools/stack/src/${name}.ts`);
    const env = { KUMBUKA_DATA_DIR: dataDir };
    const { code, output } = await captureNode([...flags, entry, ...given], { env });
    return [code, output.trim()] as const;
  };
  const publishPoison = async () => {
    const brokers = [kafkaBroker(readRun(dataDir)?.ports['kafka'] ?? 0)];
    const login = {
      mechanism: 'scram-sha-512',
      username: 'billing',
      password: readKeys(dataDir).kafka.billing,
    } as const;
    const bus = createBus({ brokers, login, clientId: 'billing', log: createLog('billing', 'silent') });
    await bus.publish(topicOf('billing'), [{ key: '1', value: 'no event' }]);
    await bus.stop();
  };

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'events-'));
    const ports = await publicPorts();
    running = start({ KUMBUKA_DATA_DIR: dataDir, ...ports }, ...words);
    await untilReady(running);
    await aLearner(Number(ports['REST_PORT']));
  }, SLOW_MS);
  afterAll(async () => {
    running?.process.kill('SIGTERM');
    await running?.ended;
    rmSync(dataDir, { recursive: true, force: true });
  }, SLOW_MS);

  it('npm run operator makes an operator and lists it', async () => {
    expect(await command('operator', 'create', 'amina@example.com')).toEqual([
      0,
      expect.stringContaining('amina@example.com (amina, user 1) is an operator now'),
    ]);
    expect(await command('operator', 'list')).toEqual([0, expect.stringContaining('amina, user 1')]);
    expect(await command('operator', 'revoke', 'amina@example.com')).toEqual([
      0,
      expect.stringContaining('is no operator now'),
    ]);
  });

  it('npm run events -- tail shows events as they come, until the terminal ends it', async () => {
    const entry = inRepository('tools/stack/src/events.ts');
    const child = spawn(process.execPath, [...flags, entry, 'tail', 'auth'], {
      env: { PATH: process.env['PATH'], KUMBUKA_DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (said += part.toString()));
    await vi.waitFor(() => expect(said).toContain('Following auth.events; Ctrl-C ends.'), soon);
    await command('operator', 'create', 'amina@example.com');
    await vi.waitFor(() => expect(said).toMatch(/^auth\.events \d+-\d+ \{.*"type":"auth\./m), soon);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('npm run events -- lag, dlt and discard tell of a dead letter and put it aside', async () => {
    await publishPoison();
    const id = await vi.waitFor(async () => {
      const [, said] = await command('events', 'dlt', 'billing');
      expect(said).toContain('poison');
      return /^ {2}(\d+-\d+) /m.exec(said)?.[1] ?? '';
    }, soon);
    expect(await command('events', 'discard', 'billing', id)).toEqual([
      0,
      `billing.events: ${id} was put aside for 90 days.`,
    ]);
    const [, after] = await command('events', 'dlt', 'billing');
    expect(after).toContain('1 put aside');
    expect(after).not.toContain(`  ${id} `);
    expect(await command('events', 'discard', 'billing', id)).toEqual([
      1,
      expect.stringContaining('no dead letter'),
    ]);
    expect(await command('events', 'lag')).toEqual([
      0,
      expect.stringMatching(/^admin reads billing\.events: \d+ wait$/m),
    ]);
  });
});
