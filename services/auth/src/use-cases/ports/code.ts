import type { CodeRequests } from '../../domain/code/code-requests.ts';
import type { Code, CodeName } from '../../domain/code/code.ts';

/** One code per address and purpose. */
export interface CodeStore {
  find(name: CodeName): Promise<Code | null>;
  /** Counts an attempt on an open code and returns it atomically; `null` when no such code is open. */
  countAttempt(name: CodeName, now: Date): Promise<Code | null>;
  /** Replaces the code of its address and purpose. */
  replace(code: Code): Promise<void>;
  /** Removes the code; false when another request did. */
  consume(code: Code): Promise<boolean>;
  removeAll(emailMacs: readonly string[]): Promise<void>;
  /** Addresses with a code of these accounts, such as new ones that are not verified yet. */
  findEmailMacs(accountIds: readonly number[]): Promise<string[]>;
}

export interface CodeRequestStore {
  find(emailMac: string): Promise<CodeRequests>;
  /** Saves the next version; false after a concurrent change. */
  save(requests: CodeRequests): Promise<boolean>;
  /** Conflicts with transactions that issue a code to these addresses; they start again. */
  interrupt(emailMacs: readonly string[], now: Date): Promise<void>;
  /** Clears verification codes and locks of a verified address. */
  forgive(emailMac: string): Promise<void>;
}

/** Operations on one-time codes that need the secret. */
export interface CodeSecrets {
  /** Keyed hash of an address in its key's form, so that rows of unknown addresses identify nobody. */
  emailMacOf(emailKey: string): string;
  /** Hashes of an address under every accepted secret, the current one first. */
  emailMacsOf(emailKey: string): readonly string[];
  /** Keyed hash of a client's IP address. */
  ipMacOf(ip: string): string;
  /** Proof of a sign-up, returned to the client that made it. */
  signUpProofOf(userId: number): string;
  /** Authenticates the link that ends the sign-up of an account. */
  endMacOf(userId: number): string;
  macOf(name: CodeName, code: string): string;
  /** Whether a hash is that of an IP address, proof of a sign-up, link or code, under any accepted secret. */
  isIp(mac: string | null, ip: string): boolean;
  isSignUpProof(proof: string, userId: number): boolean;
  isEndMac(mac: string, userId: number): boolean;
  isCode(mac: string, name: CodeName, code: string): boolean;
  randomCode(): string;
}
