import {
  defineEvent,
  envelope,
  events,
  nextVersion,
  readData,
  type Envelope,
  type EventContract,
} from '@kumbuka/contracts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '@kumbuka/rest-facade/openapi';
import { workspaceRoot } from '../workspace.ts';
import { staleFiles, writeFile } from '../write-or-check.ts';
import { asyncApiDocument } from '@kumbuka/rest-facade/asyncapi';
import { slotOf } from '@kumbuka/rest-facade/event-schema';
import { contractFiles, eventBreaks, exampleFile, readJson, restBreaks } from './snapshots.ts';

/** Targets of `$ref` that the document does not have. */
function danglingRefs(document: object): string[] {
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
  const find = (path: string) =>
    path
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document);
  return refs.filter((path) => find(path) === undefined);
}

describe('the contracts', () => {
  it('break no reader of an event', () => {
    expect(eventBreaks()).toEqual([]);
  });

  it('break no client of the API', () => {
    expect(restBreaks()).toEqual([]);
  });

  it('equal the snapshots, examples and documents in git (run tools/codegen/src/contracts/update.ts)', async () => {
    expect(staleFiles(await contractFiles()).map(({ file }) => file)).toEqual([]);
  });

  it.each(events.map((contract) => [slotOf(contract), contract] as const))(
    'accept the golden example of %s',
    (slot, contract) => {
      const example = readJson<Envelope>(exampleFile(workspaceRoot, slot));
      expect(envelope.parse(example)).toEqual(example);
      expect(contract.data.parse(example.data)).toEqual(example.data);
      expect([example.type, example.version]).toEqual([contract.type, contract.version]);
    },
  );
});

/** Its example, and that of every version that its listeners take too. */
const examplesOf = (contract: EventContract): Envelope[] => [
  readJson<Envelope>(exampleFile(workspaceRoot, slotOf(contract))),
  ...(contract.earlier ? examplesOf(contract.earlier.contract) : []),
];

describe('a listener of an event', () => {
  it.each(events.map((contract) => [slotOf(contract), contract] as const))(
    'understands the golden example of %s and of the versions before',
    (_slot, contract) => {
      for (const { version, data } of examplesOf(contract))
        expect(() => readData(contract, version, data)).not.toThrow();
    },
  );
});

describe('a change of an event', () => {
  const anEvent = (data: z.ZodRawShape) =>
    defineEvent('trial', 'stepped', 'walk', 'A step was taken.', z.object(data));
  const first = anEvent({ step: z.int() });
  const second = nextVersion(first, z.object({ pace: z.number() }), () => ({ pace: 1 }));

  const withSnapshot = async (work: (root: string) => void | Promise<void>) => {
    const root = mkdtempSync(join(tmpdir(), 'contracts-'));
    try {
      const files = (await contractFiles(root, [first])).filter(({ file }) =>
        /snapshots\/events|docs\/events\/examples/.test(file),
      );
      files.forEach(writeFile);
      await work(root);
    } finally {
      rmSync(root, { recursive: true });
    }
  };

  it('is found by comparing with its snapshot', () =>
    withSnapshot((root) => {
      expect(eventBreaks(root, [first])).toEqual([]);
      expect(eventBreaks(root, [anEvent({ step: z.int(), mood: z.string().optional() })])).toEqual([]);
      expect(eventBreaks(root, [anEvent({ mood: z.string() })])).toEqual([
        'trial.stepped.v1: data.step was removed',
        'trial.stepped.v1: data.mood is new and required',
      ]);
    }));

  it('an event may change in a new version, as long as the old one stays', () =>
    withSnapshot((root) => {
      expect(eventBreaks(root, [first, second])).toEqual([]);
      expect(eventBreaks(root, [second])).toEqual(['trial.stepped.v1 was removed']);
    }));

  it('an event without a snapshot is reported as out of date', () =>
    withSnapshot(async (root) => {
      const files = await contractFiles(root, [first, second]);
      const stale = staleFiles(
        files.filter(({ file }) => /snapshots\/events|docs\/events\/examples/.test(file)),
      );
      expect(stale.map(({ file }) => basename(file))).toEqual([
        'trial.stepped.v2.schema.json',
        'trial.stepped.v2.json',
      ]);
    }));
});

describe('the AsyncAPI document', () => {
  const document = asyncApiDocument(events);

  it.each(events.map(slotOf))('describes the golden example of %s', (slot) => {
    const { payload } = document.components.messages[slot] as { payload: z.core.JSONSchema.JSONSchema };
    const schema = z.fromJSONSchema(payload);
    const example = readJson<Envelope>(exampleFile(workspaceRoot, slot));
    expect(schema.safeParse(example).error).toBeUndefined();
    expect(schema.safeParse({ ...example, data: {} }).success).toBe(false);
    expect(schema.safeParse({ ...example, type: 'another.type' }).success).toBe(false);
  });

  it('names every version of an event', () => {
    const first = defineEvent('trial', 'stepped', 'walk', 'A step was taken.', z.object({ step: z.int() }));
    const second = nextVersion(first, z.object({ pace: z.number() }), () => ({ pace: 1 }));
    const { channels, components } = asyncApiDocument([first, second]);
    const slots = ['trial.stepped.v1', 'trial.stepped.v2'];
    expect(Object.keys(components.messages)).toEqual([...slots, 'deadLetter']);
    expect(channels).toMatchObject({
      'trial-events': { messages: Object.fromEntries(slots.map((slot) => [slot, expect.anything()])) },
    });
  });

  it('has a channel for every topic and its dead letters, and has no dangling reference', () => {
    const addresses = Object.values(document.channels as Record<string, { address: string }>);
    const topics = [...new Set(events.map(({ topic }) => topic))];
    expect(addresses.map(({ address }) => address).toSorted()).toEqual(
      topics.flatMap((topic) => [topic, `${topic}.dlt`]).toSorted(),
    );
    expect(danglingRefs(document)).toEqual([]);
  });
});

describe('the OpenAPI document', () => {
  const document = openApiDocument();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  );

  it('names every operation once and has no dangling reference', () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(danglingRefs(document)).toEqual([]);
  });

  it('has one GET /user, with the account and the numbers of the learner', () => {
    const { get } = document.paths['/user'] as Record<string, { responses: Record<string, object> }>;
    const text = JSON.stringify(get?.responses['200']);
    for (const field of ['email_verified', 'weekly_goal']) expect(text).toContain(`"${field}"`);
  });

  it('declares every parameter of a path', () => {
    const undeclared = operations.filter(
      ({ path, parameters = [] }: { path: string; parameters?: unknown }) =>
        [...path.matchAll(/\{(\w+)\}/g)].some(
          ([, name]) => !(parameters as { name: string }[]).some((each) => each.name === name),
        ),
    );
    expect(undeclared).toEqual([]);
  });
});
