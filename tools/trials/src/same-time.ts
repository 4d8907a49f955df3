import { check, endTrial, pause } from './checks.ts';
import { newLearner } from './learner.ts';
import { startProduct } from './product.ts';

/** Who has an account must not be told by time: known and unknown e-mails take equally long. */
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
async function compare(path: string, known: readonly string[], more: object = {}) {
  const times: [number[], number[]] = [[], []];
  for (const [round, email] of known.entries()) {
    times[0].push(await timed(path, { email, ...more }));
    times[1].push(await timed(path, { email: `nobody-${round}@example.test`, ...more }));
  }
  const [ofKnown, ofUnknown] = [Math.min(...times[0]), Math.min(...times[1])];
  const said = `${path}: ${ofKnown.toFixed(1)} ms for a known e-mail, ${ofUnknown.toFixed(1)} ms for an unknown one`;
  check(Math.abs(ofKnown - ofUnknown) < 0.4 * ofKnown + 2, said);
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
