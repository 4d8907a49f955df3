import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fill } from '../../test/fill.ts';
import { passTime } from '../../test/pass-time.ts';
import { anAuthApi, asha, refusal, renderScreen, type Answers } from '../../test/render-screen.tsx';
import { AdminPage } from './admin-page.tsx';

/** Tables and dialogs of this screen take their time on a busy machine. */
configure({ asyncUtilTimeout: 5_000 });

const stats = {
  __typename: 'AdminStats',
  totalUsers: 1200,
  verifiedUsers: 1150,
  unverifiedUsers: 50,
  demoUsers: 30,
  onlineNow: 12,
  withinMinutes: 5,
  newLast24h: 7,
};
const aDay = (date: string, answers: number) => ({
  __typename: 'AdminDay',
  date,
  newUsers: 1,
  activeUsers: 2,
  answers,
  generations: 0,
  payments: 0,
});
const aUser = (id: string, fields: object = {}) => ({
  __typename: 'AdminUser',
  id,
  username: `class9-${id}`,
  email: `class9-${id}@demo.example`,
  isDemo: true,
  emailVerified: true,
  lastSeen: null,
  createdAt: '2026-03-01T08:00:00Z',
  demoExpiresAt: '2026-05-30T08:00:00Z',
  ...fields,
});
const aDeletion = (fields: object) => ({
  __typename: 'AdminDeletion',
  id: 'd1',
  state: 'COMPLETED',
  dryRun: false,
  strategy: 'SLOW',
  users: 2,
  done: 2,
  deleted: 2,
  countWouldDelete: 2,
  timingSeconds: 0.42,
  counts: [
    { __typename: 'DeletionCount', service: 'decks', kind: 'decks', count: 3 },
    { __typename: 'DeletionCount', service: 'decks', kind: 'flashcards', count: 30 },
    { __typename: 'DeletionCount', service: 'study-progress', kind: 'progress', count: 12 },
  ],
  notFound: [],
  skippedDomain: [],
  failed: [],
  ...fields,
});

const aRun = (fields: object = {}) => ({
  __typename: 'AdminRun',
  id: 'run-1',
  kind: 'DELETION',
  state: 'RUNNING',
  operator: '999',
  operatorAccount: { __typename: 'NamedAccount', id: '999', username: 'imara', isDeleted: false },
  isMine: false,
  requestedAt: '2026-03-01T08:00:00Z',
  users: 1000,
  done: 340,
  ...fields,
});

const usual: Answers = {
  AdminRuns: () => ({ adminRuns: [] }),
  AdminStats: () => ({ adminStats: stats }),
  AdminDays: () => ({ adminDays: [aDay('2026-03-01', 0), aDay('2026-03-02', 9)] }),
  GenerationCosts: () => ({
    generationCosts: {
      __typename: 'GenerationCosts',
      provider: 'embedded',
      isResting: false,
      tokensPerDay: 5_000_000,
      subscriberTokensPerDay: 5_000_000,
      subscriberTokensToday: 0,
      tokensToday: 0,
      days: [],
      dearest: [],
    },
  }),
  AdminUsers: () => ({
    adminUsers: { __typename: 'AdminUserList', total: 42, items: [aUser('1'), aUser('2')] },
  }),
};

function open(tab: string, answers: Answers = {}, role: 'ADMIN' | 'LEARNER' = 'ADMIN') {
  localStorage.setItem('authToken', 'tok');
  return renderScreen({
    screen: <AdminPage />,
    at: `/admin?tab=${tab}`,
    path: '/admin',
    api: anAuthApi({ viewer: async () => ({ ...asha, role }) }),
    answers: { ...usual, ...answers },
  });
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllEnvs());

it('the admin page warns a learner that calls will fail, and sends the key that is given', async () => {
  const read = vi.fn((_variables: unknown, _context: { headers?: object }) => ({ adminStats: stats }));
  open('overview', { AdminStats: read }, 'LEARNER');
  expect((await screen.findByRole('alert')).textContent).toBe('Admin calls will fail');
  expect(read).not.toHaveBeenCalled();
  fill('Admin key', ' the-key ');
  await press('Use this key');
  await screen.findByText('1,200');
  expect(read.mock.calls[0]?.[1].headers).toMatchObject({ 'x-admin-key': 'the-key' });
  expect(sessionStorage.getItem('kumbuka:admin-key')).toBe('the-key');
});

