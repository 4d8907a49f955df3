import { createHook } from 'node:async_hooks';

/** How many argon2 hashes this process makes during some work: what an attacker could measure, without a clock. */
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
