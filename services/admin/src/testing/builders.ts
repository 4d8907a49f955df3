import type { AccountSnapshot } from '@kumbuka/contracts';

// Builders with defaults, so that a test contains only relevant fields.
export const noon = new Date('2026-03-01T12:00:00Z');

export const someAccount = (account: Partial<AccountSnapshot> & { userId: number }): AccountSnapshot => ({
  username: `amina${account.userId}`,
  email: `amina${account.userId}@example.org`,
  isDemo: false,
  isVerified: true,
  role: 'learner',
  createdAt: noon.toISOString(),
  lastSeenAt: null,
  demoExpiresAt: null,
  ...account,
});
