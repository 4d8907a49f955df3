import { waitFor } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startPaymentWorld,
  type Device,
  type NetworkFault,
  type PaymentWorld,
} from '../../test/payment-world.tsx';

let world: PaymentWorld;
let learners = 0;
let phones = 712_000_000;
beforeAll(async () => {
  world = await startPaymentWorld();
}, 60_000);
afterAll(() => world.stop());

/** A number that no other test uses, in four spellings. */
function newPhone() {
  const local = String(++phones);
  const grouped = `${local.slice(0, 3)} ${local.slice(3, 6)} ${local.slice(6)}`;
  return {
    stored: `254${local}`,
    spellings: [`0${local}`, `+254 ${grouped}`, `254${local}`, `\u202a0${grouped}\u202c`] as const,
  };
}

/** Runs the work and returns how many requests were sent to phones, and how many pages were opened. */
async function countSent(work: () => Promise<unknown>) {
  const before = await world.read();
  await work();
  const after = await world.read();
  return { prompts: after.prompts - before.prompts, pages: after.pages - before.pages };
}

const note = /The payment request sent at \d\d:\d\d can be paid on the phone until \d\d:\d\d/;
const minute = 60_000;

describe('one phone rings once', () => {
  const twice: [string, (open: () => Promise<Device>, spellings: readonly string[]) => Promise<unknown>][] = [
    ['by a double tap', async (open, [phone = '']) => (await open()).pay(phone, 2)],
    [
      'from a second tab',
      async (open, [phone = '']) => {
        const [first, second] = [await open(), await open()];
        await first.pay(phone);
        await second.pay(phone);
      },
    ],
    [
      'after a reload',
      async (open, [phone = '']) => {
        const before = await open();
        await before.pay(phone);
        before.close();
        await (await open()).pay(phone);
      },
    ],
    [
      'for every other spelling',
      async (open, spellings) => {
        const device = await open();
        for (const spelling of spellings) await device.pay(spelling);
      },
    ],
    [
      'from two devices at the same moment',
      async (open, [phone = '']) => {
        const [first, second] = [await open(), await open()];
        await Promise.all([first.pay(phone), second.pay(phone)]);
      },
    ],
    [
      "by 'Send another'",
      async (open, [phone = '']) => {
        const device = await open();
        await device.pay(phone);
        expect(device.text()).toContain('Send another payment request');
        await device.pay(phone);
      },
    ],
    [
      'when the network sends it twice',
      async (open, [phone = '']) => (await open()).pay(phone, 1, 'sent-twice'),
    ],
    [
      'after a lost response',
      async (open, [phone = '']) => {
        const device = await open();
        await device.pay(phone, 1, 'response-lost');
        expect(device.text()).toMatch(/Enter your M-Pesa PIN on your phone|Your phone may already show it/);
        await device.pay(phone);
        await (await open()).pay(phone);
      },
    ],
    [
      'after an unknown outcome at the provider',
      async (open, [phone = '']) => {
        const device = await open();
        await world.control({ prompts: 'lost' });
        await device.pay(phone);
        await world.control({ prompts: 'work' });
        expect(device.text()).toMatch(/Your phone may already show it.*can get a new one from \d\d:\d\d/);
        await device.pay(phone);
        await (await open()).pay(phone);
      },
    ],
  ];

  it.each(twice)('%s', async (_how, press) => {
    const [learner, { stored, spellings }] = [++learners, newPhone()];
    const sent = await countSent(() => press(() => world.open(learner), spellings));
    expect(sent.prompts).toBe(1);
    expect((await world.read()).waiting.filter(({ phone }) => phone === stored)).toHaveLength(1);
  });

  it('also for the second of two accounts, which reads why', async () => {
    const [one, other] = [await world.open(++learners), await world.open(++learners)];
    const { spellings } = newPhone();
    await one.pay(spellings[0]);
    expect(await countSent(() => other.pay(spellings[1]))).toEqual({ prompts: 0, pages: 0 });
    expect(other.text()).toContain('This phone already has a payment request of another account.');
  });

  it('again after it was declined on the phone, and after five minutes', async () => {
    const device = await world.open(++learners);
    const { stored, spellings } = newPhone();
    await device.pay(spellings[0]);
    const [{ apiRef } = { apiRef: '' }] = (await world.read()).waiting.filter(
      ({ phone }) => phone === stored,
    );
    await world.control({ answer: { apiRef, button: 'cancel' } });
    // The request is returned, and billing learns by the way that it has ended.
    await device.pay(spellings[0]);
    await waitFor(async () => {
      await device.pay(spellings[0]);
      expect((await world.read()).waiting.some(({ phone }) => phone === stored)).toBe(true);
    });
    await world.control({ passMs: 4 * minute });
    expect(await countSent(() => device.pay(spellings[0]))).toMatchObject({ prompts: 0 });
    await world.control({ passMs: 2 * minute });
    expect(await countSent(() => device.pay(spellings[0]))).toMatchObject({ prompts: 1 });
  });
});

it('a request to a second number leaves the first one open, and the learner reads so', async () => {
  const device = await world.open(++learners);
  const [mistyped, own] = [newPhone(), newPhone()];
  await device.pay(mistyped.spellings[0]);
  expect(await countSent(() => device.pay(own.spellings[0]))).toMatchObject({ prompts: 1 });
  await waitFor(() => expect(device.text()).toMatch(note));
  expect(device.text()).toContain('A request to another number does not cancel it.');
  expect(await countSent(() => device.pay(mistyped.spellings[1]))).toMatchObject({ prompts: 0 });
});

