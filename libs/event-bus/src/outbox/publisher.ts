import type { Bus, BusMessage } from '../bus.ts';
import type { CrashAt } from '../crash-points.ts';
import type { Outbox, OutboxRow } from './outbox.ts';

export interface PublisherOptions {
  outbox: Outbox;
  bus: Bus;
  crashAt?: CrashAt | undefined;
}

const batchSize = 500;
const maxRemembered = 10_000;

const messageOf = ({ _id: id, key, event }: OutboxRow): BusMessage => {
  const { type, version, traceparent } = event;
  const trace: Record<string, string> = traceparent === undefined ? {} : { traceparent };
  return { key, value: JSON.stringify(event), headers: { id, type, version: String(version), ...trace } };
};

const versionsOf = (rows: readonly OutboxRow[]) => rows.map(({ ver }) => ver);
const byAggregate = (rows: readonly OutboxRow[]) => Map.groupBy(rows, ({ aggregate }) => aggregate);

/** Sorts the versions of each aggregate; every aggregate keeps its positions. */
export function inVersionOrder(rows: readonly OutboxRow[]): OutboxRow[] {
  const sorted = new Map(
    [...byAggregate(rows)].map(([aggregate, own]) => [aggregate, own.toSorted((a, b) => a.ver - b.ver)]),
  );
  return rows.flatMap(({ aggregate }) => sorted.get(aggregate)?.shift() ?? []);
}

/** Highest sent version of each aggregate; all lower versions were sent as well. */
function createSentVersions() {
  const upTo = new Map<string, number>();
  return {
    /** Whether the versions continue from the last sent one without a gap; from 1 when none is remembered. */
    hasNoGap(aggregate: string, rows: readonly OutboxRow[]): boolean {
      const from = upTo.get(aggregate) ?? 0;
      const versions = versionsOf(rows).toSorted((a, b) => a - b);
      return versions.every((version, index) => version === from + index + 1);
    },
    note(rows: readonly OutboxRow[]) {
      if (upTo.size > maxRemembered) upTo.clear();
      for (const { aggregate, ver } of rows) upTo.set(aggregate, Math.max(ver, upTo.get(aggregate) ?? 0));
    },
  };
}
type SentVersions = ReturnType<typeof createSentVersions>;

const nextRows = (outbox: Outbox) =>
  outbox.collection().find({ sent: false }).sort({ sent: 1, _id: 1 }).limit(batchSize).toArray();

/**
 * Finds unsent rows with lower versions that the batch lacks: another instance's clock gave them later ids, or they
 * committed while the batch was read. Queries only aggregates with a gap.
 */
async function findOverlooked(
  outbox: Outbox,
  sent: SentVersions,
  rows: readonly OutboxRow[],
): Promise<OutboxRow[]> {
  const withGaps = [...byAggregate(rows)]
    .filter(([aggregate, own]) => !sent.hasNoGap(aggregate, own))
    .map(([aggregate, own]) => ({ sent: false, aggregate, ver: { $lt: Math.max(...versionsOf(own)) } }));
  if (withGaps.length === 0) return [];
  const batchIds = new Set(rows.map(({ _id }) => _id));
  const lower = await outbox.collection().find({ $or: withGaps }).toArray();
  return lower.filter(({ _id }) => !batchIds.has(_id));
}

/**
 * Returns a function that publishes the next batch of the outbox, in order per aggregate. It resolves with true when more
 * may wait.
 */
export function createPublisher({ outbox, bus, crashAt }: PublisherOptions): () => Promise<boolean> {
  const sent = createSentVersions();

  async function publish(topic: string, rows: readonly OutboxRow[]) {
    crashAt?.('after-commit-before-publish');
    await bus.publish(topic, rows.map(messageOf));
    crashAt?.('after-publish-before-mark');
    const ids = rows.map(({ _id }) => _id);
    const marks = { $set: { sent: true, sentAt: new Date() } };
    await outbox.collection().updateMany({ _id: { $in: ids } }, marks);
    sent.note(rows);
  }

  return async () => {
    const rows = await nextRows(outbox);
    if (rows.length === 0) return false;
    const all = inVersionOrder([...(await findOverlooked(outbox, sent, rows)), ...rows]);
    for (const [topic, own] of Map.groupBy(all, (row) => row.topic)) await publish(topic, own);
    return rows.length === batchSize;
  };
}