it('the admin page asks for the key again when the server refuses it', async () => {
  open('overview', { AdminStats: () => refusal('FORBIDDEN', 'You may not do this.') }, 'LEARNER');
  fill('Admin key', 'wrong');
  await press('Use this key');
  expect(await screen.findByText(/The server refused this key/)).toBeTruthy();
  expect(sessionStorage.getItem('kumbuka:admin-key')).toBeNull();
});

it('the admin page asks an operator for no key', async () => {
  open('overview');
  await screen.findByText('1,200');
  expect(screen.queryByText('Admin calls will fail')).toBeNull();
});

it('the admin page takes the key of the build, for local work', async () => {
  vi.stubEnv('VITE_ADMIN_KEY', 'built-in');
  open('overview', {}, 'LEARNER');
  expect(await screen.findByText('1,200')).toBeTruthy();
});

it('the admin page shows six numbers, the unverified as total minus verified', async () => {
  open('overview');
  await screen.findByText('1,200');
  const number = (label: string) => screen.getByRole('group', { name: label }).textContent;
  expect(['Total', 'Verified', 'Unverified', 'Demo', 'Online', 'New (24h)'].map(number)).toEqual([
    '1,200Total',
    '1,150Verified',
    '50Unverified',
    '30Demo',
    '12Online',
    '7New (24h)',
  ]);
  expect(screen.getByText(/^Updated \d+ s ago$/)).toBeTruthy();
});

