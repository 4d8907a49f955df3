import { emailKey } from '@kumbuka/text';
import type { Ports } from '../ports.ts';

export interface FoundAccount {
  /** As requested. */
  email: string;
  userId: number;
}

/** Finds accounts by address; unknown ones are omitted. */
export const findByEmail =
  ({ accounts }: Pick<Ports, 'accounts'>) =>
  async (emails: readonly string[]): Promise<FoundAccount[]> => {
    const found = await accounts.findByEmails(emails.map(emailKey));
    return emails.flatMap((email) => {
      const userId = found.find((account) => account.emailKey === emailKey(email))?.id;
      return userId === undefined ? [] : [{ email, userId }];
    });
  };
