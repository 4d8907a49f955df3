import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, type CryptoKey, type JWK } from 'jose';
import { publishedKeys, signingKeyAt, type KeyTimes } from '../domain/signing-key.ts';
import type { SealedBox } from './sealed-box.ts';

/** A signing key as it is kept: the private half sealed. */
export interface StoredKey extends KeyTimes {
  publicJwk: JWK;
  sealedPrivateKey: string;
}

export interface Signer {
  id: string;
  privateKey: CryptoKey;
}

export interface KeyRing {
  /** Reads the stored keys; to be called at start and after a rotation. */
  load(): Promise<void>;
  isLoaded(): boolean;
  /** The key that signs now. */
  signer(): Promise<Signer>;
  /** The public keys that may be believed now, newest first, as they are stored now. */
  readJwks(): Promise<{ keys: JWK[] }>;
}

export const signingAlgorithm = 'EdDSA';
const reloadMs = 60_000;

/** A fresh Ed25519 key, its private half sealed under its id. */
export async function makeKey(box: SealedBox, times: KeyTimes): Promise<StoredKey> {
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

interface Deps {
  readKeys(): Promise<StoredKey[]>;
  box: SealedBox;
  now(): Date;
}

/** The keys of this service, read anew every minute so that a key made by another instance is known in time. */
export function createKeyRing({ readKeys, box, now }: Deps): KeyRing {
  const opened = new Map<string, Promise<CryptoKey>>();
  let keys: StoredKey[] = [];
  let loadedAt = 0;

  async function load() {
    keys = await readKeys();
    loadedAt = Date.now();
  }

  const open = ({ id, sealedPrivateKey }: StoredKey) => {
    const known = opened.get(id) ?? importPKCS8(box.open(sealedPrivateKey, id), signingAlgorithm);
    opened.set(id, known);
    return known;
  };

  return {
    load,
    isLoaded: () => keys.length > 0,
    async signer() {
      if (Date.now() - loadedAt > reloadMs) await load();
      const key = signingKeyAt(keys, now());
      if (!key) throw new Error('There is no signing key.');
      return { id: key.id, privateKey: await open(key) };
    },
    readJwks: async () => ({
      keys: publishedKeys(await readKeys(), now()).map(({ publicJwk }) => publicJwk),
    }),
  };
}
