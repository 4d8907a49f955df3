import { normalisePassword } from '@kumbuka/text';
import { PasswordTooCommon } from '../errors.ts';

/** Throws `PasswordTooCommon`; capital letters make no difference. */
export function rejectCommon(password: string, common: ReadonlySet<string>, path: string) {
  const composed = normalisePassword(password);
  if (common.has(composed) || common.has(composed.toLowerCase())) throw new PasswordTooCommon(path);
}

/** Cost of one argon2id hash. */
export interface HashCost {
  /** KiB. */
  memory: number;
  passes: number;
  parallelism: number;
}

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
export const hashCost: HashCost = { memory: 19 * 1024, passes: 2, parallelism: 1 };

export interface PasswordHash extends HashCost {
  /** Base64 without padding. */
  salt: string;
  digest: string;
}

const phcPattern =
  /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** Parses a PHC string of argon2id; `null` for any other. */
export function parsePhc(text: string): PasswordHash | null {
  const [, memory, passes, parallelism, salt, digest] = phcPattern.exec(text) ?? [];
  if (salt === undefined || digest === undefined) return null;
  return { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), salt, digest };
}

export const formatPhc = ({ memory, passes, parallelism, salt, digest }: PasswordHash): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt}$${digest}`;

/** Whether a stored hash is cheaper than the current cost. */
export function needsRehash(phc: string, wanted: HashCost): boolean {
  const stored = parsePhc(phc);
  return (
    stored === null ||
    stored.memory < wanted.memory ||
    stored.passes < wanted.passes ||
    stored.parallelism < wanted.parallelism
  );
}
