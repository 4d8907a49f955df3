import type { Foundation } from '@kumbuka/service-kit';
import { createHmac } from 'node:crypto';
import type { PaymentLimits } from '../use-cases/ports.ts';

const hour = 3_600;
/** A learner returns from one payment at a time, and its page polls about twice a second for a minute. */
const unknownInvoicesPerHour = 10;
const foreignInvoicesPerHour = 120;
const wrongChallengesPerMinute = 60;

interface LimitSettings {
  checkoutsPerHour: number;
  promptsPerHour: number;
  /** The current key first. */
  idempotencyKeys: readonly [string, ...string[]];
}

export function createPaymentLimits(
  rateLimiter: Foundation['rateLimiter'],
  { checkoutsPerHour, promptsPerHour, idempotencyKeys }: LimitSettings,
): PaymentLimits {
  const [idempotencyKey, ...otherKeys] = idempotencyKeys;
  const phoneHash = (phone: string) => (key: string) =>
    createHmac('sha256', `phone ${key}`).update(phone).digest('base64url');
  const phoneHashes = (phone: string): [string, ...string[]] => {
    const hashWith = phoneHash(phone);
    return [hashWith(idempotencyKey), ...otherKeys.map(hashWith)];
  };
  /**
   * One learner may use half of a phone's prompts, so that no account locks a phone for others. During a rotation
   * prompts are counted under both keys, so that replicas agree.
   */
  const promptRules = (phone: string, learnerId: number) =>
    phoneHashes(phone).flatMap((key) => {
      const [limit, windowSeconds] = [promptsPerHour, hour];
      const ofLearner = { key: `${learnerId}:${key}`, limit: Math.ceil(limit / 2), windowSeconds };
      return [
        { name: 'billing-prompts-of-learner', ...ofLearner },
        { name: 'billing-prompts', key, limit, windowSeconds },
      ];
    });
  const perHour = (name: string, limit: number) => (learnerId: number) =>
    rateLimiter.check({ name, key: String(learnerId), limit, windowSeconds: hour });

  return {
    countAttempt: perHour('billing-checkouts', checkoutsPerHour),
    countUnknownInvoice: perHour('billing-unknown-invoices', unknownInvoicesPerHour),
    countForeignInvoice: perHour('billing-foreign-invoices', foreignInvoicesPerHour),
    countWrongChallenge: (ip) =>
      rateLimiter.check({
        name: 'billing-wrong-challenges',
        key: ip,
        limit: wrongChallengesPerMinute,
        windowSeconds: 60,
      }),
    reservePrompt: (phone, learnerId) => rateLimiter.reserve(promptRules(phone, learnerId)),
    phoneHashes,
  };
}
