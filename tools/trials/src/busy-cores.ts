import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { check, pause } from './checks.ts';
import { newLearner, type Learner } from './learner.ts';
import type { Product } from './product.ts';

const processesPerCore = 2;
const lanes = 3;

/** Runs twice as many busy processes as cores until a time. */
function occupyCores(until: number): void {
  for (let n = 0; n < processesPerCore * availableParallelism(); n++)
    spawn(process.execPath, ['--eval', `while (Date.now() < ${until});`], { stdio: 'ignore' });
}

const logIn = ({ email, password, call }: Learner) => call('POST', '/login', { email, password });

/** Signs up and logs in until a time. Returns the statuses of the logins and the errors of sign-ups. */
async function signUpAndLogIn({ rest }: Product, until: number): Promise<string[]> {
  const outcomes: string[] = [];
  while (Date.now() < until) {
    const outcome = newLearner(rest, 'busy').then(logIn);
    outcomes.push(await outcome.then(({ status }) => String(status), String));
    await pause(20);
  }
  return outcomes;
}

/** Checks that sign-ups and logins succeed while busy processes slow the embedded MongoDB. */
export async function checkBusyCores(product: Product, seconds: number): Promise<void> {
  const until = Date.now() + seconds * 1_000;
  occupyCores(until);
  const outcomes = await Promise.all(Array.from({ length: lanes }, () => signUpAndLogIn(product, until)));
  const all = outcomes.flat();
  const refused = all.filter((outcome) => outcome !== '200');
  check(all.length >= lanes, `${all.length} learners signed up and logged in while all cores were busy`);
  check(
    refused.length === 0,
    `none of them was rejected${refused.map((each) => `\n       ${each}`).join('')}`,
  );
}
