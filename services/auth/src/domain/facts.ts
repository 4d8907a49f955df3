interface Happening {
  userId: number;
  /** Version of the account that the happening made. */
  version: number;
  at: Date;
}

type What =
  | { happened: 'user-registered'; isDemo: boolean }
  | { happened: 'user-verified' }
  | { happened: 'user-seen'; seenAt: Date }
  | { happened: 'password-reset' }
  | { happened: 'access-revoked'; sessionId: string | null; epoch: number }
  | { happened: 'user-deleted' };

/** What happened to an account and is told to others. */
export type Fact = Happening & What;
export type { What };
