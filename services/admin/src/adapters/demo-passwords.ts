import { createSealedBox, type SealedBox } from '@kumbuka/service-kit';
import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { DemoBatch } from '../domain/demo/demo-batch.ts';
import type { DemoPasswords } from '../use-cases/ports.ts';

const secretOfBatch = z.union([z.object({ password: z.string() }), z.object({ seed: z.string() })]);

/** Alphabet without characters that look alike. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
const length = 12;

function randomPassword(seed: string, index: number): string {
  const bytes = createHmac('sha512', Buffer.from(seed, 'base64')).update(String(index)).digest();
  return [...bytes.subarray(0, length)].map((byte) => signs[byte % signs.length]).join('');
}

/** Seals with the first secret and opens with each, so that a batch that runs during a rotation is completed. */
function sealedBoxOf([first, ...others]: readonly [string, ...string[]]): SealedBox {
  const box = createSealedBox([first], 'demo passwords');
  if (others.length === 0) return box;
  const [next = first, ...rest] = others;
  const other = sealedBoxOf([next, ...rest]);
  return {
    seal: box.seal,
    open(sealed, label) {
      try {
        return box.open(sealed, label);
      } catch {
        return other.open(sealed, label);
      }
    },
  };
}

/** Passwords of demo users, derived from a seed that the batch stores encrypted, so that no store contains a password. */
export function createDemoPasswords(secrets: readonly [string, ...string[]]): DemoPasswords {
  const box = sealedBoxOf(secrets);

  const secretOf = ({ id, sealed }: DemoBatch) => {
    if (sealed === null) return null;
    try {
      return secretOfBatch.parse(JSON.parse(box.open(sealed, id)));
    } catch {
      return null;
    }
  };

  return {
    seal: (batchId, password) =>
      box.seal(
        JSON.stringify(password === null ? { seed: randomBytes(32).toString('base64') } : { password }),
        batchId,
      ),
    passwordOf(batch, index) {
      const opened = secretOf(batch);
      if (!opened) return null;
      return 'password' in opened ? opened.password : randomPassword(opened.seed, index);
    },
  };
}
