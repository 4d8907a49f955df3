import type { RateLimiter } from '@kumbuka/service-kit';
import type { Config } from './config.ts';

const fiveMinutes = 300;
const hour = 3600;

/** Who may try how often; keys are network addresses or keyed hashes of e-mail addresses. */
export function createLimits(
  rateLimiter: RateLimiter,
  limits: Config['limits'],
  addressKeyOf: (emailKey: string) => string,
) {
  const ofAddress = (name: string, limit: number, windowSeconds: number) => (ip: string) =>
    rateLimiter.check({ name, key: ip, limit, windowSeconds });

  return {
    countLogIn: ofAddress('auth-logins', limits.addressLogins, fiveMinutes),
    countCodeRequest: ofAddress('auth-codes', limits.addressCodes, hour),
    countSignUp: ofAddress('auth-sign-ups', limits.addressSignUps, hour),
    countAttempt: (emailKey: string) =>
      rateLimiter.check({
        name: 'auth-login-failures',
        key: addressKeyOf(emailKey),
        limit: limits.loginFailures,
        windowSeconds: fiveMinutes,
      }),
    forgetAttempts: (emailKey: string) =>
      rateLimiter.reset({ name: 'auth-login-failures', key: addressKeyOf(emailKey) }),
  };
}
