import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, type CryptoKey } from 'jose';
import { signingKeyAt, type KeyTimes, type SigningKey } from '../../domain/access/signing-key.ts';
import type { SigningKeyStore } from '../../use-cases/ports.ts';
import type { SealedBox } from '@kumbuka/service-kit';

export interface Signer {
  id: string;
  privateKey: CryptoKey;
}

export interface KeyRing {
  /** Loads the stored keys; call at start and after a rotation. */
  load(): Promise<void>;
  isLoaded(): boolean;
  /** Current signing key. */
  signer(): Promise<Signer>;
}

export const signingAlgorithm = 'EdDSA';
const reloadMs = 60_000;

/** Creates an Ed25519 key; its private half is encrypted with its id as label. */
export async function makeSigningKey(box: SealedBox, times: KeyTimes): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(signingAlgorithm, {
    crv: 'Ed25519',
    extractable: true,
  });
  const jwk = await exportJWK(publicKey);
  return {
    ...times,
    publicJwk: { ...jwk, kid: times.id, alg: signingAlgorithm, use: 'sig' },
    sealedPrivateKey: box.seal(await exportPKCS8(privateKey), times.id),
  };
}

export interface KeyRingOptions {
  signingKeys: Pick<SigningKeyStore, 'readAll'>;
  box: SealedBox;
  now(): Date;
  /** Monotonic clock in milliseconds. */
  elapsedMs(): number;
}

/** Signing keys, reloaded every minute to pick up rotations by other processes. */
export function createKeyRing({ signingKeys, box, now, elapsedMs }: KeyRingOptions): KeyRing {
  const opened = new Map<string, Promise<CryptoKey>>();
  let keys: SigningKey[] = [];
  let loadedAt = -Infinity;

  async function load() {
    keys = await signingKeys.readAll();
    loadedAt = elapsedMs();
  }

  const open = ({ id, sealedPrivateKey }: SigningKey) => {
    const opening = opened.get(id) ?? importPKCS8(box.open(sealedPrivateKey, id), signingAlgorithm);
    opened.set(id, opening);
    return opening;
  };

  return {
    load,
    isLoaded: () => keys.length > 0,
    async signer() {
      if (elapsedMs() - loadedAt > reloadMs) await load();
      const key = signingKeyAt(keys, now());
      if (!key) throw new Error('There is no signing key.');
      return { id: key.id, privateKey: await open(key) };
    },
  };
}
