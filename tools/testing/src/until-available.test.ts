import { expect, it } from 'vitest';
import { untilAvailable } from './until-available.ts';

const unavailable = { code: 'UNAVAILABLE' };
const ready = { status: 200 };

/** Service that responds with these responses in order, then with the last one. */
function respondWith(...responses: object[]) {
  let sent = 0;
  return { send: async () => responses[Math.min(sent++, responses.length - 1)] ?? {}, sent: () => sent };
}

it.each([
  ['a response of REST', { status: 503 }],
  ['a body of REST', unavailable],
  ['a body of GraphQL', { data: null, errors: [{ message: '', extensions: unavailable }] }],
])('a request that gets a 503 on a stalled machine is repeated: %s', async (_what, rejection) => {
  const service = respondWith(rejection, rejection, ready);
  expect(await untilAvailable(service.send)).toBe(ready);
  expect(service.sent()).toBe(3);
});

it('a service that stays unavailable fails the test after its time', async () => {
  const service = respondWith({ status: 503 });
  expect(await untilAvailable(service.send, 150)).toEqual({ status: 503 });
  expect(service.sent()).toBeGreaterThan(1);
});

it.each([{ status: 409 }, { code: 'IN_PROGRESS' }, { errors: [{ extensions: { code: 'PAYWALL' } }] }])(
  'a request that is rejected for another reason is sent once: %j',
  async (rejection) => {
    const service = respondWith(rejection, ready);
    expect(await untilAvailable(service.send)).toBe(rejection);
    expect(service.sent()).toBe(1);
  },
);
