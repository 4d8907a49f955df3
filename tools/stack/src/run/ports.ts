import { canBind } from '@kumbuka/embedded/loopback';
import { randomInt } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';

const LAST_PORT = 65_535;

/**
 * Below the ports of outgoing connections: a client that keeps connecting to a stopped server could otherwise get the
 * server's own port and connect to itself.
 */
const INNER_FIRST = 21_000;
const INNER_LAST = 31_000;

/**
 * Whether a port is free on both addresses: some systems let a second server bind 127.0.0.1 beside one on all addresses,
 * and a browser that opens `localhost` may reach a server on ::1 first.
 */
export async function isFree(port: number): Promise<boolean> {
  if ((await isTaken(port, '127.0.0.1')) || (await isTaken(port, '::1'))) return false;
  return canBind(port);
}

function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 500 });
    const say = (result: boolean) => () => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', say(true)).once('error', say(false)).once('timeout', say(false));
  });
}

/** Returns the wanted port or the next free one above it that is not in `taken`. */
export async function freePortFrom(wanted: number, taken: ReadonlySet<number>): Promise<number> {
  for (let port = wanted; port <= LAST_PORT; port += 1) {
    if (!taken.has(port) && (await isFree(port))) return port;
  }
  throw new Error(`There is no free port from ${wanted} upwards.`);
}

export type Wanted = { name: string; port: number };

/** Returns public ports: the wanted one, else the next free one, which `say` reports by name. */
export async function pickPublicPorts<Name extends string>(
  wanted: Record<Name, Wanted>,
  say: (line: string) => void,
): Promise<Record<Name, number>> {
  const taken = new Set<number>();
  const picked: Partial<Record<Name, number>> = {};
  for (const key of Object.keys(wanted) as Name[]) {
    const { name, port } = wanted[key];
    const free = await freePortFrom(port, taken);
    if (free !== port) say(`Port ${port} (${name}) is busy; using ${free}.`);
    taken.add(free);
    picked[key] = free;
  }
  return picked as Record<Name, number>;
}

/** Returns inner ports: those of the last start on this directory while they are free, else any. */
export async function pickInnerPorts<Name extends string>(
  dataDir: string,
  names: readonly Name[],
  taken: ReadonlySet<number>,
): Promise<Record<Name, number>> {
  const file = join(dataDir, 'ports.json');
  const remembered = readPorts(file);
  const used = new Set(taken);
  const picked: Partial<Record<Name, number>> = {};
  for (const name of names) {
    const port = await pickInner(remembered[name], used);
    used.add(port);
    picked[name] = port;
  }
  writeFileSync(file, `${JSON.stringify(picked, null, 2)}\n`, { mode: 0o600 });
  return picked as Record<Name, number>;
}

async function pickInner(last: unknown, used: ReadonlySet<number>): Promise<number> {
  if (typeof last === 'number' && !used.has(last) && (await isFree(last))) return last;
  return freePortFrom(randomInt(INNER_FIRST, INNER_LAST), used);
}

function readPorts(file: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}
