import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readToken, storeToken } from '../shared/auth/token.ts';
import { setDeviceZone } from '../test/device-zone.ts';
import { testedElsewhere, cases, press, type Case } from '../test/network/cases.ts';
import { createNetwork, type Fault } from '../test/network/network.ts';
import { operationNames } from '../test/network/replies.ts';
import { closeSite, openSite } from '../test/network/site.tsx';
import { aLearner } from '../test/network/world.ts';

/** Timeout of a screen, long because it also fetches its chunks. */
const longMs = 15_000;
/** Timeout of a call that hangs. */
const timeoutMs = 250;

/** Warnings of React about rows of a list that share a key. */
const keyWarnings: string[] = [];

const shorten = (ms: number) => Math.min(ms, timeoutMs);
vi.mock('../shared/browser/timeout.ts', async (original) => {
  const { timeout } = await original<typeof import('../shared/browser/timeout.ts')>();
  return { timeout: (ms: number) => timeout(shorten(ms)) };
});

beforeEach(() => {
  const report = console.error;
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
    if (String(words[0]).includes('same key')) keyWarnings.push(words.join(' '));
    report(...words);
  });
  vi.stubGlobal('scrollTo', () => {});
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const over = new AbortController();
    const end = () => over.abort(new DOMException('The operation timed out.', 'TimeoutError'));
    setTimeout(end, shorten(ms));
    return over.signal;
  });
});
afterEach(() => {
  closeSite();
  vi.unstubAllGlobals();
});

function open({ at, zone, token = 'a-token', signedOut = false }: Case) {
  if (zone) setDeviceZone(zone);
  if (!signedOut && !readToken()) storeToken(token);
  openSite(at);
}

const faults: readonly Fault[] = ['refused', 'hung', 'lost'];
const queryShown = (text: string | RegExp) =>
  screen.queryAllByText(text).filter((each) => !each.closest('[hidden]'));
const see = (text: string | RegExp) =>
  waitFor(
    () => {
      if (queryShown(text).length === 0) throw new Error(`The screen does not show ${text}`);
    },
    { timeout: longMs },
  );
const expectNothingFalse = ({ neverShown }: Case) => neverShown && expect(queryShown(neverShown)).toEqual([]);

const network = (name: string, { world = {}, repeated, endsToken }: Case) =>
  createNetwork({
    world: { ...aLearner, ...world },
    repeated: repeated ? { [name]: repeated } : {},
    revokes: endsToken ? name : null,
  });

const until = (isSo: () => boolean) =>
  waitFor(
    () => {
      if (!isSo()) throw new Error('The operation was not sent again.');
    },
    { timeout: longMs },
  );

const nextVisit = async (row: Case) => {
  open(row);
  await row.before?.();
  await row.call?.();
};

/**
 * Injects each fault, retries as the screen offers it, and at last delivers the call late and twice. Returns how many
 * things the server created.
 */
async function runCase(name: string, row: Case) {
  const net = network(name, row);
  vi.stubGlobal('fetch', net.fetch);
  const again = async () => {
    if (row.retry === 'by itself') return;
    if (row.retry !== 'next visit') return (row.call ?? (() => press('Try again')))();
    return nextVisit(row);
  };
  net.injectFault(name, 'refused');
  open(row);
  await row.before?.();
  await row.call?.();
  for (const fault of row.endsToken ? faults.filter((each) => each !== 'lost') : faults) {
    if (fault !== 'refused') {
      net.injectFault(name, fault);
      const before = net.timesCalled(name);
      await again();
      await until(() => net.timesCalled(name) > before);
    }
    expectNothingFalse(row);
    if (fault === 'hung') await new Promise((resolve) => setTimeout(resolve, timeoutMs + 50));
    await see(row.failed);
    expectNothingFalse(row);
  }
  net.deliverLateAndTwice(name);
  await again();
  await see(row.done);
  if (row.endsToken) await expectRecovery(net, name, row);
  return row.creates ? net.createdCount(name) : 1;
}

/** Expects that the screen detects success after the response to a call that revoked its own token was lost. */
async function expectRecovery(net: ReturnType<typeof network>, name: string, row: Case) {
  net.injectFault(name, 'lost');
  await nextVisit(row);
  await see(row.done);
}

it('every registered operation is in the table of cases, or is listed with the test of its screen and a reason', () => {
  const elsewhere = Object.values(testedElsewhere).flatMap(({ names }) => names);
  const listed = new Set([...Object.keys(cases), ...elsewhere]);
  expect(operationNames.filter((name) => !listed.has(name))).toEqual([]);
});

it.each(Object.entries(testedElsewhere))(
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
    expect(await runCase(name, row)).toBe(1);
    expect(keyWarnings.splice(0)).toEqual([]);
  },
);
