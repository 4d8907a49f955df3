import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Broker } from './apis/api.ts';
import { createAccess, openAccess, type AccessOptions } from './access/access.ts';
import { createSaltedPasswords } from './access/scram.ts';
import { createCoordinator } from './groups/coordinator.ts';
import { createAppend } from './log/append.ts';
import { createRetention } from './log/retention.ts';
import { createTopics } from './log/topics.ts';
import { createBatchRows } from './storage/batch-rows.ts';
import { createGroupCommit } from './storage/group-commit.ts';
import { createGroupRows } from './storage/group-rows.ts';
import { createProducerRows } from './storage/producer-rows.ts';
import { createTopicRows } from './storage/topic-rows.ts';

type BrokerSettings = {
  now: () => number;
  /** Absent: every client has all rights. */
  access: AccessOptions | undefined;
  onFailure: (error: unknown) => void;
};

/** Composes the broker on one database. The server sets the port after it listens. */
export function createBroker(db: DatabaseSync, settings: BrokerSettings): Broker {
  const { now } = settings;
  const commit = createGroupCommit(db, settings.onFailure);
  const rows = {
    topics: createTopicRows(db),
    batches: createBatchRows(db),
    producers: createProducerRows(db),
    groups: createGroupRows(db),
  };
  const topics = createTopics(rows, commit);
  const access = settings.access === undefined ? openAccess : createAccess(settings.access);
  return {
    port: 0,
    clusterId: clusterIdOf(db),
    rows,
    topics,
    commit,
    append: createAppend(rows, topics, commit, now),
    retention: createRetention(rows, topics, commit, now),
    coordinator: createCoordinator(rows.groups, commit, now),
    access,
    saltedPasswordOf: createSaltedPasswords(access.passwordOf),
  };
}

function clusterIdOf(db: DatabaseSync): string {
  const fresh = randomBytes(16).toString('base64url');
  db.prepare(`INSERT OR IGNORE INTO meta VALUES ('clusterId', ?)`).run(fresh);
  return String(db.prepare(`SELECT value FROM meta WHERE name = 'clusterId'`).get()?.['value']);
}
