import type { Account } from '../domain/account.ts';
import type { Code, CodePurpose } from '../domain/code.ts';
import type { Fact } from '../domain/facts.ts';
import type { WaitingMail } from '../domain/mail.ts';
import type { Session } from '../domain/session.ts';

export type Revocation =
  | { kind: 'session'; sessionId: string; at: Date }
  | { kind: 'epoch'; userId: number; epoch: number; at: Date };

/** Everything that changes together: the stores of one transaction and the facts that it tells. */
export interface Unit {
  accounts: {
    find(id: number): Promise<Account | null>;
    findMany(ids: readonly number[]): Promise<Account[]>;
    /** Throws EmailTaken or UsernameTaken. */
    insert(account: Account): Promise<void>;
    save(accounts: readonly Account[]): Promise<void>;
    remove(id: number): Promise<void>;
  };
  codes: {
    /** Puts the code in the place of an older one of its address and purpose. */
    replace(code: Code): Promise<void>;
    /** Takes the code out; false when somebody else did. */
    consume(code: Code): Promise<boolean>;
    forget(addressKey: string): Promise<void>;
    /** Verification codes asked for by an address that is verified now no longer count. */
    forgetTurns(addressKey: string, purpose: CodePurpose): Promise<void>;
  };
  sessions: {
    insert(session: Session): Promise<void>;
    remove(id: string): Promise<boolean>;
    removeAllOf(userId: number): Promise<void>;
  };
  revocations: { add(revocation: Revocation): Promise<void> };
  mails: {
    /** Queues a mail in the place of an unsent one of its address and purpose; `sent` is false for a decoy. */
    enqueue(mail: WaitingMail, sent: boolean): Promise<void>;
  };
  tell(facts: readonly Fact[]): Promise<void>;
}

/**
 * Runs work in one transaction, again from the start after a conflict; what it tells goes out after the commit.
 * `transactInLine` is the same for work that revokes something: it would conflict with its like on their common
 * counter, so a process does one at a time.
 */
export type Transact = <Result>(work: (unit: Unit) => Promise<Result>) => Promise<Result>;

/** Who is asking. */
export interface Asker {
  userId: number;
  sessionId: string;
  epoch: number;
}
export type Now = () => Date;
export type FindAccountByEmail = (emailKey: string) => Promise<Account | null>;
/** Runs work when fewer than four password hashes are being computed; throws Unavailable when too many wait. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;
