import { emailKeyOf } from '../domain/account/account.ts';
import type { Ports } from './ports.ts';

export interface FoundAccount {
  /** As requested. */
  email: string;
  userId: number;
}

/** Finds accounts by address; unknown ones are omitted. */
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
