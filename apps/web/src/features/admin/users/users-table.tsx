import { t } from '@lingui/core/macro';
import { memo } from 'react';
import { ownText } from '../../../shared/format/own-text.ts';
import { useShownLanguage } from '../../../shared/i18n/i18n.ts';
import { UserLink } from '../account-name.tsx';
import { ColumnHeads } from '../column-heads.tsx';
import { dateLabel, seenLabel } from './seen-label.ts';
import { TableArea } from '../table-area.tsx';
import type { UserRowPartsFragment } from './users-table.generated.ts';

type User = UserRowPartsFragment;

interface RowProps {
  user: User;
  isChosen: boolean;
  now: number;
  onToggle: (id: string) => void;
}

/** Rendered again only when it is chosen or changes, because a table has up to a thousand rows. */
const Row = memo(function Row({ user, isChosen, now, onToggle }: RowProps) {
  const { id, username, email, isDemo, emailVerified, lastSeen, createdAt, demoExpiresAt } = user;
  useShownLanguage();
  return (
    <tr data-chosen={isChosen}>
      <td className="choice">
        <label>
          <input
            type="checkbox"
            aria-label={t`Select ${username}`}
            checked={isChosen}
            onChange={() => onToggle(id)}
          />
        </label>
      </td>
      <td className="strong wide">
        <UserLink id={id} name={username} />
      </td>
      <td className="quiet wide">
        <bdi {...ownText}>{email}</bdi>
      </td>
      <td>{isDemo ? t`Demo` : t`No`}</td>
      <td className={emailVerified ? 'good' : 'due'}>{emailVerified ? t`Yes` : t`No`}</td>
      <td className="whole">{seenLabel(lastSeen, now)}</td>
      <td className="whole">{dateLabel(createdAt)}</td>
      <td className="whole">{dateLabel(demoExpiresAt)}</td>
    </tr>
  );
});

const columns = () => [
  t`Username`,
  t`Email`,
  t`Demo`,
  t({ message: 'Verified', context: 'column' }),
  t`Last seen`,
  t`Created`,
  t`Demo expires`,
];

interface UsersTableProps {
  users: readonly User[];
  /** False until a list was loaded, which differs from an empty list. */
  isLoaded: boolean;
  chosen: ReadonlySet<string>;
  now: number;
  onToggle: (id: string) => void;
  onToggleAll: () => void;
}

/** A page of users, up to a thousand. */
export function UsersTable({ users, isLoaded, chosen, now, onToggle, onToggleAll }: UsersTableProps) {
  const count = users.filter(({ id }) => chosen.has(id)).length;
  const isAll = users.length > 0 && count === users.length;
  return (
    <TableArea label={t`Users`} maxHeight={720}>
      <table>
        <thead>
          <tr>
            <th scope="col" className="choice">
              <label>
                <input
                  type="checkbox"
                  aria-label={t`Select all of this page`}
                  checked={isAll}
                  disabled={users.length === 0}
                  ref={(box) => {
                    if (box) box.indeterminate = count > 0 && !isAll;
                  }}
                  onChange={onToggleAll}
                />
              </label>
            </th>
            <ColumnHeads names={columns()} />
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <Row key={user.id} user={user} isChosen={chosen.has(user.id)} now={now} onToggle={onToggle} />
          ))}
          {isLoaded && users.length === 0 && (
            <tr>
              <td colSpan={columns().length + 1}>{t`No users`}</td>
            </tr>
          )}
        </tbody>
      </table>
    </TableArea>
  );
}
