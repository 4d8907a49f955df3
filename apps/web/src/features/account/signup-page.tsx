import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { passwordRule } from '../../shared/account/field-errors.ts';
import { ResendCode } from '../../shared/account/resend-code.tsx';
import { SpamNote } from '../../shared/account/spam-note.tsx';
import { CodeField, FormField, PasswordField, verbatim } from '../../shared/ui/fields.tsx';
import { scrim } from '../../shared/theme/tokens.ts';
import { FormCard } from './form-card.tsx';
import { BuiltAlert, BuiltDevCode, builtForm, FieldLooks, part, Submit } from './form-view.tsx';
import { BuiltThemeToggle } from '../../shared/ui/page/theme-button.tsx';

const { field } = builtForm;

/** Asks for the code of a new account. Only 'Cancel' closes it. */
function VerificationDialog() {
  return (
    <Box
      component="dialog"
      {...part('verification')}
      aria-labelledby="verification-title"
      aria-describedby="verification-text"
      sx={{
        p: 0,
        m: 'auto',
        width: 'calc(100% - 32px)',
        maxWidth: 444,
        border: 0,
        borderRadius: '20px',
        color: 'text.primary',
        bgcolor: 'background.paper',
        '&::backdrop': { bgcolor: scrim },
      }}
    >
      <Box component="form" {...part('code-form')} noValidate>
        <DialogTitle id="verification-title">{t`Email verification`}</DialogTitle>
        <DialogContent>
          <Typography id="verification-text" sx={{ color: 'text.secondary', mb: 2.5 }}>
            <Trans>
              A 6-digit code was sent to{' '}
              <Box
                component="strong"
                {...part('sent-to')}
                sx={{ color: 'text.primary', overflowWrap: 'anywhere' }}
              />
              .
            </Trans>
          </Typography>
          <BuiltAlert />
          <BuiltDevCode />
          <CodeField {...field('code')} label={t`Verification code`} autoFocus />
          <ResendCode resending={false} busy={false} onResend={async () => {}} sx={{ ml: -1.75 }} />
          <SpamNote />
        </DialogContent>
        <DialogActions>
          <Button {...part('other-email')} variant="outlined">
            {t`Cancel`}
          </Button>
          <Button type="submit" variant="contained" data-busy-text={t`Verifying...`}>
            {t`Verify`}
          </Button>
        </DialogActions>
      </Box>
    </Box>
  );
}

export const signupTitle = () => t`Create Account`;

/** The page as the build renders it; `signup-script.ts` runs it. */
export function SignupPage() {
  return (
    <FormCard
      title={signupTitle()}
      lead={t`Your first cards are two minutes away`}
      corner={<BuiltThemeToggle />}
    >
      <FieldLooks />
      <Box component="form" {...part('email-form')} noValidate>
        <BuiltAlert />
        <FormField {...field('email')} label={t`Email`} type="email" autoComplete="username" autoFocus />
        <FormField
          {...field('username')}
          label={t`Username`}
          autoComplete="nickname"
          slotProps={{ htmlInput: verbatim }}
        />
        <PasswordField
          {...field('password', passwordRule())}
          label={t`Password`}
          autoComplete="new-password"
        />
        <PasswordField {...field('confirm')} label={t`Confirm password`} autoComplete="new-password" />
        <Submit busy={false} idleText={t`Create account`} busyText={t`Processing...`} />
        <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center', mt: 2 }}>
          <Trans>
            Already have an account?{' '}
            <Link component={RouterLink} to="/login" sx={{ display: 'inline-block', py: 1.5 }}>
              Sign in here
            </Link>
          </Trans>
        </Typography>
      </Box>
      <template {...part('code-step')}>
        <VerificationDialog />
      </template>
    </FormCard>
  );
}
