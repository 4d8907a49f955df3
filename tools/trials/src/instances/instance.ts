import { createChild } from '@kumbuka/stack/child';
import { environmentFor, type StackAddresses } from '@kumbuka/stack/environment';
import { untilReady } from '@kumbuka/stack/health';
import type { Service } from '@kumbuka/stack/services';
import type { StackContext } from '@kumbuka/stack/stack';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../product/measure.ts';
import type { Balancer } from './balancer.ts';

/** One of several equal processes. It is restarted whenever it ends, as in a cluster. */
export interface Instance {
  name: string;
  /** Its own address, without the balancer. */
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  pid(): number;
  /** Whether it receives new connections. */
  isServing(): boolean;
  /** Sends SIGKILL. */
  kill(): void;
  /** Removes it from the balancer, then sends SIGTERM. Resolves when it serves again. */
  restart(): Promise<void>;
  /** Its log, one entry per line. */
  log(): Record<string, unknown>[];
}

interface InstanceOptions {
  service: Service;
  number: number;
  addresses: StackAddresses;
  /** Further variables. */
  environment: Record<string, string>;
  context: StackContext;
  balancer: Balancer;
  port: number;
}

const stopWithinMs = 9_000;

const jsonOf = (line: string): Record<string, unknown>[] => {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
};

const shellOf = ({ PATH = '', HOME = '' }: NodeJS.ProcessEnv) => ({ PATH, HOME });

export function createInstance(options: InstanceOptions): Instance {
  const { service, number, addresses, environment, context, balancer, port } = options;
  const name = `${service.name}-${number}`;
  const url = `http://127.0.0.1:${port}`;
  const logFile = join(context.dataDir, 'logs', `${name}.log`);
  let serving = false;
  let starts = 0;

  const leave = () => {
    serving = false;
    balancer.remove(port);
  };
  const child = createChild<void>({
    ...context,
    name,
    entry: service.main,
    env: {
      ...shellOf(process.env),
      ...environmentFor(service.name, addresses),
      ...environment,
      PORT: String(port),
      WEB_PORT: String(port),
    },
    logFile,
    onLaunched: leave,
    ready: async (_child, ended) => {
      await untilReady([url], ended);
      serving = true;
      starts += 1;
      balancer.add(port);
    },
    stopWithinMs,
  });
  const pid = () => {
    const previous = child.pid();
    if (previous === undefined) throw new Error(`${name} has no process.`);
    return previous;
  };

  return {
    name,
    url,
    start: child.start,
    stop: child.stop,
    pid,
    isServing: () => serving,
    kill() {
      process.kill(pid(), 'SIGKILL');
    },
    async restart() {
      leave();
      const before = starts;
      process.kill(pid(), 'SIGTERM');
      while (starts === before) await pause(50);
    },
    log: () => readFileSync(logFile, 'utf8').split('\n').flatMap(jsonOf),
  };
}
