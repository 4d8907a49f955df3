import { codes } from '@kumbuka/contracts';
import type { CodePurpose } from '../domain/code/code.ts';
import type { MailContent } from '../domain/code/mail.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

interface Wording {
  subject: string;
  lead: string;
  ignore: string;
}

const wordings: Record<CodePurpose, Wording> = {
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
};

const lifetime = `It works once, for ${codes.lifeMinutes} minutes. Nobody from Kumbuka will ever ask you for it.`;

const textOf = ({ lead, ignore }: Wording, code: string) =>
  `Hello,\n\n${lead}\n\n    ${code}\n\n${lifetime}\n\n${ignore}\n\nKumbuka\n`;

const htmlOf = ({ subject, lead, ignore }: Wording, code: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#f5f7fa;color:#1a202c;font-family:system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border-radius:16px">
<p style="margin-top:0">Hello,</p>
<p>${lead}</p>
<p style="font-size:32px;font-weight:700;letter-spacing:8px;color:#4255ff;margin:24px 0">${code}</p>
<p>${lifetime}</p>
<p style="color:#718096;margin-bottom:0">${ignore}</p>
</div>
</body>
</html>
`;

/** Subject and both parts of a mail with a code. */
export function renderMail(purpose: CodePurpose, { code }: MailContent): RenderedMail {
  const wording = wordings[purpose];
  return { subject: wording.subject, text: textOf(wording, code), html: htmlOf(wording, code) };
}
