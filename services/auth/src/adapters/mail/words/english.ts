import { codes, erasedInWords, generation } from '@kumbuka/contracts';
import type { CodePurpose } from '../../../domain/code/code.ts';
import type { NoticePurpose, ServicePurpose } from '../../../domain/code/mail.ts';

export interface Wording {
  subject: string;
  lead: string;
  /** For recipients who did not expect this email. */
  ignore: string;
}

/** Texts of emails in one language. */
export interface MailWords {
  language: string;
  hello: string;
  codes: Record<CodePurpose, Wording>;
  notices: Record<NoticePurpose, Wording>;
  services: Record<ServicePurpose, Wording>;
  /** How long a code works. */
  lifetime: string;
  /** Replaces `ignore` where the email has a link that ends the sign-up. */
  ignoreLink: string;
  signUpAt(time: string): string;
  labels: Record<
    | 'activeUntil'
    | 'receipt'
    | 'returned'
    | 'requested'
    | 'erased'
    | 'paid'
    | 'period'
    | 'result'
    | 'cardsAdded',
    string
  >;
  importOutcomes: Record<'done' | 'failed', string>;
  /** Reminder of due cards. */
  due: {
    cards(count: number): string;
    minutes(count: number): string;
    study: string;
    stop: string;
  };
  paidOn(amount: string, date: string): string;
  period(from: string, to: string): string;
  erased(counts: readonly { kind: string; count: number }[]): string[];
  date(iso: string): string;
  time(iso: string): string;
}

const timeZone = generation.timezoneDefault;
/** Creates the formatter with the first email, because it takes milliseconds of every start. */
function formatOf(locale: string, options: Intl.DateTimeFormatOptions) {
  let formatter: Intl.DateTimeFormat | undefined;
  return (iso: string): string => {
    formatter ??= new Intl.DateTimeFormat(locale, { ...options, timeZone });
    return formatter.format(new Date(iso));
  };
}

/** Day, and day with its time, in the time zone of the quota. */
export const formatsOf = (locale: string) => ({
  date: formatOf(locale, { dateStyle: 'long' }),
  time: formatOf(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }),
});

const stranger =
  'If it was not you, someone has your password. Choose a new one if you still can, and contact Kumbuka support.';
const nothingToDo = 'There is no automatic renewal: you pay again only when you want to.';
export const english: MailWords = {
  language: 'en',
  hello: 'Hello,',
  codes: {
    verification: {
      subject: 'Your Kumbuka verification code',
      lead: 'Use this code to verify your email address:',
      ignore: 'If you did not create an account with Kumbuka, you can ignore this message.',
    },
    reset: {
      subject: 'Your Kumbuka password reset code',
      lead: 'Use this code to choose a new password:',
      ignore:
        'If you did not request a new password, you can ignore this message; your password stays as it is.',
    },
    'email-change': {
      subject: 'Your Kumbuka code for a new email address',
      lead: 'Use this code to make this the email address of your account:',
      ignore:
        'If you did not request this, you can ignore this message; without the code this address is not used.',
    },
  },
  notices: {
    'email-changed': {
      subject: 'The email address of your Kumbuka account was changed',
      lead: 'Your account now has another email address, and you can no longer sign in with this one. Other devices were signed out.',
      ignore: stranger,
    },
    'password-changed': {
      subject: 'The password of your Kumbuka account was changed',
      lead: 'Your account has a new password. Other devices were signed out.',
      ignore: stranger,
    },
  },
  services: {
    receipt: {
      subject: 'Your Kumbuka receipt',
      lead: 'Thank you. We have received your payment:',
      ignore: nothingToDo,
    },
    'erasure-receipt': {
      subject: 'Your Kumbuka account is erased',
      lead: 'As you requested, your account and everything that identified you was erased:',
      ignore:
        'Payments stay in our books without your name. If it was not you, contact Kumbuka support with the number above.',
    },
    refund: {
      subject: 'Your Kumbuka payment was returned',
      lead: 'Your payment was returned to you, so the time it paid for has ended:',
      ignore:
        'You keep your decks, your progress and the free AI prompts of each month. If you did not expect this, contact Kumbuka support with the receipt number above.',
    },
    'import-finished': {
      subject: 'Your import into Kumbuka has ended',
      lead: 'The import that you started has ended. You find your cards under My Decks:',
      ignore: 'You can undo it for a day on the page Import cards.',
    },
    'study-reminder': {
      subject: 'Cards are due',
      lead: '',
      ignore:
        'You chose these reminders in the settings of Kumbuka. On a day on which you have studied, none is sent.',
    },
    'renewal-reminder': {
      subject: 'Your Kumbuka subscription ends soon',
      lead: 'Your subscription is about to end:',
      ignore: nothingToDo,
    },
  },
  lifetime: `It works once, for ${codes.lifeMinutes} minutes. Kumbuka will never ask you for it.`,
  ignoreLink: 'Opening that page changes nothing; the button on it deletes the account and its password.',
  signUpAt: (time) =>
    `The account was created on ${time}. If you did not create it, end the sign-up on this page:`,
  labels: {
    activeUntil: 'Active until',
    receipt: 'Receipt',
    returned: 'Returned',
    requested: 'Requested',
    erased: 'Erased',
    paid: 'Paid',
    period: 'For',
    result: 'Result',
    cardsAdded: 'Cards added',
  },
  importOutcomes: {
    done: 'All cards of the file are there',
    failed: 'It ended early; the page Import cards says why',
  },
  due: {
    cards: (count) => (count === 1 ? '1 card is due' : `${count} cards are due`),
    minutes: (count) => (count === 1 ? 'About 1 minute.' : `About ${count} minutes.`),
    study: 'Study due cards',
    stop: 'Stop these reminders',
  },
  paidOn: (amount, date) => `${amount} on ${date}`,
  period: (from, to) => `Kumbuka, 30 days: ${from} to ${to}`,
  erased: erasedInWords,
  ...formatsOf('en-GB'),
};
