import { t } from '@lingui/core/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { timeLabel } from '../../shared/format/format.ts';
import { serverNow } from '../../shared/browser/server-clock.ts';
import { browserZone } from '../../shared/format/zones.ts';
import { FormField } from '../../shared/ui/fields.tsx';

/** Calls back when the browser restores the page from its cache, because pending work has ended. */
function useBackFromElsewhere(onBack: () => void) {
  useEffect(() => {
    const listen = ({ persisted }: PageTransitionEvent) => persisted && onBack();
    window.addEventListener('pageshow', listen);
    return () => window.removeEventListener('pageshow', listen);
  }, [onBack]);
}

const kenya = 'Africa/Nairobi';

/**
 * Whether the learner is in Kenya, by the time zone of the account, else of this device. A language or a phone number
 * says less: Kiswahili is spoken in four countries, and no number is known before the first payment.
 */
function usePaysByPhone(): boolean {
  const zone = useAuth().user?.stats?.timezone ?? browserZone();
  return zone === kenya;
}

/** Milliseconds for which the server sends no second prompt to a phone. */
const promptOpenMs = 5 * 60_000;

/** An earlier prompt that can still be answered, and paid. */
function OpenPromptNote({ sentAt }: { sentAt: string }) {
  return (
    <Alert severity="warning" role="status" sx={{ mt: 2 }}>
      {t`You can still pay the prompt sent at ${timeLabel(sentAt)}. The same number gets no second prompt; a prompt to another number replaces it.`}
    </Alert>
  );
}

interface PromptFormProps {
  /** Whether this is the proposed method, which is open from the beginning. */
  leads: boolean;
  busy: boolean;
  onSend: (phone: string) => Promise<void>;
}

const phoneHint = () => t`Such as 0712 345 678`;

/** An M-Pesa prompt on the learner's phone, instead of a page. The server judges the number as it was typed. */
function PromptForm({ leads, busy, onSend }: PromptFormProps) {
  const [phone, setPhone] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsMissing(phone.trim() === '');
        if (phone.trim() === '') event.currentTarget.querySelector('input')?.focus();
        else void onSend(phone);
      }}
      sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 1, mt: leads ? 0 : 2.5 }}
    >
      <FormField
        size="small"
        label={t`M-Pesa phone number`}
        type="tel"
        autoComplete="tel"
        autoFocus={!leads}
        value={phone}
        error={isMissing}
        helperText={phoneHint()}
        onChange={(event) => setPhone(event.target.value)}
        sx={{ mb: 0, '& .MuiOutlinedInput-root': { height: 44 } }}
      />
      <Button
        type="submit"
        variant={leads ? 'contained' : 'soft'}
        loading={busy}
        sx={{ flexShrink: 0, height: 44 }}
      >
        {t`Send prompt`}
      </Button>
    </Box>
  );
}

interface SubscribeProps {
  /** Start of the latest prompt that was neither paid nor refused; `null` without one. */
  openPromptAt: string | null;
  /** Whether a payment is pending; another one is then possible, but not proposed. */
  quiet: boolean;
  label: string;
  onSubscribe: () => Promise<boolean>;
  /** Resolves with whether the prompt was sent. */
  onPrompt: (phone: string) => Promise<boolean>;
}

/** The payment methods: the provider's page, or a prompt on the phone. In Kenya the phone comes first. */
export function Subscribe({ openPromptAt, quiet, label, onSubscribe, onPrompt }: SubscribeProps) {
  const paysByPhone = usePaysByPhone() && !quiet;
  const [busy, setBusy] = useState<'page' | 'prompt' | null>(null);
  const [prompting, setPrompting] = useState(false);
  const [idle] = useState(() => () => setBusy(null));
  useBackFromElsewhere(idle);
  const busyWith = async (what: 'page' | 'prompt', work: Promise<boolean>) => {
    setBusy(what);
    return work.finally(idle);
  };
  const sendPrompt = async (phone: string) => {
    if (await busyWith('prompt', onPrompt(phone))) setPrompting(false);
  };
  const openPrompt = openPromptAt !== null && serverNow() - Date.parse(openPromptAt) < promptOpenMs && (
    <OpenPromptNote sentAt={openPromptAt} />
  );
  if (paysByPhone)
    return (
      <Box>
        <PromptForm leads busy={busy === 'prompt'} onSend={sendPrompt} />
        {openPrompt}
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2, mb: 1 }}>
          {t`Or on the payment page, by M-Pesa or card:`}
        </Typography>
        <Button
          variant="outlined"
          fullWidth
          disabled={busy === 'prompt'}
          loading={busy === 'page'}
          onClick={() => void busyWith('page', onSubscribe())}
        >
          {label}
        </Button>
      </Box>
    );
  return (
    <Box>
      <Button
        variant={quiet ? 'outlined' : 'contained'}
        size={quiet ? 'medium' : 'large'}
        fullWidth
        disabled={busy === 'prompt'}
        loading={busy === 'page'}
        onClick={() => void busyWith('page', onSubscribe())}
      >
        {label}
      </Button>
      {prompting && openPrompt}
      {prompting ? (
        <PromptForm leads={false} busy={busy === 'prompt'} onSend={sendPrompt} />
      ) : (
        <Button variant="text" fullWidth onClick={() => setPrompting(true)} sx={{ mt: 0.5 }}>
          {quiet ? t`Send another M-Pesa prompt` : t`Pay by M-Pesa prompt`}
        </Button>
      )}
    </Box>
  );
}