it('the admin page reads the numbers again every 15 s; a failed refresh keeps the old ones and says so', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let reads = 0;
  const AdminStats = () =>
    ++reads === 2
      ? refusal('UNAVAILABLE', 'Not right now.')
      : { adminStats: { ...stats, totalUsers: 1200 + reads } };
  open('overview', { AdminStats });
  await screen.findByText('1,201');
  await passTime(15_000);
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load stats: Not right now.');
  expect(screen.getByText('1,201')).toBeTruthy();
  await passTime(15_000);
  await screen.findByText('1,203');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('numbers and days that could not be read are no longer loading, and are read again', async () => {
  let isAway = true;
  const away = () => refusal('UNAVAILABLE', 'Not right now.');
  open('overview', {
    AdminStats: () => (isAway ? away() : { adminStats: stats }),
    AdminDays: () => (isAway ? away() : usual['AdminDays']?.({} as never, {} as never)),
  });
  await screen.findByText(/^Failed to load the last days/);
  await screen.findByText(/^Failed to load stats/);
  const texts = screen.getAllByRole('alert').map(({ textContent }) => textContent);
  expect(texts).toEqual([
    'Failed to load stats: Not right now.Try again',
    'Failed to load the last days: Not right now.Try again',
  ]);
  expect(screen.queryByText('Loading…')).toBeNull();
  expect(screen.getByRole('group', { name: 'Total' }).textContent).toBe('–Total');
  isAway = false;
  for (const button of screen.getAllByRole('button', { name: 'Try again' })) await userEvent.click(button);
  await screen.findByText('1,200');
  await screen.findByRole('img', { name: /^Answers/ });
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  ['0', 1],
  ['500', 120],
  ['', 5],
  ['30', 30],
])('the online window %j counts as %i minutes', async (typed, minutes) => {
  const read = vi.fn((_variables: { within: number }) => ({ adminStats: stats }));
  open('overview', { AdminStats: read });
  await screen.findByText('1,200');
  fill('Online within (mins)', typed);
  await waitFor(() => expect(read.mock.lastCall?.[0]).toEqual({ within: minutes }));
});

it('the admin page draws the last days with a sentence for each chart', async () => {
  open('overview');
  const chart = await screen.findByRole('img', { name: /^Answers/ });
  expect(chart.getAttribute('aria-label')).toBe(
    'Answers: 9 from 2026-03-01 to 2026-03-02, at most 9 on a day, 9 today.',
  );
});

const aBatch = (fields: object) => ({
  __typename: 'DemoBatch',
  id: 'b1',
  state: 'RUNNING',
  count: 10,
  made: 0,
  furnished: 0,
  ...fields,
});
const batchUsers = {
  __typename: 'DemoBatch',
  id: 'b1',
  users: [
    {
      __typename: 'DemoUser',
      id: '1',
      username: 'class9-1',
      email: 'class9-1@demo.example',
      password: 'g6cd66',
    },
  ],
};

it('the admin page makes demo users with the usual values and shows their passwords once', async () => {
  const create = vi.fn((_variables: unknown) => ({ createDemoUsers: aBatch({ made: 4 }) }));
  open('demo', {
    CreateDemoUsers: create,
    DemoBatchProgress: () => ({ adminDemoBatch: aBatch({ state: 'COMPLETED', made: 10, furnished: 10 }) }),
    DemoBatchUsers: () => ({ adminDemoBatch: batchUsers }),
  });
  await screen.findByLabelText('Count');
  await press('Create demo users');
  expect(await screen.findByText('Creating: 4 of 10')).toBeTruthy();
  expect(create.mock.calls[0]?.[0]).toEqual({
    input: { count: 10, prefix: 'class9', emailDomain: 'demo.example', expiresInDays: 90 },
  });
  expect(
    await screen.findByText('Passwords are shown for 15 minutes, and never again.', {}, { timeout: 3_000 }),
  ).toBeTruthy();
  expect(screen.getByText('g6cd66')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download CSV' })).toBeTruthy();
});

it('demo users that were made but could not be read are read again, not made again', async () => {
  const create = vi.fn((_variables: unknown) => ({
    createDemoUsers: aBatch({ state: 'COMPLETED', made: 10, furnished: 10 }),
  }));
  let reads = 0;
  open('demo', {
    CreateDemoUsers: create,
    DemoBatchUsers: () => (reads++ === 0 ? refusal('UNAVAILABLE', 'Away.') : { adminDemoBatch: batchUsers }),
  });
  await screen.findByLabelText('Count');
  await press('Create demo users');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The demo users were created, but their names and passwords could not be read.',
  );
  await press('Try again');
  expect(await screen.findByText('g6cd66')).toBeTruthy();
  expect(screen.queryByText(/could not be read/)).toBeNull();
  expect(create).toHaveBeenCalledTimes(1);
});

it('a batch of demo users whose response was lost is found by its key', async () => {
  const keys: unknown[] = [];
  open('demo', {
    CreateDemoUsers: (_variables, { headers }: { headers: Record<string, string> }) => {
      keys.push(headers['Idempotency-Key']);
      if (keys.length === 1) throw new TypeError('Failed to fetch');
      return { createDemoUsers: aBatch({ state: 'COMPLETED', made: 10, furnished: 10 }) };
    },
    DemoBatchUsers: () => ({ adminDemoBatch: batchUsers }),
  });
  await screen.findByLabelText('Count');
  await press('Create demo users');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('No answer came: the demo users may be under way.');
  await press('Try again');
  expect(await screen.findByText('g6cd66')).toBeTruthy();
  expect([keys.length, typeof keys[0], new Set(keys).size]).toEqual([2, 'string', 1]);
});

it('a running deletion is shown after its page was left, and its receipt at the end', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let state = 'RUNNING';
  open('overview', {
    AdminRuns: () => ({ adminRuns: [aRun({ state, done: state === 'RUNNING' ? 340 : 1000 })] }),
    DeletionProgress: () => ({ adminDeletion: aDeletion({ deleted: 1000 }) }),
  });
  expect(await screen.findByText('Deleting: 340 of 1000')).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('34');
  expect(screen.getByText(/^Begun .* by .imara.$/)).toBeTruthy();
  state = 'COMPLETED';
  await passTime(2_000);
  expect(await screen.findByText('The deletion of 1,000 users has ended')).toBeTruthy();
  await press('Show receipt');
  const receipt = await screen.findByText(/^Deleted 1,000 users/);
  expect(receipt.textContent, 'the receipt ended with a sentence of the server').toBe(
    'Deleted 1,000 users in 0.4 s with 3 decks, 30 flashcards, 12 progress records. SLOW: one after the other, with pauses.',
  );
  vi.useRealTimers();
});

