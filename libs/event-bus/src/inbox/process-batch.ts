import { problemsOf } from '@kumbuka/contracts';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { setTimeout as pause } from 'node:timers/promises';
import { aggregateKey } from '../aggregate-key.ts';
import { apply, type Outcome } from './apply.ts';
import type { Bus, ReceivedBatch } from '../bus.ts';
import { conflictPauseMs } from '../transactions/conflict.ts';
import { sendDeadLetter, type DeadLetter } from '../dead-letters/dead-letter.ts';
import type { Inbox } from './inbox.ts';
import type { Log } from '../log.ts';
import type { Parsed, Poison, Work } from './parse-message.ts';
import { retryUntilDone } from './retry-until-done.ts';

export interface ProcessOptions {
  bus: Bus;
  connection: Connection;
  inbox: Inbox;
  group: string;
  log: Log;
}

/** Some messages of one partition, and what processing them needs. */
interface Task extends ProcessOptions {
  batch: ReceivedBatch;
  /** Keys of parked aggregates. */
  parked: Set<string>;
}

const maxFailures = 5;
const firstFailurePauseMs = 100;
/** About five seconds in all; a conflict nearly always resolves at the second attempt. */
const maxConflicts = 30;

/** Text of an error for operators. */
function textOf(error: unknown): string {
  if (error instanceof z.ZodError) return problemsOf(error);
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

const halvesOf = <Item>(items: readonly Item[]): Item[][] => {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
};

/** Groups events by user, in order; users are independent. */
const byUser = (items: readonly Work[]): Work[][] => [
  ...Map.groupBy(items, ({ event }) => event.key).values(),
];

const isParked = ({ parked }: Task, { event }: Work) => parked.has(aggregateKey(event));

const applyAll = ({ batch, log, connection, inbox }: Task, items: readonly Work[]): Promise<Outcome> =>
  retryUntilDone(batch, log, () => apply(connection, inbox, items));

const sendToDeadLetters = ({ batch, bus, group, log }: Task, deadLetter: Omit<DeadLetter, 'group'>) =>
  retryUntilDone(batch, log, async () => {
    const { message, reason, error, attempts } = deadLetter;
    await sendDeadLetter(bus, { ...deadLetter, group });
    const { topic, partition, offset } = message;
    log.error({ group, topic, partition, offset, reason, error, attempts }, 'dead letter');
  });

const sendPoison = (task: Task, { message, reason }: Poison) =>
  sendToDeadLetters(task, { message, reason: 'poison', error: reason, attempts: 0 });

const sendParked = (task: Task, { message, event }: Work) =>
  sendToDeadLetters(task, {
    message,
    reason: 'parked',
    error: `An earlier event of ${aggregateKey(event)} failed.`,
    attempts: 0,
  });

async function park(task: Task, { event, message }: Work, error: string, attempts: number) {
  const { batch, log, inbox, parked } = task;
  await retryUntilDone(batch, log, () => inbox.park(event, message.topic, error));
  parked.add(aggregateKey(event));
  await sendToDeadLetters(task, { message, reason: 'failed', error, attempts });
}

/** Retries until success or the maximum of attempts; `first` is the outcome of an earlier attempt. */
async function processOne(task: Task, item: Work, first?: Outcome) {
  const { id, type } = item.event;
  let outcome = first ?? (await applyAll(task, [item]));
  for (let failures = 0, conflicts = 0; outcome.kind !== 'done'; outcome = await applyAll(task, [item])) {
    const isConflict = outcome.kind === 'conflict';
    if (isConflict) conflicts += 1;
    else failures += 1;
    const { group, log } = task;
    log.warn({ err: outcome.error, group, event: id, type, failures, conflicts }, 'a listener failed');
    if (failures === maxFailures || conflicts === maxConflicts)
      return park(task, item, textOf(outcome.error), failures + conflicts);
    await pause(isConflict ? conflictPauseMs(conflicts) : firstFailurePauseMs * 2 ** (failures - 1));
  }
}

async function processOneByOne(task: Task, items: readonly Work[], first?: Outcome) {
  for (const item of items)
    if (isParked(task, item)) await sendParked(task, item);
    else await processOne(task, item, items.length === 1 ? first : undefined);
}

/** Users whose events conflict even on their own. */
type Busy = { items: Work[]; outcome: Outcome }[];

/** Bisects a failed batch between users until the cause is isolated. */
async function bisect(task: Task, users: Work[][], outcome: Outcome, busy: Busy): Promise<void> {
  if (outcome.kind === 'done') return;
  const items = users.flat();
  if (users.length > 1)
    for (const half of halvesOf(users)) await bisect(task, half, await applyAll(task, half.flat()), busy);
  else if (outcome.kind === 'conflict') busy.push({ items, outcome });
  else await processOneByOne(task, items, outcome);
}

/**
 * Processes parsed messages of one partition: in one transaction if possible, else in ever smaller ones.
 * Users whose own requests keep conflicting come last.
 */
export async function processBatch(
  options: ProcessOptions,
  batch: ReceivedBatch,
  parsed: readonly Parsed[],
): Promise<void> {
  const work = parsed.filter((each) => each.kind === 'work');
  const events = work.map(({ event }) => event);
  const parked = await retryUntilDone(batch, options.log, () =>
    options.inbox.parkedAmong(events, batch.generation),
  );
  const task: Task = { ...options, batch, parked };
  for (const each of parsed) if (each.kind === 'poison') await sendPoison(task, each);
  for (const item of work) if (isParked(task, item)) await sendParked(task, item);
  const open = work.filter((item) => !isParked(task, item));
  if (open.length === 0) return;
  const busy: Busy = [];
  await bisect(task, byUser(open), await applyAll(task, open), busy);
  for (const { items, outcome } of busy) await processOneByOne(task, items, outcome);
}
