import { t } from '@lingui/core/macro';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { ownText } from '../../shared/format/own-text.ts';
import type { AccountNamePartsFragment } from './account-name.generated.ts';

const userAddress = (id: string) => `/admin?tab=users&user=${id}`;

/** Link to the page of one user, without styles of its own, because a table has up to a thousand. */
export const UserLink = ({ id, name }: { id: string; name: string }) => (
  <RouterLink to={userAddress(id)}>
    <bdi {...ownText}>{name}</bdi>
  </RouterLink>
);

/** Callers without an account. */
const words = (): Record<string, string> => ({
  key: t`Admin key`,
  nobody: t`Not an operator`,
  system: t`Scheduled job`,
  command: t`Command on the server`,
  process: t`Another service`,
});

interface AccountNameProps {
  /** Id of a user, or the word for a caller without an account. */
  id: string;
  account: AccountNamePartsFragment | null;
}

/** Name of a user within a sentence, isolated so that it cannot change the direction of the text around it. */
export function accountText(id: string, account: AccountNamePartsFragment | null): string {
  const name = account?.isDeleted ? t`Deleted user ${id}` : (account?.username ?? t`User ${id}`);
  return words()[id] ?? `\u2068${name}\u2069`;
}

/** Name of a user, with a link to the user's page; the name cannot change the direction of the text around it. */
export function AccountName({ id, account }: AccountNameProps) {
  const word = words()[id];
  if (word !== undefined) return <>{word}</>;
  const name = account?.isDeleted ? t`Deleted user ${id}` : (account?.username ?? t`User ${id}`);
  return (
    <Link component={RouterLink} to={userAddress(id)}>
      <bdi {...ownText}>{name}</bdi>
    </Link>
  );
}
