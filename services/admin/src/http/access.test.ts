import { adminRoutes, restRoutes, type RestRoute } from '@kumbuka/contracts';
import { buildSchema, isNonNullType, type GraphQLField } from 'graphql';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@kumbuka/testing/servers';
import { readActions } from '../domain/audit/audit.ts';
import { unknownUser } from '../domain/directory/user.ts';
import { adminKey, formerKey, operatorId, startAdmin, type AdminService } from '../testing/admin-suite.ts';

// Every route of the route table and every field of the schema, with every kind of caller.
let admin: AdminService;
beforeAll(async () => {
  admin = await startAdmin();
});
afterAll(() => admin.stop());

const { id: _id, ...unlisted } = unknownUser(0);

const strangers: [string, () => Promise<Record<string, string>>][] = [
  ['nobody', async () => ({})],
  ['a wrong key', async () => ({ 'x-admin-key': 'the-admin-key-of-testz' })],
  ['an empty key', async () => ({ 'x-admin-key': '' })],
  ['a learner', async () => ({ authorization: `Bearer ${await admin.auth.tokenOf(7)}` })],
  ['a forged bearer', async () => ({ authorization: 'Bearer a.b.c' })],
  ['no bearer at all', async () => ({ authorization: 'Basic YTpi' })],
  [
    'a learner with a wrong key',
    async () => ({ authorization: `Bearer ${await admin.auth.tokenOf(7)}`, 'x-admin-key': 'wrong' }),
  ],
];
const operators: [string, () => Promise<Record<string, string>>][] = [
  ['the key', async () => ({ 'x-admin-key': adminKey })],
  ['the former key', async () => ({ 'x-admin-key': formerKey })],
  ['an operator', async () => ({ authorization: `Bearer ${await admin.operatorToken()}` })],
  [
    'the key beside a forged bearer',
    async () => ({ 'x-admin-key': adminKey, authorization: 'Bearer a.b.c' }),
  ],
];

const routes = Object.values(adminRoutes).map(
  (route: RestRoute) => [`${route.method} ${route.path}`, route] as const,
);

describe.each(routes)('%s', (_name, { method, path }) => {
  it.each(strangers)('the route rejects %s', async (_who, headersOf) => {
    const body = method === 'POST' ? { body: {} } : {};
    const response = await admin.rest(method, path, { headers: await headersOf(), ...body });
    expect([response.status, response.body.code]).toEqual([403, 'FORBIDDEN']);
  });

  it.each(operators)('the route accepts %s', async (_who, headersOf) => {
    const body = method === 'POST' ? { body: {} } : {};
    const response = await admin.rest(method, path, { headers: await headersOf(), ...body });
    expect([200, 201, 400]).toContain(response.status);
  });
});

it('every route of admin requires an operator', () => {
  const own = restRoutes.filter(({ owner }) => owner === 'admin');
  expect(own.map(({ access }) => access)).toEqual(own.map(() => 'operator'));
});

const schema = buildSchema(
  readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8').replace(/^extend schema\n.*\n/, ''),
  {
    assumeValidSDL: true,
  },
);
/** Routes that learners call to manage their own account. */
const ofLearners = ['eraseMyAccount'];
const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {})
    .filter(({ name }) => !ofLearners.includes(name))
    .map((field) => [type?.name ?? '', field] as const),
);

const argumentsFor = ({ args }: GraphQLField<unknown, unknown>) => {
  const needed = args.filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined);
  const values: Record<string, string> = {
    input: '$input',
    service: '"decks"',
    id: '"018f0000-0000-7000-8000-000000000000"',
  };
  return needed.length === 0 ? '' : `(${needed.map(({ name }) => `${name}: ${values[name]}`).join(', ')})`;
};
const inputs: Record<string, object> = {
  deleteUsers: { userIds: ['1'] },
  replayDeadLetter: { service: 'decks', id: '0-1' },
  replayDeadLetters: { service: 'decks' },
  discardDeadLetter: { service: 'decks', id: '0-1' },
  unparkAggregate: { service: 'decks', aggregate: 'deck:1' },
  createDemoUsers: { count: 1, prefix: 'a', emailDomain: 'example.org' },
};
function documentFor(type: string, field: GraphQLField<unknown, unknown>) {
  const input = field.args.find(({ name }) => name === 'input');
  const declared = input ? `($input: ${input.type.toString()})` : '';
  return `${type.toLowerCase()} ${declared} { ${field.name}${argumentsFor(field)} { __typename } }`;
}

describe.each(fields.map(([type, field]) => [`${type}.${field.name}`, type, field] as const))(
  '%s',
  (_name, type, field) => {
    it.each(strangers)('the field rejects %s', async (_who, headersOf) => {
      const variables = field.args.some(({ name }) => name === 'input') ? { input: inputs[field.name] } : {};
      const response = await admin.graphql(documentFor(type, field), variables, {
        headers: await headersOf(),
      });
      expect([response.data?.[field.name] ?? null, response.code]).toEqual([null, 'FORBIDDEN']);
    });
  },
);

describe('GraphQL reads', () => {
  it.each(operators)('accept %s', async (_who, headersOf) => {
    const { data, errors } = await admin.graphql(
      '{ adminStats { totalUsers } }',
      {},
      { headers: await headersOf() },
    );
    expect([errors, data]).toEqual([undefined, { adminStats: { totalUsers: 0 } }]);
  });
});

