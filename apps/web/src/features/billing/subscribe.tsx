import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { browserZone } from '../../shared/format/zones.ts';
import { planPrice } from '../../shared/plan/plan.ts';
import { FormField } from '../../shared/ui/fields.tsx';
import { OpenPromptNote } from './open-prompts.tsx';
import type { PaymentPartsFragment } from './payment.generated.ts';

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

/** Outcome of a request for a payment on a phone; `invalid` is what the server says about the number. */
export interface PromptOutcome {
  isSent: boolean;
  invalid: string | null;
}

interface PromptFormProps {
  variant: 'contained' | 'soft' | 'outlined';
  autoFocus: boolean;
  busy: boolean;
  onSend: (phone: string) => Promise<PromptOutcome>;
}

/** An M-Pesa payment on the learner's phone, instead of a page. The server judges the number as it was typed. */
function PromptForm({ variant, autoFocus, busy, onSend }: PromptFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [phone, setPhone] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const mark = (text: string) => {
    setProblem(text);
    field.current?.focus();
  };
  const send = async () => {
    if (phone.trim() === '') return mark(t`Enter a Kenyan mobile number, such as 0712 345 678.`);
    const { invalid } = await onSend(phone);
    if (invalid !== null) mark(invalid);
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void send();
      }}
    >
      <FormField
        size="small"
        label={t`M-Pesa phone number`}
        type="tel"
        autoComplete="tel"
        autoFocus={autoFocus}
        inputRef={field}
        value={phone}
        error={problem !== null}
        helperText={problem ?? t`Such as 0712 345 678`}
        onChange={(event) => {
          setPhone(event.target.value);
          setProblem(null);
        }}
        sx={{ '& .MuiOutlinedInput-root': { height: 44 } }}
      />
      <Button type="submit" variant={variant} fullWidth loading={busy} sx={{ height: 44 }}>
        {t`Pay ${planPrice} with M-Pesa`}
      </Button>
    </Box>
  );
}

interface SubscribeProps {
  /** Payment requests that may still be on a phone, and which nothing else shows. */
  openPrompts: readonly PaymentPartsFragment[];
  /** Whether a payment is pending; another one is then possible, but not proposed. */
  quiet: boolean;
  label: string;
  onSubscribe: () => Promise<boolean>;
  onPrompt: (phone: string) => Promise<PromptOutcome>;
}

/** The payment methods: the provider's page, or a request on the phone. In Kenya the phone comes first. */
export function Subscribe({ openPrompts, quiet, label, onSubscribe, onPrompt }: SubscribeProps) {
  const paysByPhone = usePaysByPhone() && !quiet;
  const [busy, setBusy] = useState<'page' | 'prompt' | null>(null);
  const [prompting, setPrompting] = useState(false);
  const [idle] = useState(() => () => setBusy(null));
  useBackFromElsewhere(idle);
  const busyWith = <Result,>(what: 'page' | 'prompt', work: Promise<Result>) => {
    setBusy(what);
    return work.finally(idle);
  };
  const sendPrompt = async (phone: string) => {
    const outcome = await busyWith('prompt', onPrompt(phone));
    if (outcome.isSent) setPrompting(false);
    return outcome;
  };
  const form = { busy: busy === 'prompt', onSend: sendPrompt };
  const page = {
    fullWidth: true,
    disabled: busy === 'prompt',
    loading: busy === 'page',
    onClick: () => void busyWith('page', onSubscribe()),
  };
  const notes = openPrompts.map((prompt) => <OpenPromptNote key={prompt.id} prompt={prompt} />);
  if (paysByPhone)
    return (
      <Box sx={{ display: 'grid', gap: 2 }}>
        {notes}
        <PromptForm variant="contained" autoFocus={false} {...form} />
        <Box>
          <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
            {t`Or on the payment page, by M-Pesa or card:`}
          </Typography>
          <Button variant="outlined" {...page}>
            {label}
          </Button>
        </Box>
      </Box>
    );
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {notes}
      <Button variant={quiet ? 'outlined' : 'contained'} size={quiet ? 'medium' : 'large'} {...page}>
        {label}
      </Button>
      {prompting ? (
        <PromptForm variant={quiet ? 'outlined' : 'soft'} autoFocus {...form} />
      ) : (
        <Button variant="text" fullWidth onClick={() => setPrompting(true)}>
          {quiet ? t`Send another payment request` : t`Pay with M-Pesa on your phone`}
        </Button>
      )}
    </Box>
  );
}
