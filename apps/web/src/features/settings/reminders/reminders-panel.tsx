import { t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { SelectField } from '../../../shared/ui/fields.tsx';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { NotLoaded } from '../../../shared/ui/states/not-loaded.tsx';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import { SwitchRow } from '../../../shared/ui/switch-row.tsx';
import { hours } from '../study-rules.ts';
import { obstacle, subscribe } from './push.ts';
import {
  AllowPushDocument,
  RemindersDocument,
  SetReminderDocument,
  type RemindersQuery,
} from './reminders-panel.generated.ts';

const eveningHour = 18;

const hindrances = () => ({
  install: t`On an iPhone or iPad, notifications need the installed app: tap Share, then Add to Home Screen, and open Kumbuka from there.`,
  missing: t`This browser has no notifications. Choose email instead.`,
  blocked: t`Notifications are blocked in this browser. Allow them for this site in the settings of the browser.`,
});

/** Whether this browser is notified, and how to change that. */
function ThisBrowser({ publicKey, isOn }: { publicKey: string; isOn: boolean }) {
  const notify = useNotify();
  const [allow, { data }] = useMutation(AllowPushDocument);
  const [hindrance, setHindrance] = useState(obstacle);
  const turnOn = async () => {
    try {
      const input = await subscribe(publicKey);
      setHindrance(obstacle());
      if (!input) return;
      await allow({ variables: { input } });
      notify(t`This browser is notified.`);
    } catch (error) {
      notify(messageOf(error, t`This browser may not be notified. Try again in a moment.`), 'error');
    }
  };
  if (hindrance) return <Typography role="status">{hindrances()[hindrance]}</Typography>;
  if (isOn || data?.allowPush.isOn)
    return <Typography>{t`This browser is notified until you sign out of it.`}</Typography>;
  return (
    <Button variant="outlined" onClick={() => void turnOn()} sx={{ justifySelf: 'start' }}>
      {t`Notify this browser`}
    </Button>
  );
}

type Chosen = NonNullable<RemindersQuery['viewer']['reminder']>;

function Choices({ reminder, push }: { reminder: Chosen; push: RemindersQuery['viewer']['push'] }) {
  const notify = useNotify();
  const [set] = useMutation(SetReminderDocument);
  const [changed, setChanged] = useState<Partial<Chosen>>({});
  const saved = useRef(changed);
  const saving = useRef(Promise.resolve());
  const publicKey = push?.publicKey;
  // Without a response of the account service the channel stays as it is.
  const isOffered = publicKey !== null;
  const { hour, channel } = {
    hour: reminder.hour,
    channel: isOffered ? reminder.channel : ('MAIL' as const),
    ...changed,
  };
  const send = async (input: { hour: number | null; channel: typeof channel }) => {
    try {
      await set({ variables: { input } });
      saved.current = input;
      notify(t`Your reminders are saved.`);
    } catch (error) {
      setChanged((now) => (now === input ? saved.current : now));
      notify(messageOf(error, t`Your choice was not saved. Choose again in a moment.`), 'error');
    }
  };
  /** One save after the other, so that the last choice is the one that stays. */
  const save = (change: Partial<Chosen>) => {
    const input = { hour, channel, ...change };
    setChanged(input);
    saving.current = saving.current.then(() => send(input));
  };
  return (
    <Box sx={{ display: 'grid', rowGap: 1 }}>
      <SwitchRow
        label={t`Remind me of due cards`}
        hint={t`At most once a day, and not on a day on which you have studied.`}
        isOn={hour !== null}
        onChange={(isOn) => save({ hour: isOn ? eveningHour : null })}
      />
      {hour !== null && (
        <>
          <Box sx={{ display: 'grid', columnGap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
            <SelectField
              label={t`At`}
              choices={hours}
              value={String(hour)}
              onChange={({ target }) => save({ hour: Number(target.value) })}
            />
            <SelectField
              label={t`By`}
              choices={[
                ...(isOffered ? [{ value: 'NOTIFICATION', label: t`Notification` }] : []),
                { value: 'MAIL', label: t`Email` },
              ]}
              value={channel}
              onChange={({ target }) => save({ channel: target.value as typeof channel })}
            />
          </Box>
          {publicKey && channel === 'NOTIFICATION' && <ThisBrowser publicKey={publicKey} isOn={push.isOn} />}
        </>
      )}
    </Box>
  );
}

/** Reminders of due cards; each choice is saved at once. */
export function RemindersPanel() {
  const { data, loading, refetch } = useQuery(RemindersDocument);
  const { reminder, push } = data?.viewer ?? {};
  return (
    <Panel title={t`Reminders`}>
      {reminder && <Choices reminder={reminder} push={push ?? null} />}
      {!reminder && !loading && <NotLoaded onRetry={() => void refetch()} />}
    </Panel>
  );
}
