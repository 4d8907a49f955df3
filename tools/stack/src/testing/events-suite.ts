import { topicOf } from '@kumbuka/contracts';
import { kafkaBroker } from '@kumbuka/embedded/addresses';
import { createBus } from '@kumbuka/event-bus';
import { createLog } from '@kumbuka/runtime';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readKeys } from '../run/keys.ts';
import { inRepository } from '../run/repository.ts';
import { captureNode } from '../run/run.ts';
import { exampleInJavaScript, exampleInPython } from './guide-example.ts';
import { giveDeck, type Learner } from './learner.ts';
import { namedLearner } from './product.ts';
import type { RunningProduct } from './running-product.ts';

const SLOW_MS = 240_000;
const flags = ['--disable-warning=ExperimentalWarning'];
const soon = { timeout: 30_000, interval: 500 };

type Product = () => RunningProduct;

const portOf = (product: Product, name: string) => product().run().ports[name] ?? 0;

/** Publishes a message on the topic of billing that is no event. */
async function publishPoison(product: Product): Promise<void> {
  const login = {
    mechanism: 'scram-sha-512',
    username: 'billing',
    password: readKeys(product().dataDir).kafka.billing,
  } as const;
  const brokers = [kafkaBroker(portOf(product, 'kafka'))];
  const bus = createBus({ brokers, login, clientId: 'billing', log: createLog('billing', 'silent') });
  await bus.publish(topicOf('billing'), [{ key: '1', value: 'no event' }]);
  await bus.stop();
}

/** Creates a deck of three cards, deletes one and changes another, which then has version 2. */
async function fillDeck(learner: Learner): Promise<void> {
  const { deckId, cardIds } = await giveDeck(learner, 3);
  const removal = await learner.call('DELETE', `/flashcards/${cardIds[0]}`);
  const sides = { deck_id: deckId, front_text: 'Broadest?', back_text: 'Tana' };
  const change = await learner.call('PUT', `/flashcards/${cardIds[1]}`, sides);
  expect([removal.status, change.status]).toEqual([204, 200]);
}