it('passwords of demo users are offered after a reload to the operator who created them, and to nobody else', async () => {
  const batch = { kind: 'DEMO_USERS', state: 'COMPLETED', users: 30, done: 30 };
  open('overview', {
    AdminRuns: () => ({
      adminRuns: [
        aRun({ ...batch, id: 'mine', isMine: true }),
        aRun({ ...batch, id: 'other', users: 7, done: 7 }),
      ],
    }),
    DemoBatchUsers: ({ id }) =>
      id === 'mine' ? { adminDemoBatch: batchUsers } : refusal('NOT_FOUND', 'No.'),
  });
  expect(await screen.findByText('30 demo users created')).toBeTruthy();
  expect(screen.getByText('7 demo users created')).toBeTruthy();
  await press('Show names and passwords');
  expect(await screen.findByText('g6cd66')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show names and passwords' })).toBeNull();
});

it('the admin page sends no expiry of 0, and a password only if there is one', async () => {
  const create = vi.fn((_variables: unknown) => refusal('VALIDATION', 'This prefix is taken.'));
  open('demo', { CreateDemoUsers: create });
  await screen.findByLabelText('Count');
  fill('Expires in (days)', '0');
  fill('Fixed password', 'mti wa mwembe');
  await press('Create demo users');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to create demo users: This prefix is taken.',
  );
  expect(create.mock.calls[0]?.[0]).toEqual({
    input: { count: 10, prefix: 'class9', emailDomain: 'demo.example', password: 'mti wa mwembe' },
  });
});

it('the admin page requests users by type, activity, text and size, from the first page', async () => {
  const read = vi.fn((_variables: unknown) => usual['AdminUsers']?.({} as never, {} as never));
  open('users', { AdminUsers: read });
  await screen.findByText('class9-1');
  await userEvent.click(screen.getByRole('button', { name: 'Go to page 2' }));
  await waitFor(() => expect(read.mock.lastCall?.[0]).toEqual({ filter: {}, limit: 20, offset: 20 }));
  fill('Type', 'unverified');
  fill('Active within (mins)', '30');
  fill('Search (email or username)', ' class9 ');
  fill('Per page', '1000');
  await waitFor(() =>
    expect(read.mock.lastCall?.[0]).toEqual({
      filter: { emailVerified: false, activeWithin: 30, search: 'class9' },
      limit: 1000,
      offset: 0,
    }),
  );
});

it('when the users of the last page are deleted, the page before it is shown, not an empty one', async () => {
  let total = 42;
  open('users', {
    AdminUsers: ({ offset }: { offset: number }) => ({
      adminUsers: {
        __typename: 'AdminUserList',
        total,
        items: offset >= total ? [] : [aUser(String(offset))],
      },
    }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Go to page 3' }));
  await screen.findByText('class9-40');
  total = 40;
  await press('Refresh');
  expect(await screen.findByText('class9-20')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'page 2' }).getAttribute('aria-current')).toBe('page');
});

it('the controls under the users are shown together with the first users, so that nothing shifts', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  open('users', {
    AdminUsers: async (variables, context) => {
      await promise;
      return usual['AdminUsers']?.(variables, context) ?? {};
    },
  });
  expect(await screen.findByText('Loading…')).toBeTruthy();
  expect(screen.queryByText('sleep ms')).toBeNull();
  resolve();
  await screen.findByText('class9-1');
  expect(screen.getByLabelText('sleep ms')).toBeTruthy();
  expect(screen.queryByText('Loading…')).toBeNull();
});

it('a filter whose users cannot be loaded does not show those of the filter before', async () => {
  const isFiltered = (variables: unknown) => JSON.stringify(variables).includes('false');
  open('users', {
    AdminUsers: (variables, context) =>
      isFiltered(variables)
        ? refusal('UNAVAILABLE', 'Away.')
        : (usual['AdminUsers']?.(variables, context) ?? {}),
  });
  await screen.findByText('class9-1');
  fill('Type', 'unverified');
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load users');
  await waitFor(() => expect(screen.queryByText('class9-1')).toBeNull());
  expect(screen.queryByText('Loading…')).toBeNull();
  expect(screen.queryByText('No users')).toBeNull();
});

it('users who were selected while a filter loads are deselected when its rows arrive', async () => {
  open('users', {
    AdminUsers: async (variables) => {
      if (!JSON.stringify(variables).includes('class9-2'))
        return { adminUsers: { __typename: 'AdminUserList', total: 2, items: [aUser('1'), aUser('2')] } };
      await new Promise((resolve) => setTimeout(resolve, 600));
      return { adminUsers: { __typename: 'AdminUserList', total: 1, items: [aUser('2')] } };
    },
  });
  await screen.findByText('class9-1');
  fill('Search (email or username)', 'class9-2');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all of this page' }));
  expect(screen.getByText('2 selected')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('class9-1')).toBeNull());
  expect(screen.getByText('1 selected')).toBeTruthy();
});

