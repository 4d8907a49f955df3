import { type Admin, Kafka, logLevel } from 'kafkajs';
import { setTimeout as pause } from 'node:timers/promises';

/** Allows for dead members, which stay in their group until their session expires. */
const WITHIN_MS = 20_000;
const isOwn = (topic: string) => !topic.startsWith('__');

async function deleteAll(admin: Admin): Promise<void> {
  const topics = (await admin.listTopics()).filter(isOwn);
  if (topics.length > 0) await admin.deleteTopics({ topics });
  const { groups } = await admin.listGroups();
  if (groups.length > 0) await admin.deleteGroups(groups.map(({ groupId }) => groupId));
}

async function isEmpty(admin: Admin): Promise<boolean> {
  await deleteAll(admin).catch(() => undefined);
  const [topics, { groups }] = [await admin.listTopics(), await admin.listGroups()];
  return !topics.some(isOwn) && groups.length === 0;
}

/** Deletes every topic and group of a broker for the next borrower. Throws when it cannot. */
export async function wipe(address: string): Promise<void> {
  const kafka = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  const deadline = Date.now() + WITHIN_MS;
  await admin.connect();
  try {
    while (!(await isEmpty(admin))) {
      if (Date.now() > deadline) throw new Error(`${address} cannot be emptied: something still uses it`);
      await pause(200);
    }
  } finally {
    await admin.disconnect();
  }
}