describe('the audit log', () => {
  const audited = async (filter: object) => {
    const { data } = await admin.graphql(
      `query ($filter: AdminAuditFilter) { adminAudit(filter: $filter, perPage: 100) {
        items { operator action result code ip requestId count } } }`,
      { filter },
      { headers: { 'x-admin-key': adminKey } },
    );
    return data.adminAudit.items;
  };

  it('has the caller, the operation, the address and the outcome of a call', async () => {
    const requestId = 'request-of-the-operator';
    const token = await admin.operatorToken();
    await admin.rest('GET', '/admin/users/list', {
      token,
      headers: { 'x-request-id': requestId, 'x-kumbuka-client-address': '41.90.1.1' },
    });
    const [entry] = await audited({ action: 'listUsers', operator: String(operatorId) });
    expect(entry).toEqual({
      operator: String(operatorId),
      action: 'listUsers',
      result: 'OK',
      code: null,
      ip: '41.90.1.1',
      requestId,
      count: 0,
    });
  });

  it('has calls that other processes serve, with intent and outcome', async () => {
    const call = { by: 'process', action: 'recheckPayment', ip: '41.90.1.3', requestId: 'check-1' };
    const record = (more: object) => admin.rest('POST', '/internal/audit', { body: { ...call, ...more } });
    expect((await record({ result: 'started', target: 'payment 7' })).status).toBe(204);
    expect((await record({ result: 'failed', code: 'PROVIDER_TIMEOUT' })).status).toBe(204);
    expect((await record({ result: 'done' })).status).toBe(400);
    const entries = await audited({ action: 'recheckPayment', operator: 'process' });
    expect(
      entries.map(({ result, code, requestId }: Record<string, string>) => [result, code, requestId]),
    ).toEqual([
      ['FAILED', 'PROVIDER_TIMEOUT', 'check-1'],
      ['STARTED', null, 'check-1'],
    ]);
  });

  it('accepts no entry without the internal key', async () => {
    const body = { by: 7, action: 'deleteUsers', ip: '', requestId: '', result: 'ok' };
    const headers = { 'x-kumbuka-internal-key': 'wrong', 'x-admin-key': adminKey };
    expect((await admin.rest('POST', '/internal/audit', { body, headers })).status).toBe(403);
    expect(await audited({ action: 'deleteUsers', operator: '7' })).toEqual([]);
  });

  it('finds one change among a thousand reads and shows names instead of ids', async () => {
    const [imara, asha, gone] = [801, 802, 803];
    const row = (id: number, fields: object) => ({ _id: id, ...unlisted, state: 'listed', ...fields });
    await admin.database
      .collection<{ _id: number }>('users')
      .insertMany([
        row(imara, { username: 'imara' }),
        row(asha, { username: '<b>asha</b>\u202e' }),
        row(gone, { state: 'erased' }),
      ]);
    const record = (action: string, more: object = {}) =>
      admin.rest('POST', '/internal/audit', {
        body: { by: imara, action, ip: '', requestId: '', result: 'ok', ...more },
      });
    await record('createOperator', { target: `user ${asha}` });
    await record('grantDeletedUser', { target: `user ${gone}` });
    await record('refunds', { result: 'failed', code: 'INTERNAL' });
    for (const read of ['refunds', 'adminUsers', 'generationCosts']) await record(read);
    const { data } = await admin.graphql(
      `query ($filter: AdminAuditFilter) { adminAudit(filter: $filter) { items { action
        operatorAccount { id username isDeleted } targetAccount { id username isDeleted } }
        pageInfo { totalItems } } }`,
      { filter: { hideReads: true, userId: String(imara) } },
      { headers: { 'x-admin-key': adminKey } },
    );
    const operatorAccount = { id: '801', username: 'imara', isDeleted: false };
    expect(data.adminAudit).toEqual({
      items: [
        { action: 'refunds', operatorAccount, targetAccount: null },
        {
          action: 'grantDeletedUser',
          operatorAccount,
          targetAccount: { id: '803', username: null, isDeleted: true },
        },
        {
          action: 'createOperator',
          operatorAccount,
          targetAccount: { id: '802', username: '<b>asha</b>\u202e', isDeleted: false },
        },
      ],
      pageInfo: { totalItems: 3 },
    });
    expect(
      (await audited({ userId: String(asha), hideReads: true })).map(
        ({ action }: { action: string }) => action,
      ),
    ).toEqual(['createOperator']);
  });

  it('can hide every read of operators, and hides no change', () => {
    const names = (type: string) => fields.filter(([of]) => of === type).map(([, { name }]) => name);
    expect([...readActions]).toEqual(expect.arrayContaining(names('Query')));
    expect(readActions.filter((action) => names('Mutation').includes(action))).toEqual([]);
    const routesThatRead = Object.values(adminRoutes).filter(({ method }) => method === 'GET');
    expect([...readActions]).toEqual(expect.arrayContaining(routesThatRead.map((each) => each.operationId)));
  });

  it('has rejected calls', async () => {
    await admin.rest('GET', '/admin/users/stats', { headers: { 'x-kumbuka-client-address': '41.90.1.2' } });
    await eventually(async () =>
      expect(await audited({ result: 'FORBIDDEN', action: 'readAdminStats' })).toContainEqual(
        expect.objectContaining({ operator: 'nobody', code: 'FORBIDDEN', ip: '41.90.1.2' }),
      ),
    );
  });
});