/** Reads the audit log of operators, the oldest entry first, without the entries of persons. */
async function auditedCommands(product: Product): Promise<string[][]> {
  const response = await fetch(`http://127.0.0.1:${portOf(product, 'graphql')}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-admin-key': readKeys(product().dataDir).adminKey },
    body: JSON.stringify({
      query: '{ adminAudit(perPage: 100) { items { operator action target result } } }',
    }),
  });
  const { data } = (await response.json()) as {
    data: { adminAudit: { items: Record<'operator' | 'action' | 'target' | 'result', string>[] } };
  };
  return data.adminAudit.items
    .toReversed()
    .filter(({ operator }) => operator === 'command')
    .map(({ action, target, result }) => [action, target, result]);
}

/** Cases of the commands for events. The account `amina@example.com` must be verified. */
export const describeEvents = (product: Product) =>
  describe('commands for events', { timeout: SLOW_MS }, () => {
    let learner: Learner;
    const rest = () => portOf(product, 'rest');

    const command = async (name: 'events' | 'operator', ...args: string[]) => {
      const entry = inRepository(`tools/stack/src/operate/${name}.ts`);
      const env = { KUMBUKA_DATA_DIR: product().dataDir };
      const { code, output } = await captureNode([...flags, entry, ...args], { env });
      return [code, output.trim()] as const;
    };

    beforeAll(async () => {
      learner = await namedLearner(rest(), 'neema');
    });

    it('the examples of docs/events.md, copied into empty folders, count the cards of a learner, also when they start late', async () => {
      await fillDeck(learner);
      const topic = 'republished.example';
      const [code, output] = await command('events', 'republish', '--service', 'decks', '--to', topic);
      expect([code, output]).toEqual([0, expect.stringMatching(/^republished\.example: \d+ events with/)]);
      for (const service of ['study-progress', 'billing'])
        expect(await command('events', 'republish', '--service', service, '--to', topic)).toEqual([
          0,
          expect.stringMatching(/^republished\.example: 0 events with/),
        ]);
      const brokers = kafkaBroker(portOf(product, 'kafka'));
      const examples = [exampleInJavaScript(), exampleInPython()].flatMap((each) => each ?? []);
      for (const example of examples) {
        onTestFinished(() => example.remove());
        example.start({ KAFKA_BROKERS: brokers });
      }
      const late = exampleInJavaScript();
      onTestFinished(() => late.remove());
      late.start({ KAFKA_BROKERS: brokers, TOPICS: topic, GROUP: 'example.late' });
      for (const example of [...examples, late])
        await vi.waitFor(
          () =>
            expect([example.name, Object.values(example.counts()), example.output()]).toEqual([
              example.name,
              [2],
              expect.anything(),
            ]),
          soon,
        );
    });

    it('npm run admin -- events tail shows events as they arrive, until Ctrl-C', async () => {
      const entry = inRepository('tools/stack/src/operate/events.ts');
      const child = spawn(process.execPath, [...flags, entry, 'tail', 'auth'], {
        env: { PATH: process.env['PATH'], KUMBUKA_DATA_DIR: product().dataDir },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      onTestFinished(() => void child.kill());
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (part: Buffer) => (output += part.toString()));
      await vi.waitFor(() => expect(output).toContain('Following auth.events; Ctrl-C ends.'), soon);
      await command('operator', 'create', 'amina@example.com');
      await vi.waitFor(() => expect(output).toMatch(/^auth\.events \d+-\d+ \{.*"type":"auth\./m), soon);
      child.kill('SIGINT');
      expect(await once(child, 'exit')).toEqual([0, null]);
    });

    it('npm run admin -- events lists a dead letter by dlt, and discard removes it', async () => {
      await publishPoison(product);
      const id = await vi.waitFor(async () => {
        const [, output] = await command('events', 'dlt', 'billing');
        expect(output).toContain('poison');
        return /^ {2}(\d+-\d+) /m.exec(output)?.[1] ?? '';
      }, soon);
      expect(await command('events', 'discard', 'billing', id)).toEqual([
        0,
        `billing.events: ${id} was discarded; it is kept for 90 days.`,
      ]);
      const [, after] = await command('events', 'dlt', 'billing');
      expect(after).toContain('1 discarded');
      expect(after).not.toContain(`  ${id} `);
      expect(await command('events', 'discard', 'billing', id)).toEqual([
        1,
        expect.stringContaining('no dead letter'),
      ]);
      expect(await command('events', 'lag')).toEqual([
        0,
        expect.stringMatching(/^admin reads billing\.events: lag \d+$/m),
      ]);
    });

    it('every change of dead letters is in the audit log, with an entry before it and one after it', async () => {
      const [, unparked] = await command('events', 'unpark', 'admin');
      expect(unparked).toContain('admin processes events of 0 aggregates again');
      const [, replayed] = await command('events', 'replay', 'billing');
      expect(replayed).toMatch(/^billing\.events: \d+ dead letters were published again/);
      const audited = await auditedCommands(product);
      const discarded = expect.stringMatching(/^billing \d+-\d+$/);
      for (const [action, target] of [
        ['discardDeadLetter', discarded],
        ['unparkAggregate', 'admin'],
        ['replayDeadLetters', 'billing'],
      ])
        expect(audited.filter(([each]) => each === action).slice(0, 2)).toEqual([
          [action, target, 'STARTED'],
          [action, target, 'OK'],
        ]);
    });

    it('npm run admin -- events republish rejects the topics of the product', async () => {
      expect(await command('events', 'republish', '--service', 'decks', '--to', 'decks.events')).toEqual([
        1,
        expect.stringContaining('republished.'),
      ]);
    });
  });
