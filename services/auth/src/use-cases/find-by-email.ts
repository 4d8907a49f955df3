import { emailKeyOf } from '../domain/account/account.ts';
import type { Ports } from './ports.ts';

export interface FoundAccount {
  /** As it was asked for. */
  email: string;
  userId: number;
}

/** Accounts by their e-mails; those that nobody has are left out. */
export const findByEmail =
  ({ accounts }: Ports) =>
  async (emails: readonly string[]): Promise<FoundAccount[]> => {
    const found = await accounts.findByEmails([...new Set(emails.map(emailKeyOf))]);
    const idOf = new Map(found.map(({ emailKey, id }) => [emailKey, id]));
    return emails.flatMap((email) => {
      const userId = idOf.get(emailKeyOf(email));
      return userId === undefined ? [] : [{ email, userId }];
    });
  };
