import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { saveFile, fileTimestamp } from '../../../shared/browser/save-file.ts';
import { csvOf } from './csv.ts';
import { TableArea } from '../table-area.tsx';

interface DemoUser {
  id: string;
  username: string;
  email: string;
  password: string | null;
}

function download(users: readonly DemoUser[]) {
  saveFile(
    `demo-users-${fileTimestamp(new Date())}.csv`,
    new Blob([csvOf(users)], { type: 'text/csv;charset=utf-8' }),
  );
}

/** The users of a batch that was just made. */
export function DemoResult({ users }: { users: readonly DemoUser[] }) {
  return (
    <Card component="section" aria-label={t`Created demo users`} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, p: { xs: 2, sm: 3 } }}>
        <Box sx={{ flex: '1 1 200px' }}>
          <Typography variant="h3" component="h2">
            {t`${plural(users.length, { one: '# demo user', other: '# demo users' })} created`}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t`Passwords are shown for 15 minutes, and never again.`}
          </Typography>
        </Box>
        <Button variant="outlined" onClick={() => download(users)}>
          {t`Download CSV`}
        </Button>
      </Box>
      <TableArea label={t`Demo users`} maxHeight={560}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t`username`}</th>
              <th scope="col">{t`email`}</th>
              <th scope="col">{t`password`}</th>
            </tr>
          </thead>
          <tbody>
            {users.map(({ id, username, email, password }) => (
              <tr key={id}>
                <td>{username}</td>
                <td className="quiet wide">{email}</td>
                <td className="code">{password ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableArea>
    </Card>
  );
}
