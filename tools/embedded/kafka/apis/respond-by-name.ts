import type { Reader } from '../wire/reader.ts';
import { KafkaError } from '../wire/errors.ts';
import { createWriter } from '../wire/writer.ts';
import { NO_THROTTLE } from './api.ts';
import { outcomeOf } from './outcome.ts';

/**
 * Handles a request that changes topics by name, with a separate result for each topic. Rejects duplicate names. With
 * `validateOnly`, `apply` must check the change without making it.
 */
export async function respondByName<Change extends { name: string }>(
  body: Reader,
  read: (body: Reader) => Change,
  apply: (change: Change, validateOnly: boolean) => Promise<void>,
) {
  const requested = body.array(() => read(body));
  body.int32(); // timeout: no replica to wait for
  const validateOnly = body.boolean();
  const applyOne = async ([change, ...sameName]: readonly Change[]) => {
    if (change === undefined || sameName.length > 0)
      throw new KafkaError('INVALID_REQUEST', 'Duplicate topic name.');
    await apply(change, validateOnly);
  };
  const results = await Promise.all(
    [...Map.groupBy(requested, ({ name }) => name)].map(async ([name, changes]) => {
      const { code, message } = await outcomeOf(() => applyOne(changes), undefined);
      return { name, code, message };
    }),
  );
  const response = createWriter().int32(NO_THROTTLE);
  return response.array(results, ({ name, code, message }) => {
    response.string(name).int16(code).string(message);
  });
}
