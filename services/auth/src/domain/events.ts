/** What can happen to an account. */
export type AccountEvent =
  | { type: 'user-registered'; isDemo: boolean }
  | { type: 'user-verified' }
  | { type: 'user-changed'; fields: ('email' | 'username' | 'role')[] }
  | { type: 'user-seen'; seenAt: Date }
  | { type: 'password-reset' }
  | { type: 'access-revoked'; sessionId: string | null; epoch: number }
  | { type: 'user-deleted' };

/** What happened and is published: ids and times, never names or e-mails. */
export type DomainEvent = AccountEvent & {
  userId: number;
  /** Version of the account that it made. */
  version: number;
  at: Date;
};