it("'Subscribe', Back, 'Subscribe' returns to the open page, also after a reload and in a second tab", async () => {
  const learner = ++learners;
  const first = await world.open(learner);
  world.opened.length = 0;
  const sent = await countSent(async () => {
    await first.subscribe();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await first.subscribe();
    first.close();
    const [second, third] = [await world.open(learner), await world.open(learner)];
    await Promise.all([second.subscribe(), third.subscribe()]);
  });
  expect(sent.pages).toBe(1);
  expect([world.opened.length, new Set(world.opened).size]).toEqual([4, 1]);
});

/** Random numbers with a seed (mulberry32). */
function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { below: (count: number) => Math.floor(next() * count), chance: (share: number) => next() < share };
}
type Random = ReturnType<typeof createRandom>;
const pick = <Item,>(random: Random, items: readonly Item[]): Item => {
  const item = items[random.below(items.length)];
  if (item === undefined) throw new Error('There is nothing to pick.');
  return item;
};

/** Two accounts with tabs, two phones, and everything that may happen between them. */
function createRun(random: Random) {
  const accounts = [++learners, ++learners];
  const pair = [newPhone(), newPhone()];
  const tabs: Device[] = [];
  const steps: string[] = [];
  /** When each request was first seen on its phone, by the clock of the run. */
  const seen = new Map<string, number>();
  let clock = 0;

  const openTab = async () => void tabs.push(await world.open(pick(random, accounts)));
  const tab = async () => {
    if (tabs.length === 0) await openTab();
    return random.below(tabs.length);
  };
  const waiting = async () =>
    (await world.read()).waiting.filter(({ phone }) => pair.some(({ stored }) => stored === phone));

  const pay = async () => {
    const device = tabs[await tab()];
    const spelling = pick(random, pick(random, pair).spellings);
    const faults: NetworkFault[] = [
      'none',
      'none',
      'none',
      'response-lost',
      'request-lost',
      'sent-twice',
      'delivered-late',
    ];
    await device?.pay(spelling, random.chance(0.3) ? 2 : 1, pick(random, faults));
  };
  const acts: Record<string, () => Promise<unknown>> = {
    pay,
    'send another': async () => {
      const device = tabs[await tab()];
      const { spellings } = pick(random, pair);
      await device?.pay(pick(random, spellings));
      await device?.pay(pick(random, spellings));
    },
    'pay in two tabs': async () => {
      if (tabs.length < 2) await openTab();
      const spelling = pick(random, pick(random, pair).spellings);
      await Promise.all(tabs.slice(0, 2).map((device) => device.pay(spelling)));
    },
    'pay with a faulty provider': async () => {
      await world.control({ prompts: pick(random, ['lost', 'slow', 'refused'] as const) });
      await pay();
      await world.control({ prompts: 'work' });
    },
    'open a tab': openTab,
    'open it on another device': async () => {
      localStorage.clear();
      await openTab();
    },
    reload: async () => {
      const index = await tab();
      tabs[index]?.close();
      tabs.splice(index, 1);
      await openTab();
    },
    'subscribe and come back': async () => {
      await tabs[await tab()]?.subscribe();
      if (random.chance(0.5)) window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    },
    verify: async () => tabs[await tab()]?.verify(),
    'wait for the network': () => world.delivered(),
    answer: async () => {
      const [prompt] = await waiting();
      const button = pick(random, ['cancel', 'wrong-pin', 'low-balance', 'cancel', 'pay'] as const);
      if (prompt) await world.control({ answer: { apiRef: prompt.apiRef, button } });
    },
    'let time pass': async () => {
      const passMs = pick(random, [minute / 2, minute, 3 * minute, 6 * minute]);
      clock += passMs;
      await world.control({ passMs });
      // A phone shows a request for two minutes at most.
      for (const { apiRef } of await waiting())
        if (clock - (seen.get(apiRef) ?? clock) >= 2 * minute)
          await world.control({ answer: { apiRef, button: 'time-out' } });
    },
  };

  /** Counts the requests on the phone that has most. */
  const countMost = async () => {
    const prompts = await waiting();
    for (const { apiRef } of prompts) if (!seen.has(apiRef)) seen.set(apiRef, clock);
    return Math.max(0, ...pair.map(({ stored }) => prompts.filter(({ phone }) => phone === stored).length));
  };

  return {
    steps,
    async step() {
      const name = pick(random, Object.keys(acts));
      steps.push(name);
      await acts[name]?.();
      return countMost();
    },
    async end() {
      for (const device of tabs) device.close();
      await world.delivered();
      const most = await countMost();
      for (const { apiRef } of await waiting())
        await world.control({ answer: { apiRef, button: 'time-out' } });
      return most;
    },
  };
}

/** 200 runs take some minutes; CI makes fewer. */
const runs = Number(process.env['RUNS'] ?? 60);

it('no sequence of presses, tabs, spellings, reloads, faults and waits puts a second payable request on a phone', async () => {
  let sent = 0;
  for (let seed = 1; seed <= runs; seed += 1) {
    const random = createRandom(seed);
    const run = createRun(random);
    const { prompts } = await countSent(async () => {
      for (let step = 0; step < 6; step += 1)
        expect(await run.step(), `seed ${seed}: ${run.steps.join(', ')}`).toBeLessThanOrEqual(1);
      expect(await run.end(), `seed ${seed}, delivered late`).toBeLessThanOrEqual(1);
    });
    sent += prompts;
  }
  // The runs reach the provider, and often a phone whose earlier request has ended.
  expect(sent).toBeGreaterThan(runs);
}, 900_000);