it('the admin page says when there are no users', async () => {
  open('users', { AdminUsers: () => ({ adminUsers: { __typename: 'AdminUserList', total: 0, items: [] } }) });
  expect(await screen.findByText('0 in all')).toBeTruthy();
  expect(screen.getByText('No users')).toBeTruthy();
});

it('the admin page selects the whole page and nothing else, and deselects it', async () => {
  open('users');
  await screen.findByText('class9-1');
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all of this page' });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select class9-2' }));
  expect([screen.getByText('1 selected') !== null, all.indeterminate]).toEqual([true, true]);
  await userEvent.click(all);
  expect(screen.getByText('2 selected')).toBeTruthy();
  await userEvent.click(all);
  expect(screen.getByText('0 selected')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete Selected FAST' }).disabled).toBe(true);
});

it('a deletion first counts, asks with the focus on Cancel, and reports its result', async () => {
  const remove = vi.fn(({ input }: { input: { dryRun: boolean } }) => ({
    deleteUsers: aDeletion(input.dryRun ? { dryRun: true, deleted: 0, skippedDomain: ['a@b.example'] } : {}),
  }));
  open('users', { DeleteUsers: remove });
  await screen.findByText('class9-1');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all of this page' }));
  await press('Delete Selected SLOW');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 2 users?' }));
  expect(document.activeElement?.textContent).toBe('Cancel');
  expect(dialog.getByText('Skipped (domain not allowed)').nextElementSibling?.textContent).toBe('1');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete 2 users' }));
  expect(
    await screen.findByText(/^Deleted 2 users in 0.4 s with 3 decks, 30 flashcards, 12 progress records/),
  ).toBeTruthy();
  const usualInput = { userIds: ['1', '2'], strategy: 'SLOW', commitPer: 'ROW', echoSql: true, sleepMs: 20 };
  expect(remove.mock.calls.map(([given]) => given.input)).toEqual([
    { ...usualInput, dryRun: true },
    { ...usualInput, dryRun: false },
  ]);
  expect(screen.getByText('0 selected')).toBeTruthy();
});

it('a deletion that is cancelled deletes nothing', async () => {
  const remove = vi.fn((_variables: { input: object }) => ({
    deleteUsers: aDeletion({ dryRun: true, deleted: 0 }),
  }));
  open('users', { DeleteUsers: remove });
  await screen.findByText('class9-1');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select class9-1' }));
  await press('Delete Selected FAST');
  await screen.findByRole('alertdialog');
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(remove).toHaveBeenCalledTimes(1);
  expect(remove.mock.calls[0]?.[0].input).not.toHaveProperty('sleepMs');
});

it('the admin page says Delete failed with the server’s reason', async () => {
  open('users', { DeleteUsers: () => refusal('UNAVAILABLE', 'Not right now.') });
  await screen.findByText('class9-1');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select class9-1' }));
  await press('Delete Selected TURBO');
  expect((await screen.findByRole('alert')).textContent).toBe('Delete failed: Not right now.');
});

/** Confirms the deletion of the one user who is chosen. */
async function confirmDeletion() {
  await screen.findByText('class9-1');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select class9-1' }));
  await press('Delete Selected FAST');
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.click(dialog.getByRole('button', { name: /^Delete/ }));
}

it('a deletion whose response was lost is not reported as failed, and is found by its key', async () => {
  const asked: { dryRun: boolean; key: unknown }[] = [];
  open('users', {
    DeleteUsers: (
      { input }: { input: { dryRun: boolean } },
      { headers }: { headers: Record<string, string> },
    ) => {
      asked.push({ dryRun: input.dryRun, key: headers['Idempotency-Key'] });
      if (asked.length === 2) throw new TypeError('Failed to fetch');
      return { deleteUsers: aDeletion(input.dryRun ? { dryRun: true, deleted: 0 } : {}) };
    },
  });
  await confirmDeletion();
  expect(await screen.findByText(/^No answer came: the deletion may have begun/)).toBeTruthy();
  expect(screen.queryByText(/Delete failed/)).toBeNull();
  await press('Try again');
  expect(await screen.findByText(/^Deleted 2 users/)).toBeTruthy();
  expect(asked.map(({ dryRun }) => dryRun)).toEqual([true, false, false]);
  expect([asked[0]?.key, asked[1]?.key === asked[2]?.key, typeof asked[1]?.key]).toEqual([
    undefined,
    true,
    'string',
  ]);
});

