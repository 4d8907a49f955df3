import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inRepository } from '../repository.ts';
import { captureNode } from '../run.ts';
import { publicPorts, start, untilReady } from '../testing/product.ts';
import { applicationEntry, buildWhenMissing } from './bundle.ts';

let scratch: string;

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'bundle-'));
  const builder = buildWhenMissing();
  if (builder) expect(await once(builder, 'exit')).toEqual([0, null]);
}, 180_000);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('the bundle of the application', { timeout: 180_000 }, () => {
  it('is what starts next, but never what is watched', () => {
    expect(applicationEntry(false)).toMatch(/\/start\.mjs$/);
    expect(applicationEntry(true)).toBe('tools/stack/src/application.ts');
    expect(buildWhenMissing()).toBeUndefined();
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
    const directory = dirname(applicationEntry(false));
    expect(readdirSync(inRepository(directory))).toContain('packages.cjs.code');
    running.process.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    expect(readFileSync(join(scratch, 'data/logs/application.log'), 'utf8')).not.toContain('Warning:');
  });
});
