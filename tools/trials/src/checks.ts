export { pause } from './measure.ts';

/** Sentences that turned out to be wrong. */
export const problems: string[] = [];

export function check(truth: boolean, sentence: string) {
  console.log(`${truth ? 'ok    ' : 'FAILED'} ${sentence}`);
  if (!truth) problems.push(sentence);
}
