import { t } from '@lingui/core/macro';
import { useMutation } from '@apollo/client/react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { messageOf } from '../../shared/apollo/errors.ts';
import { newEmailError, present } from '../../shared/account/field-errors.ts';
import { useForm } from '../../shared/hooks/use-form.ts';
import { CodeField, FormField, PasswordField } from '../../shared/ui/fields.tsx';
import { DevCode } from '../../shared/account/form-alert.tsx';
import { SpamNote } from '../../shared/account/spam-note.tsx';
import { Panel } from '../../shared/ui/page/page.tsx';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';
import { ChangeEmailDocument, RequestEmailChangeDocument } from './email-panel.generated.ts';
import { HiddenEmail } from './hidden-email.tsx';
import { PanelForm } from './panel-form.tsx';
import { focusSection } from './settings-index.tsx';
import { changeFailure, useCredentialChange } from './use-credential-change.ts';

/** Code that was sent to the new address. */
interface Sent {
  newEmail: string;
  /** Logs in under that address if the response to the change is lost. */
  password: string;
  otpId: string;
  devCode: string | null;
}

type NewEmailValues = { newEmail: string; password: string };

const newEmailErrors = ({ newEmail, password }: NewEmailValues) =>
  present({
    newEmail: newEmailError(newEmail),
    password: password === '' ? t`Password is required` : undefined,
  });

interface NewEmailStepProps {
  email: string;
  /** The learner came back to this step to type another address. */
  isOther: boolean;
  onSent: (sent: Sent) => void;
}

function NewEmailStep({ email, isOther, onSent }: NewEmailStepProps) {
  const [requestChange] = useMutation(RequestEmailChangeDocument);
  const [error, setError] = useState<string | null>(null);
  const form = useForm<NewEmailValues>({
    initial: { newEmail: '', password: '' },
    validate: newEmailErrors,
    isOptional: true,
    onSubmit: async ({ newEmail, password }) => {
      setError(null);
      try {
        const { data } = await requestChange({
          variables: { input: { newEmail: newEmail.trim(), password } },
        });
        const reply = data?.requestEmailChange;
        if (!reply?.otpId) throw new Error('No code was sent');
        onSent({ newEmail: newEmail.trim(), password, otpId: reply.otpId, devCode: reply.devCode });
      } catch (failure) {
        setError(messageOf(failure, t`The code may not have been sent. Try again in a moment.`));
      }
    },
  });
  return (
    <PanelForm error={error} busy={form.busy} save={t`Send code`} onSubmit={form.submit}>
      <Typography sx={{ mb: 2.5, overflowWrap: 'anywhere' }}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t`Now`}{' '}
        </Box>
        {email}
      </Typography>
      <HiddenEmail email={email} />
      <FormField
        {...form.field('newEmail')}
        label={t`New email`}
        type="email"
        autoComplete="email"
        autoFocus={isOther}
      />
      <PasswordField {...form.field('password')} label={t`Your password`} autoComplete="current-password" />
    </PanelForm>
  );
}

interface CodeStepProps {
  sent: Sent;
  onChanged: () => void;
  onOther: () => void;
}

function CodeStep({ sent, onChanged, onOther }: CodeStepProps) {
  const [change] = useMutation(ChangeEmailDocument);
  const changeCredential = useCredentialChange('email');
  const [error, setError] = useState<string | null>(null);
  const { newEmail, password, otpId, devCode } = sent;
  const form = useForm<{ code: string }>({
    initial: { code: '' },
    validate: ({ code }) => present({ code: code.trim() === '' ? t`OTP code is required` : undefined }),
    onSubmit: async ({ code }) => {
      setError(null);
      try {
        const input = { newEmail, otpId, code: code.trim() };
        await changeCredential({
          change: async () => (await change({ variables: { input } })).data.changeEmail.accessToken,
          newCredentials: { email: newEmail, password },
        });
        onChanged();
      } catch (failure) {
        setError(changeFailure('email', failure));
      }
    },
  });
  return (
    <PanelForm
      error={error}
      busy={form.busy}
      save={t`Change email`}
      onSubmit={form.submit}
      beside={
        <Button variant="text" disabled={form.busy} onClick={onOther}>
          {t`Use a different email`}
        </Button>
      }
    >
      <Alert severity="info" role="status" sx={{ mb: 2.5 }}>
        <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
          {t`If ${newEmail} can be used, a 6-digit code is on its way to it.`}
        </Box>
      </Alert>
      <DevCode code={devCode} />
      <CodeField
        {...form.field('code', t`6 digits. It can take a minute to arrive.`)}
        label={t`Code`}
        autoFocus
      />
      <SpamNote />
    </PanelForm>
  );
}

export function EmailPanel({ email }: { email: string }) {
  const notify = useNotify();
  const [sent, setSent] = useState<Sent | null>(null);
  const [isOther, setIsOther] = useState(false);
  const backTo = (other: boolean) => {
    setSent(null);
    setIsOther(other);
  };
  const onChanged = () => {
    focusSection('email');
    backTo(false);
    notify(t`Your email is changed. Other devices were signed out.`);
  };
  return (
    <Panel title={t`Email`} note={t`We verify a new address with a code and sign out every other device.`}>
      {sent ? (
        <CodeStep sent={sent} onChanged={onChanged} onOther={() => backTo(true)} />
      ) : (
        <NewEmailStep email={email} isOther={isOther} onSent={setSent} />
      )}
    </Panel>
  );
}
