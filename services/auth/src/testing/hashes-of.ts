import { createHook } from 'node:async_hooks';

/** Number of argon2 hashes computed during some work: what a timing attack could measure. */
export async function hashesOf(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'ARGON2REQUEST') hashes++;
    },
  }).enable();
  await work();
  hook.disable();
  return hashes;
}
