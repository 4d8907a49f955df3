import type { Language } from '@kumbuka/contracts';
import type { EmailKind, ServicePurpose, SignUpOfEmail } from '../../domain/code/mail.ts';
import { wordsIn } from './words.ts';
import type { MailWords, Wording } from './words/english.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

const textOf = ({ hello }: MailWords, { lead, ignore }: Wording, middle: string) =>
  `${hello}\n\n${lead}\n\n${middle}${ignore}\n\nKumbuka\n`;

const htmlOf = (
  { language, hello }: MailWords,
  { subject, lead, ignore }: Wording,
  middle: string,
) => `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#f5f7fa;color:#1a202c;font-family:system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border-radius:16px">
<p style="margin-top:0">${hello}</p>
<p>${lead}</p>
${middle}<p style="color:#718096;margin-bottom:0">${ignore}</p>
</div>
</body>
</html>
`;

const codeText = ({ lifetime }: MailWords, code: string) => `    ${code}\n\n${lifetime}\n\n`;
const codeHtml = ({ lifetime }: MailWords, code: string) =>
  `<p style="font-size:32px;font-weight:700;letter-spacing:8px;color:#4255ff;margin:24px 0">${code}</p>
<p>${lifetime}</p>
`;

const createdText = ({ signUpAt, time }: MailWords, { at }: SignUpOfEmail) => signUpAt(time(at));
const signUpText = (words: MailWords, signUp: SignUpOfEmail) =>
  `${createdText(words, signUp)}\n\n    ${signUp.endUrl}\n\n`;
const signUpHtml = (words: MailWords, signUp: SignUpOfEmail) =>
  `<p>${createdText(words, signUp)}</p>
<p style="overflow-wrap:anywhere"><a href="${signUp.endUrl}" style="color:#4255ff">${signUp.endUrl}</a></p>
`;

const amountOf = (cents: number, currency: string) => `${currency} ${(cents / 100).toFixed(2)}`;

type ValuesPurpose = Exclude<ServicePurpose, 'study-reminder'>;
type EmailValues = [name: string, value: string][];
function valuesOf(words: MailWords, email: Extract<EmailKind, { purpose: ValuesPurpose }>): EmailValues {
  const { labels, date: dateOf, time: timeOf } = words;
  if (email.purpose === 'renewal-reminder') return [[labels.activeUntil, timeOf(email.content.periodEnd)]];
  if (email.purpose === 'import-finished') {
    const { outcome, cardsAdded } = email.content;
    return [
      [labels.result, words.importOutcomes[outcome]],
      [labels.cardsAdded, String(cardsAdded)],
    ];
  }
  if (email.purpose === 'refund') {
    const { receiptNumber, amountCents, currency, periodEnd } = email.content;
    return [
      [labels.receipt, receiptNumber],
      [labels.returned, amountOf(amountCents, currency)],
      [labels.activeUntil, timeOf(periodEnd)],
    ];
  }
  if (email.purpose === 'erasure-receipt') {
    const { deletionId, requestedAt, counts } = email.content;
    return [
      [labels.receipt, deletionId],
      [labels.requested, timeOf(requestedAt)],
      [labels.erased, words.erased([...counts, { kind: 'accounts', count: 1 }]).join(', ')],
    ];
  }
  const { receiptNumber, amountCents, currency, paidAt, periodStart, periodEnd } = email.content;
  return [
    [labels.receipt, receiptNumber],
    [labels.paid, words.paidOn(amountOf(amountCents, currency), dateOf(paidAt))],
    [labels.period, words.period(dateOf(periodStart), timeOf(periodEnd))],
  ];
}

const valuesText = (values: EmailValues) =>
  `${values.map(([name, value]) => `    ${name}: ${value}`).join('\n')}\n\n`;
const valuesHtml = (values: EmailValues) =>
  `<table style="margin:24px 0;border-spacing:0 8px">
${values.map(([name, value]) => `<tr><td style="padding-right:16px;color:#718096">${name}</td><td>${value}</td></tr>`).join('\n')}
</table>
`;

const linksHtml = (links: EmailValues) =>
  links
    .map(([name, url]) => `<p style="margin:24px 0"><a href="${url}" style="color:#4255ff">${name}</a></p>`)
    .join('\n');

/** Subject, text part and HTML part of an email. */
export function renderMail(email: EmailKind, language: Language): RenderedMail {
  const words = wordsIn[language];
  const rendered = (wording: Wording, text: string, html: string): RenderedMail => ({
    subject: wording.subject,
    text: textOf(words, wording, text),
    html: htmlOf(words, wording, html),
  });
  switch (email.purpose) {
    case 'email-changed':
    case 'password-changed':
      return rendered(words.notices[email.purpose], '', '');
    case 'study-reminder': {
      const { cards, minutes, studyUrl, stopUrl } = email.content;
      const wording = { ...words.services[email.purpose], subject: words.due.cards(cards) };
      const links: EmailValues = [
        [words.due.study, studyUrl],
        [words.due.stop, stopUrl],
      ];
      return rendered(
        { ...wording, lead: `${words.due.cards(cards)}. ${words.due.minutes(minutes)}` },
        valuesText(links),
        linksHtml(links),
      );
    }
    case 'receipt':
    case 'erasure-receipt':
    case 'refund':
    case 'import-finished':
    case 'renewal-reminder': {
      const values = valuesOf(words, email);
      return rendered(words.services[email.purpose], valuesText(values), valuesHtml(values));
    }
    case 'verification': {
      const { code, signUp } = email.content;
      const wording = words.codes.verification;
      const [text, html] = [codeText(words, code), codeHtml(words, code)];
      if (!signUp) return rendered(wording, text, html);
      const withLink = { ...wording, ignore: words.ignoreLink };
      return rendered(withLink, text + signUpText(words, signUp), html + signUpHtml(words, signUp));
    }
    default: {
      const { code } = email.content;
      return rendered(words.codes[email.purpose], codeText(words, code), codeHtml(words, code));
    }
  }
}
