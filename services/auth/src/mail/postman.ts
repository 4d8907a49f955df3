import { setTimeout } from 'node:timers/promises';
import { nextAttempt, type WaitingMail } from '../domain/mail.ts';
import { MailRefused } from './smtp.ts';

interface Deps {
  /** Takes the next mail that is due, so that nobody else does for a minute. */
  claim(now: Date): Promise<WaitingMail | null>;
  send(mail: WaitingMail): Promise<void>;
  remove(mail: WaitingMail): Promise<void>;
  postpone(mail: WaitingMail, until: Date): Promise<void>;
  close(): void;
  now(): Date;
  log: { warn(details: object, message: string): void };
}

export interface Postman {
  start(): Promise<void>;
  stop(): Promise<void>;
  isReady(): boolean;
  /** Says that a mail waits. */
  wake(): void;
}

const pollMs = 5_000;
const deliveriesAtOnce = 4;
/** After so many failures in a row the server is left alone for a while. */
const failuresUntilRest = 4;
const restMs = 5_000;
/** A delivery that takes longer is left to the next start. */
const farewellMs = 4_000;

/** What a log may hold of a failure: servers repeat addresses in their words. */
function factsOf({ id, attempts }: WaitingMail, failure: unknown) {
  const error = failure instanceof MailRefused ? failure.cause : failure;
  const { name, code, responseCode } = Object(error) as Record<string, unknown>;
  return { mailId: id, attempts, failure: { name, code, responseCode } };
}

/**
 * Sends waiting mails soon after their commit. A mail is taken out after the server accepted it; one whose process
 * died in between is sent again with the same message id.
 */
export function createPostman(deps: Deps): Postman {
  const rounds = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | null = null;
  let stopped = true;
  let failures = 0;
  let restUntil = 0;

  async function giveUp(mail: WaitingMail, error: unknown) {
    deps.log.warn(factsOf(mail, error), 'a mail was not sent');
    await deps.remove(mail);
  }

  async function retryLater(mail: WaitingMail, error: unknown) {
    failures++;
    if (failures >= failuresUntilRest) restUntil = Date.now() + restMs;
    const until = nextAttempt(mail, deps.now());
    if (!until) return giveUp(mail, error);
    deps.log.warn(factsOf(mail, error), 'a mail waits for another try');
    await deps.postpone(mail, until);
  }

  async function deliver(mail: WaitingMail) {
    try {
      await deps.send(mail);
    } catch (error) {
      return error instanceof MailRefused ? giveUp(mail, error) : retryLater(mail, error);
    }
    failures = 0;
    await deps.remove(mail);
  }

  async function round() {
    while (!stopped && Date.now() >= restUntil) {
      const mail = await deps.claim(deps.now());
      if (!mail) return;
      await deliver(mail);
    }
  }

  function wake() {
    if (stopped || rounds.size >= deliveriesAtOnce) return;
    const running: Promise<void> = round()
      .catch((error: unknown) => deps.log.warn({ err: error }, 'the mail queue cannot be read'))
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
      deps.close();
    },
    isReady: () => true,
    wake,
  };
}
