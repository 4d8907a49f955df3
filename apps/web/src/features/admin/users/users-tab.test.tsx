import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fill } from '../../../test/fill.ts';
import { aUser, open, press, useAdmin, usual } from '../../../test/open-admin.tsx';
import { refusal } from '../../../test/render-screen.tsx';

useAdmin();

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
