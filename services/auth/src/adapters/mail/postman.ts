import type { Lifecycle } from '@kumbuka/runtime';
import { setTimeout } from 'node:timers/promises';
import { nextAttempt, type QueuedEmail } from '../../domain/code/mail.ts';
import type { MailStore } from '../../use-cases/ports.ts';
import { MailRefused, type MailSender } from './smtp.ts';

export interface PostmanOptions {
  mails: Pick<MailStore, 'claim' | 'remove' | 'postpone'>;
  sender: MailSender;
  now(): Date;
  log: { warn(details: object, message: string): void };
}

export interface Postman extends Lifecycle {
  /** Signals a queued email. */
  wake(): void;
}

const pollMs = 5_000;
const deliveriesAtOnce = 4;
/** Consecutive failures after which the server is not contacted for a while. */
const failuresUntilRest = 4;
const restMs = 5_000;
/** Deliveries that take longer at shutdown are left to the next start. */
const farewellMs = 4_000;

/** Loggable part of a failure; servers repeat addresses in their messages. */
function failureDetails({ id, attempts }: QueuedEmail, failure: unknown) {
  const error = failure instanceof MailRefused ? failure.cause : failure;
  const { name, code, responseCode }: Record<string, unknown> = Object(error);
  return { mailId: id, attempts, failure: { name, code, responseCode } };
}

/**
 * Sends queued emails soon after their commit. An email is removed after the server accepted it; if the
 * process dies in between, it is sent again with the same message id.
 */
export function createPostman({ mails, sender, now, log }: PostmanOptions): Postman {
  const rounds = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | null = null;
  let stopped = true;
  let failures = 0;
  /** Uses the monotonic clock, so that a stepping wall clock does not extend the pause. */
  let restUntil = 0;

  async function giveUp(mail: QueuedEmail, error: unknown) {
    log.warn(failureDetails(mail, error), 'a mail was not sent');
    await mails.remove(mail);
  }

  async function retryLater(mail: QueuedEmail, error: unknown) {
    failures++;
    if (failures >= failuresUntilRest) restUntil = performance.now() + restMs;
    const until = nextAttempt(mail, now());
    if (!until) return giveUp(mail, error);
    log.warn(failureDetails(mail, error), 'a mail waits for another try');
    await mails.postpone(mail, until);
  }

  async function deliver(mail: QueuedEmail) {
    try {
      await sender.send(mail);
    } catch (error) {
      return error instanceof MailRefused ? giveUp(mail, error) : retryLater(mail, error);
    }
    failures = 0;
    await mails.remove(mail);
  }

  async function round() {
    while (!stopped && performance.now() >= restUntil) {
      const mail = await mails.claim(now());
      if (!mail) return;
      await deliver(mail);
    }
  }

  function wake() {
    if (stopped || rounds.size >= deliveriesAtOnce) return;
    const running: Promise<void> = round()
      .catch((error: unknown) => log.warn({ err: error }, 'the mail queue cannot be read'))
      .finally(() => rounds.delete(running));
    rounds.add(running);
  }

  return {
    async start() {
      stopped = false;
      timer = setInterval(wake, pollMs);
      timer.unref();
      wake();
    },
    async stop() {
      stopped = true;
      if (timer) clearInterval(timer);
      await Promise.race([Promise.all(rounds), setTimeout(farewellMs, null, { ref: false })]);
      sender.close();
    },
    isReady: () => true,
    wake,
  };
}