it('an outage while a deletion runs shows an error with a retry instead of waiting for ever', async () => {
  let isAway = true;
  open('users', {
    DeleteUsers: ({ input }: { input: { dryRun: boolean } }) => ({
      deleteUsers: aDeletion(input.dryRun ? { dryRun: true } : { state: 'RUNNING', done: 1 }),
    }),
    DeletionProgress: () =>
      isAway ? refusal('UNAVAILABLE', 'Not right now.') : { adminDeletion: aDeletion({}) },
  });
  await confirmDeletion();
  await screen.findByText('Deleting: 1 of 2');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  expect(await screen.findByText(/^The server does not answer right now/)).toBeTruthy();
  for (let seconds = 0; seconds < 32; seconds++) await passTime(1_000);
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The deletion has begun, but nobody tells how it goes: Not right now.',
  );
  expect(screen.queryByText('Deleting: 1 of 2')).toBeNull();
  isAway = false;
  await press('Try again');
  await passTime(2_000);
  expect(await screen.findByText(/^Deleted 2 users/)).toBeTruthy();
});

const pageInfo = {
  __typename: 'PageInfo',
  page: 1,
  perPage: 20,
  totalPages: 1,
  totalItems: 1,
  hasNext: false,
  hasPrev: false,
};

it('the audit log finds calls by operation, operator, days and outcome', async () => {
  const read = vi.fn((_variables: unknown) => ({
    adminAudit: { __typename: 'AdminAuditPage', items: [], pageInfo },
  }));
  open('audit', { AdminAudit: read });
  await screen.findByText('No calls');
  fill('What', ' deleteUsers ');
  fill('Who', 'ke');
  fill('From', '2026-03-01');
  fill('To', '2026-03-01');
  fill('Result', 'OK');
  const from = new Date('2026-03-01T00:00:00').toISOString();
  const to = new Date('2026-03-02T00:00:00').toISOString();
  const filter = { hideReads: true, action: 'deleteUsers', from, to, result: 'OK' };
  await waitFor(() => expect(read.mock.lastCall?.[0]).toEqual({ page: 1, filter }));
  fill('Who', 'key');
  await waitFor(() =>
    expect(read.mock.lastCall?.[0]).toEqual({ page: 1, filter: { ...filter, operator: 'key' } }),
  );
});

const anEntry = (fields: object = {}) => ({
  __typename: 'AuditEntry',
  id: 'a1',
  at: '2026-03-01T08:00:00Z',
  operator: 'key',
  operatorAccount: null,
  action: 'deleteUsers',
  target: null,
  targetAccount: null,
  count: 2,
  result: 'FORBIDDEN',
  code: 'FORBIDDEN',
  ip: '203.0.113.7',
  ...fields,
});
const aName = (id: string, username: string | null) => ({
  __typename: 'NamedAccount',
  id,
  username,
  isDeleted: username === null,
});

it('the audit log hides reads by default, and the address remembers the choice to show them', async () => {
  const read = vi.fn((_variables: unknown) => ({
    adminAudit: { __typename: 'AdminAuditPage', items: [], pageInfo },
  }));
  const { router } = open('audit&page=3', { AdminAudit: read });
  await screen.findByText('No calls');
  expect(read.mock.calls[0]?.[0]).toEqual({ page: 3, filter: { hideReads: true } });
  await userEvent.click(screen.getByRole('switch', { name: 'Show what was only read' }));
  await waitFor(() => expect(read.mock.lastCall?.[0]).toEqual({ page: 1, filter: {} }));
  expect(router.state.location.search).toBe('?tab=audit&reads=shown');
});

it('the audit log shows names instead of ids', async () => {
  const items = [
    anEntry({
      id: 'a1',
      operator: '12',
      operatorAccount: aName('12', 'imara'),
      target: 'user 7',
      targetAccount: aName('7', '\u202e<i>asha</i>'),
    }),
    anEntry({ id: 'a2', operator: '13', operatorAccount: aName('13', null), target: 'deletion 9' }),
    anEntry({ id: 'a3', operator: '14' }),
    anEntry({ id: 'a4', operator: 'command' }),
  ];
  open('audit', { AdminAudit: () => ({ adminAudit: { __typename: 'AdminAuditPage', items, pageInfo } }) });
  expect((await screen.findByRole('link', { name: 'imara' })).getAttribute('href')).toBe(
    '/admin?tab=users&user=12',
  );
  expect(screen.getByText('\u202e<i>asha</i>').tagName).toBe('BDI');
  const who = screen.getAllByRole('row').map((row) => row.querySelectorAll('td')[1]?.textContent);
  expect(who.slice(2)).toEqual(['Deleted user 13', 'User 14', 'Command on the server']);
  expect(screen.getByText('deletion 9')).toBeTruthy();
});

