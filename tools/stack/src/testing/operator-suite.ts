import { account, loggedIn } from '@kumbuka/contracts';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readKeys } from '../run/keys.ts';
import { inRepository } from '../run/repository.ts';
import { captureNode } from '../run/run.ts';
import { namedLearner } from './product.ts';
import type { RunningProduct } from './running-product.ts';

const SLOW_MS = 120_000;
const entry = inRepository('tools/stack/src/operate/operator.ts');

async function operatorOf(dataDir: string, words: string[]) {
  const { code, output } = await captureNode(['--disable-warning=ExperimentalWarning', entry, ...words], {
    env: { KUMBUKA_DATA_DIR: dataDir },
  });
  return [code, output.trim()] as const;
}

const password = 'nyota ya alfajiri 7';

/** Cases of the command for operators, which create the first learner of the product. */
export const describeOperator = (product: () => RunningProduct) =>
  describe('npm run admin -- operator', { timeout: SLOW_MS }, () => {
    const operator = (...words: string[]) => operatorOf(product().dataDir, words);
    const portOf = (name: string) => Number(product().settings[name]);
    const rest = () => portOf('REST_PORT');
    const post = (path: string, body: object) =>
      fetch(`http://127.0.0.1:${rest()}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });

    it('fails where nothing runs, and creates no keys there', async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'operator-'));
      onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
      const [code, output] = await operatorOf(dataDir, ['list']);
      expect([code, output]).toEqual([1, expect.stringContaining(`Nothing runs on ${dataDir}`)]);
      expect(existsSync(join(dataDir, 'keys'))).toBe(false);
    });

    it.each([[[]], [['create', 'amina']], [['list', 'a@b.c', 'more']]])(
      '%j prints the usage',
      async (words) => {
        const [code, output] = await operator(...words);
        expect([code, output]).toEqual([
          1,
          expect.stringContaining('npm run admin -- operator create <email>'),
        ]);
      },
    );

    it('makes the owner of a verified email address an operator, once, and lists it', async () => {
      expect(await operator('list')).toEqual([0, 'Nobody is an operator.']);
      await namedLearner(rest());
      expect(await operator('create', 'Amina@Example.com')).toEqual([
        0,
        'amina@example.com (amina, user 1) is an operator now and signed out everywhere.\n' +
          `Sign in again; then http://localhost:${portOf('WEB_PORT')}/admin is open.`,
      ]);
      expect(await operator('create', 'amina@example.com')).toEqual([
        0,
        'amina@example.com (amina, user 1) was an operator before; nothing changed.',
      ]);
      expect(await operator('list')).toEqual([0, 'amina@example.com (amina, user 1), never seen']);
    });

    it('grants the rights of an operator and revokes them', async () => {
      const { access_token: token } = loggedIn.parse(
        await (await post('/login', { email: 'amina@example.com', password })).json(),
      );
      const get = (path: string) =>
        fetch(`http://127.0.0.1:${rest()}${path}`, { headers: { authorization: `Bearer ${token}` } });
      expect(account.partial().parse(await (await get('/user')).json()).role).toBe('admin');
      expect((await get('/admin/users/stats')).status).toBe(200);
      expect(await operator('revoke', 'amina@example.com')).toEqual([
        0,
        'amina@example.com (amina, user 1) is no operator now and signed out everywhere.',
      ]);
      expect((await get('/user')).status).toBe(401);
      expect(await operator('list')).toEqual([0, 'Nobody is an operator.']);
    });

    it('writes an entry to the audit log before and after every change', async () => {
      const query = '{ adminAudit(perPage: 100) { items { operator action target result count } } }';
      const response = await fetch(`http://127.0.0.1:${portOf('GRAPHQL_PORT')}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-admin-key': readKeys(product().dataDir).adminKey },
        body: JSON.stringify({ query }),
      });
      const { data } = (await response.json()) as {
        data: { adminAudit: { items: Record<string, unknown>[] } };
      };
      const audited = data.adminAudit.items.filter(({ operator: by }) => by === 'command').toReversed();
      expect(audited.map(({ action, target, result, count }) => [action, target, result, count])).toEqual([
        ['createOperator', 'user 1', 'STARTED', null],
        ['createOperator', 'user 1', 'OK', 1],
        ['createOperator', 'user 1', 'STARTED', null],
        ['createOperator', 'user 1', 'OK', 0],
        ['revokeOperator', 'user 1', 'STARTED', null],
        ['revokeOperator', 'user 1', 'OK', 1],
      ]);
    });

    it('says what to do for an unknown or unverified email address', async () => {
      const [, unknown] = await operator('create', 'nobody@example.com');
      expect(unknown).toContain(
        `no account with the email nobody@example.com. Sign up with it at http://localhost:${portOf('WEB_PORT')}/signup`,
      );
      await post('/signup', { email: 'juma@example.com', username: 'juma', password });
      const [code, unverified] = await operator('create', 'juma@example.com');
      expect([code, unverified]).toEqual([
        1,
        expect.stringContaining('juma@example.com has not been verified'),
      ]);
    });
  });
