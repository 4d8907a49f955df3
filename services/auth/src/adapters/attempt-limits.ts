import type { RateLimiter } from '@kumbuka/service-kit';
import type { AttemptLimits, CodeSecrets } from '../use-cases/ports.ts';

const fiveMinutes = 300;
const hour = 3600;
const passwords = 'auth-login-failures';

interface Limits {
  ipSignUps: number;
  ipLogIns: number;
  ipCodes: number;
  ipCodeTries: number;
  loginFailures: number;
  codes: number;
  usernameChanges: number;
}

/** Attempt limits, keyed by client IP, account or keyed hash of an address. */
export function createAttemptLimits(
  rateLimiter: RateLimiter,
  limits: Limits,
  { emailMacOf }: CodeSecrets,
): AttemptLimits {
  const byIp = (name: string, limit: number, windowSeconds: number) => (ip: string) =>
    rateLimiter.check({ name, key: ip, limit, windowSeconds });

  const byAccount = (name: string, limit: number) => (userId: number) =>
    rateLimiter.check({ name, key: String(userId), limit, windowSeconds: hour });

  return {
    countSignUp: byIp('auth-sign-ups', limits.ipSignUps, hour),
    countLogIn: byIp('auth-logins', limits.ipLogIns, fiveMinutes),
    countCodeRequest: byIp('auth-codes', limits.ipCodes, hour),
    countCodeAttempt: byIp('auth-code-tries', limits.ipCodeTries, hour),
    countEmailChange: byAccount('auth-email-changes', limits.codes),
    countUsernameChange: byAccount('auth-username-changes', limits.usernameChanges),
    countPassword: (emailKey) =>
      rateLimiter.check({
        name: passwords,
        key: emailMacOf(emailKey),
        limit: limits.loginFailures,
        windowSeconds: fiveMinutes,
      }),
    forgivePasswords: (emailKey) => rateLimiter.reset({ name: passwords, key: emailMacOf(emailKey) }),
  };
}
