import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { open as openTab, press, useAdmin } from '../../../test/open-admin.tsx';
import { pageInfo } from '../../../test/page-info.ts';
import { refusal, type Responses } from '../../../test/render-screen.tsx';

useAdmin();

const someEvents = (service: string, fields: object = {}) => ({
  __typename: 'ServiceEvents',
  service,
  isAnswering: true,
  lagByTopic: [{ __typename: 'TopicLag', topic: 'auth.events', lag: 0 }],
  outboxBacklog: 0,
  outboxAgeSeconds: 0,
  parkedCount: 0,
  parked: [],
  deadLetters: 0,
  discarded: 0,
  ...fields,
});
const letter = {
  __typename: 'DeadLetter',
  id: '0-7',
  origin: 'decks.events 2-117',
  source: 'decks',
  reader: 'study-progress',
  type: 'decks.card-added',
  aggregate: 'deck:12',
  reason: 'failed',
  error: 'cardId: expected a number',
  attempts: 3,
  failedAt: '2026-03-01T08:00:00Z',
  payload: '{"cardId":"x"}',
  discardedAt: null,
  discardedBy: null,
  discardedByAccount: null,
};
const pageOf = (...items: object[]) => ({
  adminDeadLetters: { __typename: 'DeadLetterPage', items, pageInfo },
});

const open = (responses: Responses) => openTab('events', { AdminDeadLetters: () => pageOf(), ...responses });
const cellsOf = async (service: string) => {
  const row = (await screen.findByRole('cell', { name: new RegExp(`${service}$`) })).closest('tr');
  return [...(row?.cells ?? [])].slice(1, -1).map(({ textContent }) => textContent);
};

it('the events tab shows for each service what waits, and for how long', async () => {
  const lag = { __typename: 'TopicLag', topic: 'decks.events', lag: 3 };
  const behind = {
    lagByTopic: [lag],
    outboxBacklog: 2,
    outboxAgeSeconds: 75.4,
    parkedCount: 1,
    deadLetters: 4,
  };
  open({ AdminEventDesk: () => ({ adminEventDesk: [someEvents('auth'), someEvents('ai', behind)] }) });
  expect(await cellsOf('auth')).toEqual(['0', '0', '0', '0', '0']);
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads, 'a column had an empty head').not.toContain('');
  expect(await cellsOf('ai')).toEqual(['Decks: 3', '2 for 1 min', '1', '4', '0']);
});

it('the events tab names services that do not respond, and never shows 0 for an unknown number', async () => {
  const hung = {
    isAnswering: false,
    outboxBacklog: null,
    outboxAgeSeconds: null,
    parkedCount: null,
    parked: null,
  };
  const noKafka = { lagByTopic: null, deadLetters: null };
  open({
    AdminEventDesk: () => ({ adminEventDesk: [someEvents('decks', hung), someEvents('ai', noKafka)] }),
  });
  const away = 'The service is not responding';
  expect(await cellsOf('decks')).toEqual(['0', away, away, '0', '0']);
  const kafka = 'Kafka is not responding';
  expect(await cellsOf('ai')).toEqual([kafka, '0', '0', kafka, '0']);
});

it('the events tab replays a dead letter, and discards one only after asking', async () => {
  const changed = vi.fn((_variables: unknown) => ({
    replayDeadLetter: { __typename: 'ServiceEvents', service: 'decks' },
    discardDeadLetter: { __typename: 'ServiceEvents', service: 'decks' },
  }));
  open({
    AdminEventDesk: () => ({ adminEventDesk: [someEvents('decks', { deadLetters: 1 })] }),
    AdminDeadLetters: () => pageOf(letter),
    ReplayDeadLetter: changed,
    DiscardDeadLetter: changed,
  });
  await screen.findByRole('cell', { name: /decks$/ });
  await press('Show events of Decks');
  await screen.findByText('Decks: card added (deck 12)');
  expect(screen.getByText(/Study gave up on .* after 3 attempts: processing failed/)).toBeTruthy();
  expect(screen.getByText('{"cardId":"x"}')).toBeTruthy();
  await press('Replay');
  await screen.findByText('The event was sent again.');
  await press('Discard');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(changed).toHaveBeenCalledTimes(1);
  await userEvent.click(dialog.getByRole('button', { name: 'Discard' }));
  await screen.findByText('The event was discarded.');
  expect(changed.mock.lastCall?.[0]).toEqual({ input: { service: 'decks', id: '0-7' } });
});

it('the events tab replays all, and says what cannot be sent again', async () => {
  open({
    AdminEventDesk: () => ({ adminEventDesk: [someEvents('decks', { deadLetters: 3 })] }),
    AdminDeadLetters: () => pageOf(letter, { ...letter, id: '0-8', payload: null }),
    ReplayDeadLetters: () => ({
      replayDeadLetters: { __typename: 'ReplayedDeadLetters', sent: 2, kept: 1 },
    }),
  });
  await screen.findByRole('cell', { name: /decks$/ });
  await press('Show events of Decks');
  await screen.findByText('It was too large to keep.');
  const [, second] = screen.getAllByRole('button', { name: 'Replay' });
  expect(second).toHaveProperty('disabled', true);
  await press('Replay all');
  await screen.findByText('2 events were sent again. 1 cannot be sent again and stays.');
});

it('the events tab unparks an aggregate and says whose dead letters to replay', async () => {
  const stuck = {
    __typename: 'ParkedAggregate',
    aggregate: 'deck:12',
    topic: 'decks.events',
    error: 'Error: a bug',
    at: '2026-03-01T08:00:00Z',
  };
  const unpark = vi.fn((_variables: unknown) => ({
    unparkAggregate: { __typename: 'ServiceEvents', service: 'ai' },
  }));
  open({
    AdminEventDesk: () => ({ adminEventDesk: [someEvents('ai', { parkedCount: 3, parked: [stuck] })] }),
    UnparkAggregate: unpark,
  });
  await screen.findByRole('cell', { name: /ai$/ });
  await press('Show events of Card generation');
  expect(await screen.findByText('and 2 more')).toBeTruthy();
  await press('Unpark');
  await screen.findByText(
    'Card generation accepts events of deck 12 again. Now replay the dead letters of Decks.',
  );
  expect(unpark.mock.lastCall?.[0]).toEqual({ input: { service: 'ai', aggregate: 'deck:12' } });
});

it('the events tab says why something could not be changed', async () => {
  open({
    AdminEventDesk: () => ({ adminEventDesk: [someEvents('decks', { deadLetters: 1 })] }),
    AdminDeadLetters: () => pageOf(letter),
    ReplayDeadLetter: () => refusal('DEAD_LETTER_NOT_FOUND', 'This dead letter no longer exists.'),
  });
  await screen.findByRole('cell', { name: /decks$/ });
  await press('Show events of Decks');
  await screen.findByText('Decks: card added (deck 12)');
  await press('Replay');
  const why = 'Nothing was changed: This dead letter no longer exists.';
  expect(await screen.findByText(why)).toBeTruthy();
});
