import { ConfigurationInvalid, type Lifecycle } from '@kumbuka/runtime';
import { SealBroken } from '@kumbuka/service-kit';
import type { UseCases } from '../use-cases/use-cases.ts';

interface SigningOptions extends Pick<UseCases, 'rotateSigningKeys'> {
  keyRing: {
    load(): Promise<void>;
    isLoaded(): boolean;
    signer(): Promise<unknown>;
  };
  /** Prepares the revocations before the first token is granted. */
  prepare(): Promise<void>;
}

function rejectLostSecret(error: unknown): never {
  if (!(error instanceof SealBroken)) throw error;
  throw new ConfigurationInvalid([
    'KEY_SECRET: the stored signing key does not open with the configured secret. Bring the former secret back (the ' +
      'embedded start keeps it in keys/key-encryption-secret of its data directory). If it is lost for ever, delete the ' +
      'collection signing_keys of the database kumbuka_auth: a new key is made, and everybody signs in again.',
  ]);
}

/** Signing keys of this process: created or loaded at the start, rotated by a job. */
export function createSigning({ rotateSigningKeys, keyRing, prepare }: SigningOptions) {
  const rotate = async () => {
    await rotateSigningKeys();
    await keyRing.load();
    await keyRing.signer();
  };
  const signing: Lifecycle = {
    start: async () => {
      await prepare();
      await rotate().catch(rejectLostSecret);
    },
    stop: async () => undefined,
    isReady: keyRing.isLoaded,
  };
  return { rotate, signing };
}
