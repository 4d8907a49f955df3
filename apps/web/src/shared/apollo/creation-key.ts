import { newId } from '../browser/ids.ts';

/**
 * Creates the Idempotency-Keys of a form. A repeat of the same input after a lost response has the same key, and the server
 * returns what it has created. Another input, or a repeat after a success, has a new key.
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
