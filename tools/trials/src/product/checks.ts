import { pause } from './measure.ts';

export { pause };

/** Failed checks. */
export const problems: string[] = [];

/** Requests with status 500, or its code in GraphQL. */
export const serverErrors: string[] = [];

export function check(truth: boolean, sentence: string) {
  console.log(`${truth ? 'ok    ' : 'FAILED'} ${sentence}`);
  if (!truth) problems.push(sentence);
}

/** Polls until the value is accepted or the time is over. Resolves with the last value. */
export async function readUntil<Value>(
  read: () => Value | Promise<Value>,
  isAccepted: (value: Value) => boolean,
  withinMs: number,
  everyMs = 100,
): Promise<Value> {
  const end = performance.now() + withinMs;
  let value = await read();
  while (!isAccepted(value) && performance.now() < end) {
    await pause(everyMs);
    value = await read();
  }
  return value;
}

/** Ends a trial, with exit code 1 after a failed check. */
export function endTrial(summary?: string): never {
  if (problems.length > 0) console.log(`\n${problems.length} problems.`);
  else if (summary !== undefined) console.log(`\n${summary}`);
  process.exit(problems.length === 0 ? 0 : 1);
}
