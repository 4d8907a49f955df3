import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { passwordRule } from '../../shared/account/field-errors.ts';
import { ResendCode } from '../../shared/account/resend-code.tsx';
import { SpamNote } from '../../shared/account/spam-note.tsx';
import { CodeField, FormField, PasswordField } from '../../shared/ui/fields.tsx';
import { FormCard } from './form-card.tsx';
import { BuiltAlert, BuiltDevCode, builtForm, FieldLooks, part, Submit } from './form-view.tsx';
import { BuiltThemeToggle } from '../../shared/ui/page/theme-button.tsx';

const { field } = builtForm;

function LoginLink() {
  return (
    <Box sx={{ textAlign: 'center', mt: 2 }}>
      <Link component={RouterLink} to="/login" variant="body2" sx={{ display: 'inline-block', py: 1.5 }}>
        {t`Go to login`}
      </Link>
    </Box>
  );
}

/** The owner of an email may choose a password later, too. */
const PasswordRequired = () => (
  <Alert {...part('note-verified')} hidden severity="info" role="status" sx={{ mb: 3 }}>
    <Trans>
      Your email is verified. The password from the sign-up no longer works. Choose a new one now or{' '}
      <Link component={RouterLink} to="/dashboard">
        later
      </Link>
      .
    </Trans>
  </Alert>
);

function ResetFields() {
  return (
    <>
      <Alert {...part('notice')} severity="info" role="status" sx={{ mb: 3 }}>
        {t`If that email exists, we've sent a reset code.`}
      </Alert>
      <BuiltDevCode />
      <FormField {...part('shown-email')} label={t`Email`} defaultValue="" autoComplete="username" disabled />
      <CodeField {...field('code')} label={t`Reset code`} autoFocus />
      <PasswordField
        {...field('password', passwordRule())}
        label={t`New password`}
        autoComplete="new-password"
      />
      <PasswordField {...field('confirm')} label={t`Confirm password`} autoComplete="new-password" />
      <Submit busy={false} idleText={t`Verify & reset`} busyText={t`Processing...`} />
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', sm: 'row' },
          alignItems: 'center',
          justifyContent: 'space-between',
          mt: 2,
          mx: -1.75,
        }}
      >
        <ResendCode resending={false} busy={false} onResend={async () => {}} />
        <Button {...part('other-email')} variant="text">
          {t`Use a different email`}
        </Button>
      </Box>
      <SpamNote />
      <LoginLink />
    </>
  );
}

export const forgotTitle = () => t`Reset password`;

/** The page as the build renders it; `forgot-script.ts` runs it. */
export function ForgotPage() {
  return (
    <FormCard
      title={forgotTitle()}
      lead={
        <>
          <span {...part('form-lead')}>{t`Enter your email to receive a reset code.`}</span>
          <span {...part('code-lead')} hidden>{t`Enter the code and your new password.`}</span>
        </>
      }
      corner={<BuiltThemeToggle />}
    >
      <FieldLooks />
      <Box component="form" {...part('email-form')} noValidate>
        <BuiltAlert />
        <PasswordRequired />
        <FormField {...field('email')} label={t`Email`} type="email" autoComplete="username" autoFocus />
        <Submit busy={false} idleText={t`Send code`} busyText={t`Processing...`} />
        <LoginLink />
      </Box>
      <template {...part('code-step')}>
        <Box component="form" noValidate>
          <BuiltAlert />
          <ResetFields />
        </Box>
      </template>
    </FormCard>
  );
}
