import { codes, erasedInWords, generation } from '@kumbuka/contracts';
import type { CodePurpose } from '../../domain/code/code.ts';
import type { EmailKind, NoticePurpose, ServicePurpose, SignUpOfMail } from '../../domain/code/mail.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

interface Wording {
  subject: string;
  lead: string;
  /** For recipients who did not expect this email. */
  ignore: string;
}

const ofCodes: Record<CodePurpose, Wording> = {
  verification: {
    subject: 'Your Kumbuka verification code',
    lead: 'Use this code to verify your email address:',
    ignore: 'If you did not create an account with Kumbuka, you can ignore this message.',
  },
  reset: {
    subject: 'Your Kumbuka password reset code',
    lead: 'Use this code to choose a new password:',
    ignore:
      'If you did not ask for a new password, you can ignore this message; your password stays as it is.',
  },
  'email-change': {
    subject: 'Your Kumbuka code for a new email address',
    lead: 'Use this code to make this the email address of your account:',
    ignore:
      'If you did not ask for it, you can ignore this message; without the code this address is not used.',
  },
};

const stranger =
  'If it was not you, somebody has your password: choose a new one if you still can, and tell those who run Kumbuka.';
const ofNotices: Record<NoticePurpose, Wording> = {
  'email-changed': {
    subject: 'The email address of your Kumbuka account was changed',
    lead: 'Your account has another email address now, and this one no longer signs in. Other devices were signed out.',
    ignore: stranger,
  },
  'password-changed': {
    subject: 'The password of your Kumbuka account was changed',
    lead: 'Your account has a new password. Other devices were signed out.',
    ignore: stranger,
  },
};

const lifetime = `It works once, for ${codes.lifeMinutes} minutes. Nobody from Kumbuka will ever ask you for it.`;

const textOf = ({ lead, ignore }: Wording, middle: string) =>
  `Hello,\n\n${lead}\n\n${middle}${ignore}\n\nKumbuka\n`;

const htmlOf = ({ subject, lead, ignore }: Wording, middle: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#f5f7fa;color:#1a202c;font-family:system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border-radius:16px">
<p style="margin-top:0">Hello,</p>
<p>${lead}</p>
${middle}<p style="color:#718096;margin-bottom:0">${ignore}</p>
</div>
</body>
</html>
`;

const codeText = (code: string) => `    ${code}\n\n${lifetime}\n\n`;
const codeHtml = (code: string) =>
  `<p style="font-size:32px;font-weight:700;letter-spacing:8px;color:#4255ff;margin:24px 0">${code}</p>
<p>${lifetime}</p>
`;

const ofSignUp: Wording = {
  ...ofCodes.verification,
  ignore: 'Opening that page changes nothing; the button on it deletes the account and its password.',
};

const longTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
  timeZone: generation.timezoneDefault,
});
const createdText = ({ at }: SignUpOfMail) =>
  `The account was created on ${longTime.format(new Date(at))}. If it was not you who created it, end the sign-up on this page:`;
const signUpText = (signUp: SignUpOfMail) => `${createdText(signUp)}\n\n    ${signUp.endUrl}\n\n`;
const signUpHtml = (signUp: SignUpOfMail) =>
  `<p>${createdText(signUp)}</p>
<p style="overflow-wrap:anywhere"><a href="${signUp.endUrl}" style="color:#4255ff">${signUp.endUrl}</a></p>
`;

const longDate = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeZone: generation.timezoneDefault,
});
const dateOf = (iso: string) => longDate.format(new Date(iso));
const amountOf = (cents: number, currency: string) => `${currency} ${(cents / 100).toFixed(2)}`;

const nothingToDo = 'Nothing renews by itself: you pay again only when you want to.';
const ofServices: Record<ServicePurpose, Wording> = {
  receipt: {
    subject: 'Your Kumbuka receipt',
    lead: 'Thank you. We have received your payment:',
    ignore: nothingToDo,
  },
  'erasure-receipt': {
    subject: 'Your Kumbuka account is erased',
    lead: 'As you asked, your account and everything that named you is erased:',
    ignore:
      'Payments stay in our books without your name. If it was not you, tell those who run Kumbuka the number above.',
  },
  refund: {
    subject: 'Your payment was returned, and your Kumbuka subscription',
    lead: 'Your payment was returned to you, so the time that it paid for has ended:',
    ignore:
      'Your decks and your progress stay, and each month has free AI prompts. If you did not expect this, tell those who run Kumbuka the receipt above.',
  },
  'renewal-reminder': {
    subject: 'Your Kumbuka subscription ends soon',
    lead: 'Your subscription is about to end:',
    ignore: nothingToDo,
  },
};

type EmailValues = [name: string, value: string][];
function valuesOf(email: Extract<EmailKind, { purpose: ServicePurpose }>): EmailValues {
  if (email.purpose === 'renewal-reminder')
    return [['Active until', longTime.format(new Date(email.content.periodEnd))]];
  if (email.purpose === 'refund') {
    const { receiptNumber, amountCents, currency, periodEnd } = email.content;
    return [
      ['Receipt', receiptNumber],
      ['Returned', amountOf(amountCents, currency)],
      ['Active until', longTime.format(new Date(periodEnd))],
    ];
  }
  if (email.purpose === 'erasure-receipt') {
    const { deletionId, requestedAt, counts } = email.content;
    return [
      ['Receipt', deletionId],
      ['Asked for', longTime.format(new Date(requestedAt))],
      ['Erased', erasedInWords([...counts, { kind: 'accounts', count: 1 }]).join(', ')],
    ];
  }
  const { receiptNumber, amountCents, currency, paidAt, periodStart, periodEnd } = email.content;
  return [
    ['Receipt', receiptNumber],
    ['Paid', `${amountOf(amountCents, currency)} on ${dateOf(paidAt)}`],
    ['For', `Kumbuka, 30 days: ${dateOf(periodStart)} to ${longTime.format(new Date(periodEnd))}`],
  ];
}

const valuesText = (values: EmailValues) =>
  `${values.map(([name, value]) => `    ${name}: ${value}`).join('\n')}\n\n`;
const valuesHtml = (values: EmailValues) =>
  `<table style="margin:24px 0;border-spacing:0 8px">
${values.map(([name, value]) => `<tr><td style="padding-right:16px;color:#718096">${name}</td><td>${value}</td></tr>`).join('\n')}
</table>
`;

const rendered = (wording: Wording, text: string, html: string): RenderedMail => ({
  subject: wording.subject,
  text: textOf(wording, text),
  html: htmlOf(wording, html),
});

/** Subject, text part and HTML part of an email. */
export function renderMail(email: EmailKind): RenderedMail {
  switch (email.purpose) {
    case 'email-changed':
    case 'password-changed':
      return rendered(ofNotices[email.purpose], '', '');
    case 'receipt':
    case 'erasure-receipt':
    case 'refund':
    case 'renewal-reminder': {
      const values = valuesOf(email);
      return rendered(ofServices[email.purpose], valuesText(values), valuesHtml(values));
    }
    case 'verification': {
      const { code, signUp } = email.content;
      if (!signUp) return rendered(ofCodes.verification, codeText(code), codeHtml(code));
      return rendered(ofSignUp, codeText(code) + signUpText(signUp), codeHtml(code) + signUpHtml(signUp));
    }
    default: {
      const { code } = email.content;
      return rendered(ofCodes[email.purpose], codeText(code), codeHtml(code));
    }
  }
}
