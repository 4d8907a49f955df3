import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareDataDirectory } from '../data-directory.ts';
import type { StackFacts } from '../environment.ts';
import { factsOf, INNER_PORTS } from '../facts.ts';
import { readKeys } from '../keys.ts';
import { pickInnerPorts } from '../ports.ts';
import { inRepository } from '../repository.ts';
import { captureNode } from '../run.ts';
import { readSettings } from '../settings.ts';
import { publicPorts, start, untilReady } from '../testing/product.ts';
import { bundleApplication } from '../stack.ts';
import { applicationEntry } from './bundle.ts';

let scratch: string;
let facts: StackFacts;

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'bundle-'));
  facts = await factsIn(join(scratch, 'keys'));
  const builder = bundleApplication(facts);
  if (builder) expect(await once(builder, 'exit')).toEqual([0, null]);
}, 180_000);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function factsIn(dataDir: string): Promise<StackFacts> {
  prepareDataDirectory(dataDir);
  const wanted = { web: 0, rest: 0, graphql: 0, mail: 0, payments: 0 };
  const ports = { ...wanted, ...(await pickInnerPorts(dataDir, INNER_PORTS, new Set())) };
  return factsOf(readSettings({}), readKeys(dataDir), ports);
}

describe('the bundle of the application', { timeout: 180_000 }, () => {
  it('is what starts next, but never what is watched', () => {
    expect(applicationEntry(false)).toMatch(/\/start\.mjs$/);
    expect(applicationEntry(true)).toBe('tools/stack/src/application.ts');
    expect(bundleApplication(facts)).toBeUndefined();
  });

  it('is compiled before its first start', () => {
    const kept = readdirSync(inRepository(dirname(applicationEntry(false))));
    expect(kept).toEqual(expect.arrayContaining(['application.cjs.code', 'packages.cjs.code']));
  });

  it('may be made by two starts at once', async () => {
    const directory = join(scratch, 'twice');
    const build = () =>
      captureNode([inRepository('tools/stack/src/bundle/build-bundle.ts'), join(directory, 'bundle')]);
    const made = await Promise.all([build(), build()]);
    expect(made.map(({ code }) => code)).toEqual([0, 0]);
    expect(readdirSync(directory)).toEqual(['bundle']);
  });

  it('leads from its errors to the sources', async () => {
    const { code, output } = await captureNode([inRepository(applicationEntry(false))], {
      env: { KUMBUKA_FACTS: '{}' },
    });
    expect(code).toBe(1);
    expect(output).toMatch(/tools\/stack\/src\/environment\.ts:\d+/);
  });

  it('serves the client, REST and the graph', async () => {
    const ports = await publicPorts();
    const running = start({ KUMBUKA_DATA_DIR: join(scratch, 'data'), ...ports });
    const [web = '', rest = '', graphql = ''] = await untilReady(running);
    const learner = { email: 'amina@example.com', username: 'amina', password: 'nyota ya alfajiri 7' };
    const post = (address: string, body: object) =>
      fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect(await (await fetch(web)).text()).toContain('Kumbuka');
    expect((await post(`${rest}/signup`, learner)).status).toBe(201);
    expect(await (await post(graphql, { query: '{ __typename }' })).json()).toEqual({
      data: { __typename: 'Query' },
    });
    running.process.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    expect(readFileSync(join(scratch, 'data/logs/application.log'), 'utf8')).not.toContain('Warning:');
  });
});
