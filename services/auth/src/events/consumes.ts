import { importFinished } from '@kumbuka/contracts';
import { on, type Listener } from '@kumbuka/event-bus';
import { emailOfImport } from '../domain/code/mail.ts';
import type { UseCases } from '../use-cases/use-cases.ts';

/** A long import is reported by mail. An email with the same key is sent once, so a repeated event is harmless. */
export const listeners = ({ sendMail }: Pick<UseCases, 'sendMail'>): Listener[] => [
  on(importFinished, async ({ data }) => {
    const letter = emailOfImport(data);
    if (letter) await sendMail({ userId: data.userId, key: `import-finished:${data.importId}`, letter });
  }),
];