const aList = (type: string, items: object[]) => ({ __typename: type, items, pageInfo });
const userParts = { decks: 3, cards: 120, answers: 45, plan: 'FREE', paidUntil: null, isOperator: false };
const aUserPage: Answers = {
  AdminUser: () => ({ adminUser: aUser('7', { username: '\u202e<b>x</b>', ...userParts }) }),
  UserPayments: () => ({
    userPayments: aList('PaymentPage', [
      {
        __typename: 'Payment',
        id: 'p1',
        apiRef: 'KMB-019ac3f2-7d10-7b41-9c55-0f4b9f2c41ab',
        amountCents: 10_000,
        currency: 'KES',
        method: 'STK',
        state: 'CONFIRMED',
        createdAt: '2026-03-01T08:00:00Z',
        receiptNumber: 'KMB-2026-000007',
        periodEnd: null,
      },
    ]),
  }),
  UserGenerations: () => ({ userGenerations: aList('UserGenerationPage', []) }),
  AdminAudit: () => ({ adminAudit: aList('AdminAuditPage', [anEntry({ result: 'OK', code: null })]) }),
};

it('an operator can open the page of one user', async () => {
  const audited = vi.fn(aUserPage['AdminAudit']);
  open('users&user=7', { ...aUserPage, AdminAudit: audited });
  const account = within(await screen.findByRole('region', { name: 'Account' }));
  expect(account.getByText('\u202e<b>x</b>').tagName).toBe('BDI');
  expect(screen.getByText('120')).toBeTruthy();
  expect(await screen.findByText('9F2C-41AB')).toBeTruthy();
  expect(screen.getByText('Free')).toBeTruthy();
  expect(await screen.findByText('No generations')).toBeTruthy();
  expect(await screen.findByText('deleteUsers')).toBeTruthy();
  expect(audited.mock.calls[0]?.[0]).toEqual({ page: 1, filter: { userId: '7', hideReads: true } });
});

it('an unavailable service does not hide the rest of the page of a user', async () => {
  let away = true;
  open('users&user=7', {
    ...aUserPage,
    UserPayments: (...call) =>
      away ? refusal('UNAVAILABLE', 'Billing is away.') : aUserPage['UserPayments']?.(...call),
  });
  expect(await screen.findByText(/^Failed to load the payments/)).toBeTruthy();
  expect(await screen.findByText('class9-7@demo.example')).toBeTruthy();
  expect(screen.queryByText('No payments')).toBeNull();
  away = false;
  await press('Try again');
  expect(await screen.findByText('KMB-2026-000007')).toBeTruthy();
});

it('the page of a deleted user says so and shows what operators did', async () => {
  open('users&user=7', { ...aUserPage, AdminUser: () => ({ adminUser: null }) });
  expect(await screen.findByText(/^No account has the id 7/)).toBeTruthy();
  expect(await screen.findByText('deleteUsers')).toBeTruthy();
});

it('an operator with the key alone reads why payments are missing, and no call is made for them', async () => {
  sessionStorage.setItem('kumbuka:admin-key', 'the-key');
  const payments = vi.fn(aUserPage['UserPayments']);
  open('users&user=7', { ...aUserPage, UserPayments: payments }, 'LEARNER');
  expect(await screen.findByText(/Payments and generations need the account of an operator/)).toBeTruthy();
  expect(payments).not.toHaveBeenCalled();
});

it('the admin page shows the calls of operators', async () => {
  const entry = anEntry();
  open('audit', {
    AdminAudit: () => ({ adminAudit: { __typename: 'AdminAuditPage', items: [entry], pageInfo } }),
  });
  expect(await screen.findByText('deleteUsers')).toBeTruthy();
  expect(screen.getByText('Refused (FORBIDDEN)')).toBeTruthy();
});
