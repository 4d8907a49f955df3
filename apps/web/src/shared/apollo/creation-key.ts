import { newId } from '../browser/ids.ts';

interface Creation {
  input: string;
  key: string;
  clientIds: string[];
}

/**
 * Creates the Idempotency-Keys and client ids of a form. A repeat of the same input after a lost response has the same key, and the server
 * returns what it has created. Another input, or a repeat after a success, has a new key. The server forgets keys after a day, but
 * not the client ids of what exists.
 */
export function createCreationKey() {
  let last: Creation | null = null;
  const creationOf = (input: unknown): Creation => {
    const text = JSON.stringify(input);
    if (last?.input !== text) last = { input: text, key: newId(), clientIds: [] };
    return last;
  };
  return {
    contextFor(input: unknown) {
      return { headers: { 'Idempotency-Key': creationOf(input).key } };
    },
    /** Client id of what the input creates, or of one of several things. */
    clientIdFor(input: unknown, index = 0): string {
      return (creationOf(input).clientIds[index] ??= newId());
    },
    made() {
      last = null;
    },
  };
}
