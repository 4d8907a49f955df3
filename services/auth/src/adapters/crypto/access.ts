import { createIdentity, type Identity, type IdentityOptions } from '@kumbuka/identity';
import { createSealedBox } from '@kumbuka/service-kit';
import { readJwks } from '../../use-cases/access/read-for-verifiers.ts';
import type { AccessTokens, RevocationStore, SigningKeys, SigningKeyStore } from '../../use-cases/ports.ts';
import { createAccessTokens } from './access-tokens.ts';
import { createKeyRing, makeSigningKey, type KeyRing } from './key-ring.ts';

interface AccessOptions extends Pick<IdentityOptions, 'log' | 'pollMs'> {
  /** Encrypt the private keys at rest. */
  secrets: readonly [string, ...string[]];
  signingKeys: SigningKeyStore;
  revocations: RevocationStore;
  now(): Date;
  /** Monotonic clock in milliseconds. */
  elapsedMs(): number;
}

interface Access {
  /** Verifies tokens by the keys and revocations of our own stores. */
  identity: Identity;
  keyRing: KeyRing;
  signingKeys: SigningKeys;
  tokens: AccessTokens;
}

/** Signing keys of auth, and the tokens that they sign and verify. */
export function createAccess({ secrets, log, pollMs, ...options }: AccessOptions): Access {
  const { signingKeys, revocations, now, elapsedMs } = options;
  const box = createSealedBox(secrets, 'signing keys');
  const keyRing = createKeyRing({ signingKeys, box, now, elapsedMs });
  const identity = createIdentity({
    source: { readJwks: readJwks({ signingKeys, now }), readRevocations: revocations.read },
    ...(log && { log }),
    now,
    elapsedMs,
    pollMs,
  });
  return {
    identity,
    keyRing,
    signingKeys: { ...signingKeys, make: (times) => makeSigningKey(box, times) },
    tokens: createAccessTokens({ ...keyRing, ...revocations, identity, now }),
  };
}
