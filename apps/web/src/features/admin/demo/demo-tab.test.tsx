import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fill } from '../../../test/fill.ts';
import { aRun, open, press, useAdmin } from '../../../test/open-admin.tsx';
import { refusal } from '../../../test/render-screen.tsx';

useAdmin();

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
  expect(alert.textContent).toContain('No response: creation may have started.');
  await press('Try again');
  expect(await screen.findByText('g6cd66')).toBeTruthy();
  expect([keys.length, typeof keys[0], new Set(keys).size]).toEqual([2, 'string', 1]);
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

it('the admin page refuses a domain to which no email can be sent', async () => {
  const create = vi.fn((_variables: unknown) => refusal('VALIDATION', 'Must be a domain.'));
  open('demo', { CreateDemoUsers: create });
  await screen.findByLabelText('Count');
  fill('Email domain', '1.2.3.4');
  await press('Create demo users');
  expect(screen.getByText('Enter a domain, such as demo.example')).toBeTruthy();
  expect(create).not.toHaveBeenCalled();
});

it('demo users can have addresses at a domain with letters of any language', async () => {
  const create = vi.fn((_variables: unknown) => refusal('VALIDATION', 'This prefix is taken.'));
  open('demo', { CreateDemoUsers: create });
  await screen.findByLabelText('Count');
  fill('Email domain', 'school');
  await press('Create demo users');
  expect(screen.getByText('Enter a domain, such as demo.example')).toBeTruthy();
  fill('Email domain', ' MÜNCHEN.example ');
  await press('Create demo users');
  await screen.findByRole('alert');
  expect(create).toHaveBeenCalledTimes(1);
  expect(create.mock.lastCall?.[0]).toMatchObject({ input: { emailDomain: 'MÜNCHEN.example' } });
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
