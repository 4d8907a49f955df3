import { accountOf, emailKeysOf } from '../../domain/account/account-keys.ts';
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
    const found = await accounts.findByEmails(emails.map(emailKeysOf));
    return emails.flatMap((email) => {
      const userId = accountOf(emailKeysOf(email), found)?.id;
      return userId === undefined ? [] : [{ email, userId }];
    });
  };
