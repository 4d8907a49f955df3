import type { PendingEmail } from '../../domain/mail.ts';

export interface EmailStore {
  insert(email: PendingEmail, at: Date): Promise<void>;
  /** Claims the next due email and postpones it; `isMine` is false when another process was faster. */
  claim(at: Date): Promise<(PendingEmail & { isMine: boolean }) | null>;
  remove(key: string): Promise<void>;
  removeAll(ownerId: number): Promise<void>;
}
