import type { Lifecycle } from '@kumbuka/runtime';
import { setTimeout as pause } from 'node:timers/promises';
import { nextAttempt, type QueuedEmail } from '../../domain/code/mail.ts';
import type { MailStore } from '../../use-cases/ports.ts';
import { MailRejected, type MailSender, type SendableEmail } from './smtp.ts';

export interface MailWorkerOptions {
  mails: Pick<MailStore, 'claim' | 'remove' | 'postpone'>;
  sender: MailSender;
  now(): Date;
  log: { warn(details: object, message: string): void };
}

export interface MailWorker extends Lifecycle {
  /** Signals an email that is due in some milliseconds. */
  wake(dueInMs?: number): void;
}

const pollMs = 5_000;
const deliveriesAtOnce = 4;
/** Consecutive failures after which the server is not contacted for a while. */
const failuresUntilPause = 4;
const pauseMs = 5_000;
/** Deliveries that take longer at shutdown are left to the next start. */
const shutdownMs = 4_000;

/** Loggable part of a failure; servers repeat addresses in their messages. */
function failureDetails({ id, attempts }: QueuedEmail, failure: unknown) {
  const error = failure instanceof MailRejected ? failure.cause : failure;
  const { name, code, responseCode }: Record<string, unknown> = Object(error);
  return { mailId: id, attempts, failure: { name, code, responseCode } };
}

/**
 * Sends queued emails soon after their commit. An email is removed after the server accepted it; if the
 * process dies in between, it is sent again with the same message id.
 */
export function createMailWorker({ mails, sender, now, log }: MailWorkerOptions): MailWorker {
  const rounds = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | null = null;
  let stopped = true;
  let failures = 0;
  /** Uses the monotonic clock, so that a stepping wall clock does not extend the pause. */
  let pausedUntil = 0;

  async function giveUp(mail: QueuedEmail, error: unknown) {
    log.warn(failureDetails(mail, error), 'an email was not sent');
    await mails.remove(mail);
  }

  async function retryLater(mail: QueuedEmail, error: unknown) {
    failures++;
    if (failures >= failuresUntilPause) pausedUntil = performance.now() + pauseMs;
    const until = nextAttempt(mail, now());
    if (!until) return giveUp(mail, error);
    log.warn(failureDetails(mail, error), 'an email failed and will be retried');
    await mails.postpone(mail, until);
  }

  const isSendable = (mail: QueuedEmail): mail is SendableEmail => mail.to !== null;

  async function deliver(mail: QueuedEmail) {
    try {
      if (isSendable(mail)) await sender.send(mail);
    } catch (error) {
      return error instanceof MailRejected ? giveUp(mail, error) : retryLater(mail, error);
    }
    failures = 0;
    await mails.remove(mail);
  }

  async function round() {
    while (!stopped && performance.now() >= pausedUntil) {
      const mail = await mails.claim(now());
      if (!mail) return;
      await deliver(mail);
    }
  }

  function startRound() {
    if (stopped || rounds.size >= deliveriesAtOnce) return;
    const running: Promise<void> = round()
      .catch((error: unknown) => log.warn({ err: error }, 'the email queue cannot be read'))
      .finally(() => rounds.delete(running));
    rounds.add(running);
  }

  return {
    async start() {
      stopped = false;
      timer = setInterval(startRound, pollMs);
      timer.unref();
      startRound();
    },
    async stop() {
      stopped = true;
      if (timer) clearInterval(timer);
      await Promise.race([Promise.all(rounds), pause(shutdownMs, null, { ref: false })]);
      sender.close();
    },
    isReady: () => true,
    wake: (dueInMs = 0) => void setTimeout(startRound, dueInMs).unref(),
  };
}
