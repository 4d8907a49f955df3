import type { Reader } from '../wire/reader.ts';
import { KafkaError } from '../wire/errors.ts';
import { createWriter } from '../wire/writer.ts';
import { NO_THROTTLE } from './api.ts';
import { outcomeOf } from './outcome.ts';

/**
 * Answers a request that changes topics by name: each has an outcome of its own, and a name that stands twice is
 * refused. What is only a trial is to be checked and not done.
 */
export async function answerByName<Change extends { name: string }>(
  body: Reader,
  read: (body: Reader) => Change,
  apply: (change: Change, isTrial: boolean) => Promise<void>,
) {
  const wanted = body.array(() => read(body));
  body.int32(); // timeout: there is nobody to wait for
  const isTrial = body.boolean();
  const applyOne = async ([change, ...sameName]: readonly Change[]) => {
    if (change === undefined || sameName.length > 0)
      throw new KafkaError('INVALID_REQUEST', 'Duplicate topic name.');
    await apply(change, isTrial);
  };
  const results = await Promise.all(
    [...Map.groupBy(wanted, ({ name }) => name)].map(async ([name, changes]) => {
      const { code, message } = await outcomeOf(() => applyOne(changes), undefined);
      return { name, code, message };
    }),
  );
  const answer = createWriter().int32(NO_THROTTLE);
  return answer.array(results, ({ name, code, message }) => {
    answer.string(name).int16(code).string(message);
  });
}
