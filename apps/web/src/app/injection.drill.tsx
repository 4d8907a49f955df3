import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readToken, storeToken } from '../shared/auth/token.ts';
import { setDeviceZone } from '../test/device-zone.ts';
import { besideTheirScreen, cases, press, type Case } from '../test/network/cases.ts';
import { createNetwork, type Fault } from '../test/network/network.ts';
import { operationNames } from '../test/network/replies.ts';
import { aLearner } from '../test/network/world.ts';
import { renderRoutes } from '../test/render-routes.tsx';

/** The first screen also fetches its chunks, which takes its time on a busy machine. */
const longMs = 15_000;
/** A call that hangs is given up after this. */
const timeoutMs = 250;

/** Warnings of React about rows of a list that share a key. */
const sameKeys: string[] = [];

beforeEach(() => {
  const report = console.error;
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
    if (String(words[0]).includes('same key')) sameKeys.push(words.join(' '));
    report(...words);
  });
  vi.stubGlobal('scrollTo', () => {});
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const over = new AbortController();
    const end = () => over.abort(new DOMException('The operation timed out.', 'TimeoutError'));
    setTimeout(end, Math.min(ms, timeoutMs));
    return over.signal;
  });
});
afterEach(() => vi.unstubAllGlobals());

function open({ at, zone, token = 'a-token', signedOut = false }: Case) {
  if (zone) setDeviceZone(zone);
  if (!signedOut && !readToken()) storeToken(token);
  renderRoutes(at);
}

const faults: readonly Fault[] = ['refused', 'hung', 'lost'];
const see = (text: string | RegExp) => screen.findAllByText(text, {}, { timeout: longMs });
const nothingFalse = ({ never }: Case) => never && expect(screen.queryAllByText(never)).toEqual([]);

const network = (name: string, { world = {}, repeated, ends }: Case) =>
  createNetwork({
    world: { ...aLearner, ...world },
    repeated: repeated ? { [name]: repeated } : {},
    ends: ends ? name : null,
  });

const until = (isSo: () => boolean) =>
  waitFor(
    () => {
      if (!isSo()) throw new Error('It was not asked again.');
    },
    { timeout: longMs },
  );

const nextVisit = async (row: Case) => {
  cleanup();
  open(row);
  await row.before?.();
  await row.call?.();
};

/** Three failures, each followed by the next step that the screen offers, then a call that arrives late and twice; gives how many things were made by what was tried. */
async function walk(name: string, row: Case) {
  const net = network(name, row);
  vi.stubGlobal('fetch', net.fetch);
  const again = async () => {
    if (row.again === 'by itself') return;
    if (row.again !== 'next visit') return (row.call ?? (() => press('Try again')))();
    return nextVisit(row);
  };
  net.injectFault(name, 'refused');
  open(row);
  await row.before?.();
  await row.call?.();
  for (const fault of row.ends ? faults.filter((each) => each !== 'lost') : faults) {
    if (fault !== 'refused') {
      net.injectFault(name, fault);
      const before = net.timesCalled(name);
      await again();
      await until(() => net.timesCalled(name) > before);
    }
    nothingFalse(row);
    if (fault === 'hung') await new Promise((resolve) => setTimeout(resolve, timeoutMs + 50));
    await see(row.failed);
    nothingFalse(row);
  }
  net.deliverLateAndTwice(name);
  await again();
  await see(row.done);
  if (row.ends) await findOut(net, name, row);
  return row.makes ? net.thingsMade(name) : 1;
}

/** A lost reply to what ended the own token: the screen finds out that it is done. */
async function findOut(net: ReturnType<typeof network>, name: string, row: Case) {
  net.injectFault(name, 'lost');
  await nextVisit(row);
  await see(row.done);
}

it('every registered operation is in the table of cases, or is listed with the test of its screen and a reason', () => {
  const beside = Object.values(besideTheirScreen).flatMap(({ names }) => names);
  const listed = new Set([...Object.keys(cases), ...beside]);
  expect(operationNames.filter((name) => !listed.has(name))).toEqual([]);
});

it.each(Object.entries(besideTheirScreen))(
  '%s names the operations that it is listed for',
  (file, { names }) => {
    const present = names.filter((name) => operationNames.includes(name));
    const text = present.length > 0 ? readFileSync(join(import.meta.dirname, '..', file), 'utf8') : '';
    const isNamed = (name: string) => text.toLowerCase().includes(name.toLowerCase());
    expect(present.filter((name) => !isNamed(name))).toEqual([]);
  },
);

it.each(Object.entries(cases))(
  'under every network fault of %s its screen shows nothing false, offers a next step and creates nothing twice',
  async (name, row) => {
    expect(await walk(name, row)).toBe(1);
    expect(sameKeys.splice(0)).toEqual([]);
    cleanup();
  },
);
