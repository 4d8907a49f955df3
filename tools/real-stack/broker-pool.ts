import { type RealBroker, startRealBroker } from '@kumbuka/real-kafka/broker';
import { wipe } from './wipe.ts';

interface Lending {
  broker: RealBroker;
  isAway: boolean;
  /** Made as one test wished it, and for nobody else. */
  isSpecial: boolean;
}

/** Kafka's own measure: no test of a service waits for it. */
const retentionCheckMs = 300_000;

/**
 * Brokers that are lent one at a time, and emptied before they are lent again: a start costs 4 s and most of a core.
 * So many are `enough` that one can be emptied while others are lent; more are started when more are lent.
 */
export function createBrokerPool(jars: string, enough: number) {
  const idle: RealBroker[] = [];
  const starting = new Set<Promise<RealBroker>>();
  const returning = new Set<Promise<void>>();
  const lent = new Map<number, Lending>();
  const counts = { started: 0, lent: 0 };
  let isOver = false;

  function start(advertisedPort?: number): Promise<RealBroker> {
    counts.started += 1;
    const started = startRealBroker(jars, { advertisedPort, retentionCheckMs }).finally(() =>
      starting.delete(started),
    );
    starting.add(started);
    return started;
  }

  async function next(): Promise<RealBroker> {
    while (idle.length === 0 && returning.size > 0 && lent.size + returning.size >= enough)
      await Promise.race(returning);
    return idle.shift() ?? start();
  }

  async function makeReady({ broker, isAway, isSpecial }: Lending): Promise<void> {
    if (isSpecial || isOver) return broker.stop();
    try {
      if (isAway) await broker.comeBack();
      await wipe(broker.address);
      idle.push(broker);
    } catch (error) {
      console.error('A broker is not lent again:', error);
      await broker.stop();
    }
  }

  function lendingOf(port: number): Lending {
    const lending = lent.get(port);
    if (!lending) throw new Error(`No broker is lent on port ${port}`);
    return lending;
  }

  return {
    counts,
    /** Before anybody waits for them in the time of a test. */
    async warm(nodes: number) {
      idle.push(...(await Promise.all(Array.from({ length: nodes }, () => start()))));
    },
    async lend(advertisedPort?: number): Promise<number> {
      const isSpecial = advertisedPort !== undefined;
      const broker = await (isSpecial ? start(advertisedPort) : next());
      counts.lent += 1;
      lent.set(broker.port, { broker, isSpecial, isAway: false });
      return broker.port;
    },
    async stop(port: number) {
      const lending = lendingOf(port);
      lending.isAway = true;
      await lending.broker.leave();
    },
    async start(port: number) {
      const lending = lendingOf(port);
      await lending.broker.comeBack();
      lending.isAway = false;
    },
    /** Answers at once; what comes next for the broker is not the test's concern. */
    end(port: number) {
      const lending = lendingOf(port);
      lent.delete(port);
      const ready = makeReady(lending).finally(() => returning.delete(ready));
      returning.add(ready);
    },
    async close() {
      isOver = true;
      await Promise.allSettled([...starting, ...returning]);
      const left = [...idle, ...[...lent.values()].map(({ broker }) => broker)];
      await Promise.all(left.map((broker) => broker.stop()));
    },
  };
}
