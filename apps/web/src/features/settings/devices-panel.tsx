import { t } from '@lingui/core/macro';
import { useMutation } from '@apollo/client/react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../shared/apollo/errors.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { dateTimeLabel } from '../../shared/format/format.ts';
import { lazyNamed } from '../../shared/browser/lazy-named.tsx';
import { unsentAnswers } from '../../shared/offline/unsent.ts';
import { Panel } from '../../shared/ui/page/page.tsx';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import {
  LogOutEverywhereDocument,
  LogOutSessionDocument,
  type SessionsPartsFragment,
} from './devices-panel.generated.ts';
import { PanelRow, PanelRows, RowButton } from './panel-row.tsx';
import { focusSection } from './settings-index.tsx';

const ConfirmDialog = lazyNamed(() => import('../../shared/ui/dialog/confirm-dialog.tsx'), 'ConfirmDialog');

type Sessions = NonNullable<SessionsPartsFragment['sessions']>;

const deviceLabel = ({ browser, system }: Sessions[number]) =>
  browser && system ? t`${browser} on ${system}` : (browser ?? system ?? t`Unknown device`);

interface DeviceProps {
  session: Sessions[number];
  onEnd: () => Promise<void>;
}

function Device({ session, onEnd }: DeviceProps) {
  const { createdAt, lastSeenAt, isCurrent } = session;
  const device = deviceLabel(session);
  return (
    <PanelRow
      title={device}
      text={t`Last active ${dateTimeLabel(lastSeenAt)}. Signed in ${dateTimeLabel(createdAt)}.`}
    >
      {isCurrent ? (
        <Tag tone="good">{t`This device`}</Tag>
      ) : (
        <RowButton
          label={t`Sign out`}
          description={t`Sign out ${device}, signed in ${dateTimeLabel(createdAt)}`}
          onPress={onEnd}
        />
      )}
    </PanelRow>
  );
}

/** This device first, then by last activity. */
const ordered = (sessions: Sessions) =>
  sessions.toSorted(
    (a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastSeenAt.localeCompare(a.lastSeenAt),
  );

function everywhereText(userId: string) {
  const text = t`This signs out every device, including this one. Sign in again with your password.`;
  return unsentAnswers(userId) > 0 ? t`${text} Unsent answers are kept on this device.` : text;
}

function SignOutEverywhere({ userId }: { userId: string }) {
  const { signOut } = useAuth();
  const navigate = useNavigate();
  const notify = useNotify();
  const [end] = useMutation(LogOutEverywhereDocument);
  const [isConfirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      await end();
      await signOut();
      await navigate('/login');
    } catch (failure) {
      notify(messageOf(failure, t`The sign-out could not be confirmed. Try again in a moment.`), 'error');
      setConfirming(false);
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="outlined" onClick={() => setConfirming(true)} sx={{ mt: 1 }}>
        {t`Sign out everywhere`}
      </Button>
      {isConfirming && (
        <Suspense>
          <ConfirmDialog
            open
            title={t`Sign out everywhere`}
            text={everywhereText(userId)}
            confirm={t`Sign out everywhere`}
            busy={busy}
            onCancel={() => setConfirming(false)}
            onConfirm={() => void leave()}
          />
        </Suspense>
      )}
    </>
  );
}

interface DevicesPanelProps {
  userId: string;
  sessions: Sessions | null;
}

export function DevicesPanel({ userId, sessions }: DevicesPanelProps) {
  const notify = useNotify();
  const [end] = useMutation(LogOutSessionDocument);
  const endSession = async (sessionId: string) => {
    try {
      await end({ variables: { input: { sessionId } } });
      focusSection('devices');
      notify(t`The device was signed out.`);
    } catch (failure) {
      notify(
        messageOf(failure, t`The sign-out of the device could not be confirmed. Try again in a moment.`),
        'error',
      );
    }
  };
  return (
    <Panel
      title={t`Devices`}
      note={t`Where you are signed in. If you do not know a device, sign it out and change your password.`}
    >
      {sessions ? (
        <PanelRows name={t`Devices signed in`}>
          {ordered(sessions).map((session) => (
            <Device key={session.id} session={session} onEnd={() => endSession(session.id)} />
          ))}
        </PanelRows>
      ) : (
        <Typography sx={{ mb: 1 }}>{t`Your devices cannot be listed right now.`}</Typography>
      )}
      <SignOutEverywhere userId={userId} />
    </Panel>
  );
}
