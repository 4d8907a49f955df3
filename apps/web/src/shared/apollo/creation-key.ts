import { newId } from '../lib/ids.ts';

/**
 * The Idempotency-Key of what is being made. Sending the same once more, because the reply was lost, repeats the key,
 * and the server answers with what it has made already. Another input, or one that was made, is a new thing.
 */
export function createCreationKey() {
  let last: { input: string; key: string } | null = null;
  return {
    contextFor(input: unknown) {
      const text = JSON.stringify(input);
      if (last?.input !== text) last = { input: text, key: newId() };
      return { headers: { 'Idempotency-Key': last.key } };
    },
    made() {
      last = null;
    },
  };
}
