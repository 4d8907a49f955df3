/** Changes of an account. */
export type AccountEvent =
  | { type: 'user-registered'; isDemo: boolean }
  | { type: 'user-verified' }
  | { type: 'user-changed'; fields: ('email' | 'username' | 'role')[] }
  | { type: 'user-seen'; seenAt: Date }
  | { type: 'password-reset' }
  | { type: 'access-revoked'; sessionId: string | null; epoch: number }
  | { type: 'user-deleted' };

/** Published event: ids and times, never names or addresses. */
export type DomainEvent = AccountEvent & {
  userId: number;
  /** Version of the account after the change. */
  version: number;
  at: Date;
};
