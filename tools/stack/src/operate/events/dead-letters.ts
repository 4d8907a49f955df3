import { databaseOf, topicOf } from '@kumbuka/contracts';
import { deadLetterId } from '@kumbuka/event-bus';
import { UsageError } from '../run-command.ts';
import { recordAct } from '../running-service.ts';
import { openAdmin, openPreparedAdmin, ownerNamed, owners } from './events-admin.ts';

/** Name of the operator in the notes on dead letters. */
const by = 'command';

export async function showDeadLetters([name]: readonly string[]) {
  const admin = openAdmin();
  for (const owner of name === undefined ? owners : [ownerNamed(name)]) {
    const topic = topicOf(owner);
    const deadLetters = await admin.listDeadLetters(topic);
    const discarded = await admin.countDiscarded(topic);
    console.log(`${topic}: ${await admin.count(topic)} dead letters, ${discarded} discarded`);
    for (const deadLetter of deadLetters) {
      const { type = 'no type', id = 'no id', group, reason, attempts, error } = deadLetter.headers;
      const where = `${deadLetterId(deadLetter)} ${deadLetter.headers['failed-at']}`;
      console.log(`  ${where} ${group} ${reason} ${type} ${id} (${attempts} attempts)`);
      console.log(`    ${error}`);
    }
  }
}

export async function unpark([name, aggregate]: readonly string[]) {
  const owner = ownerNamed(name);
  const target = aggregate === undefined ? owner : `${owner} ${aggregate}`;
  const count = await recordAct('unparkAggregate', target, () =>
    openAdmin().unpark(databaseOf(owner), owner, aggregate),
  );
  console.log(
    `${owner} processes events of ${count} aggregates again. Now replay the dead letters of their topics.`,
  );
}

export async function replay([name, id]: readonly string[]) {
  const owner = ownerNamed(name);
  const topic = topicOf(owner);
  const admin = await openPreparedAdmin();
  const [action, target] =
    id === undefined ? ['replayDeadLetters', owner] : ['replayDeadLetter', `${owner} ${id}`];
  const { sent, kept } = await recordAct(
    action,
    target,
    () => admin.replay(topic, by, id),
    (result) => result.sent,
  );
  console.log(
    `${topic}: ${sent} dead letters were published again, ${kept} cannot be replayed and stay (see docs/runbook.md).`,
  );
}

export async function discard([name, id]: readonly string[]) {
  const owner = ownerNamed(name);
  const topic = topicOf(owner);
  if (id === undefined) throw new UsageError('Name the id of a dead letter, which dlt lists.');
  const admin = await openPreparedAdmin();
  const found = await recordAct('discardDeadLetter', `${owner} ${id}`, () => admin.discard(topic, by, id));
  if (!found) throw new UsageError(`${topic} has no dead letter ${id} any more.`);
  console.log(`${topic}: ${id} was discarded; it is kept for 90 days.`);
}
