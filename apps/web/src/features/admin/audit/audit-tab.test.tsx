import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fill } from '../../../test/fill.ts';
import { aName, anEntry, open, useAdmin } from '../../../test/open-admin.tsx';
import { pageInfo } from '../../../test/page-info.ts';

useAdmin();

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

it('a year with five digits in a date of the audit log does not break the page', async () => {
  const read = vi.fn((_variables: unknown) => ({
    adminAudit: { __typename: 'AdminAuditPage', items: [], pageInfo },
  }));
  open('audit', { AdminAudit: read });
  await screen.findByText('No calls');
  fill('From', '20265-03-01');
  fill('To', '20265-03-01');
  fill('What', 'deleteUsers');
  const filter = { hideReads: true, action: 'deleteUsers' };
  await waitFor(() => expect(read.mock.lastCall?.[0]).toEqual({ page: 1, filter }));
  expect(screen.getByText('No calls')).toBeTruthy();
});

it('the audit log hides reads by default, and the address remembers the choice to show them', async () => {
  const read = vi.fn((_variables: unknown) => ({
    adminAudit: { __typename: 'AdminAuditPage', items: [], pageInfo },
  }));
  const { router } = open('audit&page=3', { AdminAudit: read });
  await screen.findByText('No calls');
  expect(read.mock.calls[0]?.[0]).toEqual({ page: 3, filter: { hideReads: true } });
  await userEvent.click(screen.getByRole('switch', { name: 'Show reads' }));
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

it('the admin page shows the calls of operators', async () => {
  const entry = anEntry();
  open('audit', {
    AdminAudit: () => ({ adminAudit: { __typename: 'AdminAuditPage', items: [entry], pageInfo } }),
  });
  expect(await screen.findByText('deleteUsers')).toBeTruthy();
  expect(screen.getByText('Refused (FORBIDDEN)')).toBeTruthy();
});
