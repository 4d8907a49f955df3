import { pause } from './measure.ts';

export { pause };

/** Sentences that turned out to be wrong. */
export const problems: string[] = [];

/** Requests that were answered with 500, or with its code in GraphQL. */
export const serverErrors: string[] = [];

export function check(truth: boolean, sentence: string) {
  console.log(`${truth ? 'ok    ' : 'FAILED'} ${sentence}`);
  if (!truth) problems.push(sentence);
}

/** Reads again and again until it is as wanted or the time is over; resolves with what was read last. */
export async function readUntil<Value>(
  read: () => Value | Promise<Value>,
  isWanted: (value: Value) => boolean,
  withinMs: number,
  everyMs = 100,
): Promise<Value> {
  const end = performance.now() + withinMs;
  let value = await read();
  while (!isWanted(value) && performance.now() < end) {
    await pause(everyMs);
    value = await read();
  }
  return value;
}

/** Ends a trial: with 1 where a sentence was wrong. */
export function endTrial(summary?: string): never {
  if (problems.length > 0) console.log(`\n${problems.length} problems.`);
  else if (summary !== undefined) console.log(`\n${summary}`);
  process.exit(problems.length === 0 ? 0 : 1);
}
