import { check, endTrial, pause } from './checks.ts';
import { newLearner } from './learner.ts';
import { startProduct } from './product.ts';

/** Response times must not reveal accounts: registered and other emails take equally long. */
const rounds = Number(process.env['ROUNDS'] ?? 8);

const product = await startProduct();

async function timed(path: string, body: object): Promise<number> {
  const began = performance.now();
  await fetch(new URL(path, product.rest), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const taken = performance.now() - began;
  // The mail of one call must not slow the next one down.
  await pause(60);
  return taken;
}

/** The quickest of each: a busy machine adds time, it never takes any away. */
async function compare(path: string, registered: readonly string[], more: object = {}) {
  const times: [number[], number[]] = [[], []];
  for (const [round, email] of registered.entries()) {
    times[0].push(await timed(path, { email, ...more }));
    times[1].push(await timed(path, { email: `nobody-${round}@example.test`, ...more }));
  }
  const [ofRegistered, ofOthers] = [Math.min(...times[0]), Math.min(...times[1])];
  const said = `${path}: ${ofRegistered.toFixed(1)} ms for a known e-mail, ${ofOthers.toFixed(1)} ms for an unknown one`;
  check(Math.abs(ofRegistered - ofOthers) < 0.4 * ofRegistered + 2, said);
}

try {
  const emails: string[] = [];
  for (let n = 0; n < rounds; n++) emails.push((await newLearner(product.rest, 'timed')).email);
  await compare('/login', emails, { password: 'a wrong password' });
  await compare('/forgot-password', emails);
} finally {
  check((await product.stop()) === 0, 'the product stopped with exit code 0');
}
endTrial();
