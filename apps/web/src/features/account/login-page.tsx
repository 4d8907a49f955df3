import { t } from '@lingui/core/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { ResendCode } from '../../shared/account/resend-code.tsx';
import { FormCard } from './form-card.tsx';
import { BuiltAlert, BuiltDevCode, builtForm, FieldLooks, part, type PartName } from './form-view.tsx';
import { CodeStepView, PasswordStepView } from './login-view.tsx';
import { BuiltThemeToggle } from '../../shared/ui/page/theme-button.tsx';

interface NoteProps {
  name: PartName;
  severity?: 'info' | 'success';
  children: string;
}

const Note = ({ name, severity = 'info', children }: NoteProps) => (
  <Alert {...part(name)} hidden severity={severity} role="status" sx={{ mb: 3 }}>
    {children}
  </Alert>
);

export const loginTitle = () => t`Welcome Back`;

/** The page as the build renders it; `login-script.ts` runs it. */
export function LoginPage() {
  return (
    <FormCard
      title={loginTitle()}
      lead={
        <>
          <span {...part('form-lead')}>{t`Sign in to continue learning`}</span>
          <span {...part('code-lead')} hidden>{t`Verify your email to continue`}</span>
        </>
      }
      corner={<BuiltThemeToggle />}
    >
      <FieldLooks />
      <Note name="note-ended">{t`You were signed out. Your answers are kept.`}</Note>
      <Note name="note-demo">{t`You were signed out. Demo accounts expire after some time, with all their data.`}</Note>
      <Note name="note-password-changed" severity="success">
        {t`Your password is changed. Sign in with it now.`}
      </Note>
      <Box component="form" {...part('password-form')} noValidate>
        <BuiltAlert />
        <PasswordStepView form={builtForm} />
      </Box>
      <template {...part('code-step')}>
        <Box component="form" noValidate>
          <BuiltAlert />
          <CodeStepView
            form={builtForm}
            email=""
            devCode={<BuiltDevCode />}
            resend={<ResendCode resending={false} busy={false} onResend={async () => {}} />}
            resending={false}
          />
        </Box>
      </template>
    </FormCard>
  );
}
