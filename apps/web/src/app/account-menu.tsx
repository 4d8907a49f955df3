import { plural, t } from '@lingui/core/macro';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { lazyNamed } from '../shared/browser/lazy-named.tsx';
import { ownText } from '../shared/format/own-text.ts';
import { chooseLanguageOfAccount, choiceNotKept } from '../shared/auth/account-language.ts';
import { useAuth } from '../shared/auth/auth-context.tsx';
import { unsentAnswers, unsentChanges } from '../shared/offline/unsent.ts';
import { openBilling } from '../shared/plan/open-billing.ts';
import { LanguageName, useOtherLanguage } from '../shared/ui/page/language-switch.tsx';
import { useNotify } from '../shared/ui/states/snackbars.tsx';
import {
  CardIcon,
  LanguageIcon,
  LogoutIcon,
  OperatorIcon,
  SettingsIcon,
  StatisticsIcon,
} from '../shared/ui/icons.tsx';

const ConfirmDialog = lazyNamed(() => import('../shared/ui/dialog/confirm-dialog.tsx'), 'ConfirmDialog');

const unsentAnswersText = (unsent: number) =>
  t`You have unsent answers: ${plural(unsent, {
    one: '# answer is kept on this device and sent at your next sign-in here.',
    other: '# answers are kept on this device and sent at your next sign-in here.',
  })}`;

const unsentChangesText = (unsent: number) =>
  plural(unsent, {
    one: '# change of a deck or card is kept on this device and sent at your next sign-in here.',
    other: '# changes of decks and cards are kept on this device and sent at your next sign-in here.',
  });

const unsentText = (answers: number, changes: number) =>
  [
    ...(answers > 0 ? [unsentAnswersText(answers)] : []),
    ...(changes > 0 ? [unsentChangesText(changes)] : []),
  ].join(' ');

const LineIcon = ({ children }: { children: ReactNode }) => (
  <ListItemIcon sx={{ color: 'inherit', fontSize: 20 }}>{children}</ListItemIcon>
);

/** Menu of the account. Signing out with unsent answers asks first. */
export function AccountMenu({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const { api, user, signOut } = useAuth();
  const notify = useNotify();
  const other = useOtherLanguage();
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const unsent = user ? unsentAnswers(user.id) : 0;
  const changes = user ? unsentChanges(user.id) : 0;

  const leave = async () => {
    setBusy(true);
    await signOut();
    await navigate('/login');
  };

  if (isConfirming)
    return (
      <Suspense>
        <ConfirmDialog
          open
          title={t`Sign Out`}
          text={unsentText(unsent, changes)}
          confirm={t`Sign Out`}
          busy={busy}
          onCancel={onClose}
          onConfirm={() => void leave()}
        />
      </Suspense>
    );
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      <Box component="li" role="none" sx={{ px: 2, py: 1, minWidth: 200, maxWidth: 300 }}>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {t`Signed in as`}
        </Typography>
        <Typography {...ownText} noWrap sx={{ fontWeight: 600 }}>
          {user?.username}
        </Typography>
      </Box>
      <Box component="li" role="none" sx={{ borderTop: 1, borderColor: 'divider' }} />
      <MenuItem component={Link} to="/stats" autoFocus onClick={onClose}>
        <LineIcon>
          <StatisticsIcon />
        </LineIcon>
        {t`Statistics`}
      </MenuItem>
      <MenuItem component={Link} to="/settings" onClick={onClose}>
        <LineIcon>
          <SettingsIcon />
        </LineIcon>
        {t`Settings`}
      </MenuItem>
      <MenuItem
        onClick={() => {
          onClose();
          openBilling();
        }}
      >
        <LineIcon>
          <CardIcon />
        </LineIcon>
        {t`Billing`}
      </MenuItem>
      {user?.role === 'ADMIN' && (
        <MenuItem component={Link} to="/admin" onClick={onClose}>
          <LineIcon>
            <OperatorIcon />
          </LineIcon>
          {t`Admin`}
        </MenuItem>
      )}
      <MenuItem
        onClick={() => {
          onClose();
          chooseLanguageOfAccount(api, other).catch(() => notify(choiceNotKept(), 'warning'));
        }}
      >
        <LineIcon>
          <LanguageIcon />
        </LineIcon>
        <LanguageName language={other} />
      </MenuItem>
      <MenuItem onClick={() => (unsent + changes > 0 ? setConfirming(true) : void leave())}>
        <LineIcon>
          <LogoutIcon />
        </LineIcon>
        {t`Sign Out`}
      </MenuItem>
    </Menu>
  );
}
