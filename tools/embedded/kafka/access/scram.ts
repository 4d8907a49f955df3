import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { KafkaError } from '../wire/errors.ts';

export const SCRAM_MECHANISM = 'SCRAM-SHA-512';

const ITERATIONS = 4096;
const KEY_BYTES = 64;
const NONCE_BYTES = 18;
const DIGEST = 'sha512';

const hmac = (key: Buffer, text: string): Buffer => createHmac(DIGEST, key).update(text).digest();
const hash = (bytes: Buffer): Buffer => createHash(DIGEST).update(bytes).digest();

const failed = () =>
  new KafkaError(
    'SASL_AUTHENTICATION_FAILED',
    `Authentication failed during authentication due to invalid credentials with SASL mechanism ${SCRAM_MECHANISM}`,
  );

/** Attributes of a SCRAM message, such as `r=nonce,s=salt`. */
const attributesOf = (message: string): Map<string, string> =>
  new Map(message.split(',').map((part) => [part.slice(0, 1), part.slice(2)]));

const unescaped = (name: string): string => name.replaceAll('=2C', ',').replaceAll('=3D', '=');

type Salted = { salt: Buffer; key: Buffer };

/** Cache of salted passwords, because deriving one takes milliseconds. */
export function createSaltedPasswords(passwordOf: (login: string) => string | undefined) {
  const salted = new Map<string, Salted>();
  return (login: string): Salted | undefined => {
    const password = passwordOf(login);
    if (password === undefined) return undefined;
    const cached = salted.get(login);
    if (cached !== undefined) return cached;
    const salt = randomBytes(NONCE_BYTES);
    const made = { salt, key: pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, DIGEST) };
    salted.set(login, made);
    return made;
  };
}

type SaltedOf = ReturnType<typeof createSaltedPasswords>;

/** One step of an exchange: the message for the client, and the login when the exchange is complete. */
export type ScramStep = { reply: string; login?: string };

/** Server side of one SCRAM exchange (RFC 5802) without channel binding. Throws SASL_AUTHENTICATION_FAILED. */
export function createScramExchange(saltedOf: SaltedOf): (message: string) => ScramStep {
  let first: { bare: string; reply: string; nonce: string; login: string; salted: Salted } | undefined;

  const begin = (message: string): ScramStep => {
    const [, bare] = /^n,[^,]*,(n=.*)$/s.exec(message) ?? [];
    if (bare === undefined) throw failed();
    const attributes = attributesOf(bare);
    const login = unescaped(attributes.get('n') ?? '');
    const salted = saltedOf(login);
    if (salted === undefined) throw failed();
    const nonce = `${attributes.get('r') ?? ''}${randomBytes(NONCE_BYTES).toString('base64')}`;
    const reply = `r=${nonce},s=${salted.salt.toString('base64')},i=${ITERATIONS}`;
    first = { bare, reply, nonce, login, salted };
    return { reply };
  };

  const finish = (message: string, begun: NonNullable<typeof first>): ScramStep => {
    const [, withoutProof = '', proof = ''] = /^(.*),p=([^,]*)$/s.exec(message) ?? [];
    const { key } = begun.salted;
    const signed = `${begun.bare},${begun.reply},${withoutProof}`;
    const storedKey = hash(hmac(key, 'Client Key'));
    const signature = hmac(storedKey, signed);
    const received = Buffer.from(proof, 'base64');
    if (received.length !== KEY_BYTES || attributesOf(withoutProof).get('r') !== begun.nonce) throw failed();
    const clientKey = Buffer.from(received.map((byte, at) => byte ^ signature.readUInt8(at)));
    if (!timingSafeEqual(hash(clientKey), storedKey)) throw failed();
    const serverSignature = hmac(hmac(key, 'Server Key'), signed);
    return { reply: `v=${serverSignature.toString('base64')}`, login: begun.login };
  };

  return (message) => (first === undefined ? begin(message) : finish(message, first));
}
