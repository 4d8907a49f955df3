import { t } from '@lingui/core/macro';
import { useMutation } from '@apollo/client/react';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { confirmError, newPasswordError, passwordRule, present } from '../../shared/account/field-errors.ts';
import { useForm } from '../../shared/hooks/use-form.ts';
import { PasswordField } from '../../shared/ui/fields.tsx';
import { Panel } from '../../shared/ui/page/page.tsx';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';
import { HiddenEmail } from './hidden-email.tsx';
import { PanelForm } from './panel-form.tsx';
import { focusSection } from './settings-index.tsx';
import { ChangePasswordDocument } from './password-panel.generated.ts';
import { changeFailure, useCredentialChange } from './use-credential-change.ts';

type Values = { current: string; password: string; confirm: string };
const empty: Values = { current: '', password: '', confirm: '' };

const validate = ({ current, password, confirm }: Values) =>
  present({
    current: current === '' ? t`Current password is required` : undefined,
    password: newPasswordError(password),
    confirm: confirmError(confirm, password),
  });

export function PasswordPanel({ email }: { email: string }) {
  const notify = useNotify();
  const [changePassword] = useMutation(ChangePasswordDocument);
  const changeCredential = useCredentialChange('password');
  const [error, setError] = useState<string | null>(null);
  const [formKey, setFormKey] = useState(0);

  const save = async ({ current, password }: Values) => {
    setError(null);
    try {
      const input = { currentPassword: current, newPassword: password };
      await changeCredential({
        change: async () => (await changePassword({ variables: { input } })).data.changePassword.accessToken,
        newCredentials: { email, password },
      });
      notify(t`Your password is changed. Other devices were signed out.`);
      focusSection('password');
      // A new key clears the form.
      setFormKey(formKey + 1);
    } catch (failure) {
      setError(changeFailure('password', failure));
    }
  };

  return (
    <Panel title={t`Password`} note={t`A new password signs out every other device.`}>
      <PasswordForm key={formKey} email={email} error={error} onSave={save} />
    </Panel>
  );
}

interface PasswordFormProps {
  email: string;
  error: string | null;
  onSave: (values: Values) => Promise<void>;
}

function PasswordForm({ email, error, onSave }: PasswordFormProps) {
  const form = useForm<Values>({ initial: empty, validate, onSubmit: onSave, isOptional: true });
  return (
    <PanelForm
      error={error}
      busy={form.busy}
      save={t`Change password`}
      onSubmit={form.submit}
      beside={
        <Button component={Link} to="/forgot-password" variant="text">
          {t`Forgot your password?`}
        </Button>
      }
    >
      <HiddenEmail email={email} />
      <PasswordField {...form.field('current')} label={t`Current password`} autoComplete="current-password" />
      <PasswordField
        {...form.field('password', passwordRule())}
        label={t`New password`}
        autoComplete="new-password"
      />
      <PasswordField {...form.field('confirm')} label={t`Confirm password`} autoComplete="new-password" />
    </PanelForm>
  );
}
