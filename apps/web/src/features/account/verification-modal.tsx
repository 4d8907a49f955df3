import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import type { Verified } from '../../shared/auth/auth-api.ts';
import { CodeField } from '../../shared/ui/fields.tsx';
import type { Verification } from './flows.ts';
import { useCodeEntry } from './use-code-entry.ts';
import { DevCode, FormAlert } from '../../shared/account/form-alert.tsx';
import { SpamNote } from '../../shared/account/spam-note.tsx';
import { ResendCode } from '../../shared/account/resend-code.tsx';

const texts = () => ({
  missingSession: t`Missing verification session. Please resend the code.`,
  failed: t`Verification failed. Please try again.`,
  resendFailed: t`Failed to resend code.`,
  signInFailed: t`Verification failed.`,
});

interface VerificationModalProps {
  verification: Verification;
  onChanged: (verification: Verification) => void;
  onCancel: () => void;
  /** The address is verified already, so no code was sent again. */
  onSkipped: () => void;
  onVerified: (verified: Verified) => Promise<void>;
}

/** Asks for the code of a new account. Without `onClose` only Cancel closes it, neither the backdrop nor Escape. */
export function VerificationModal({
  verification,
  onChanged,
  onCancel,
  onSkipped,
  onVerified,
}: VerificationModalProps) {
  const { email, otpId, devCode } = verification;
  const entry = { verification, texts: texts(), onVerified, onResent: onChanged, onSkipped };
  const { form, error, resending, resend } = useCodeEntry(entry);

  return (
    <Dialog
      open
      maxWidth="xs"
      fullWidth
      aria-labelledby="verification-title"
      aria-describedby="verification-text"
    >
      <Box component="form" noValidate onSubmit={form.submit}>
        <DialogTitle id="verification-title">{t`Email verification`}</DialogTitle>
        <DialogContent>
          <Typography id="verification-text" sx={{ color: 'text.secondary', mb: 2.5 }}>
            <Trans>
              A 6-digit code was sent to{' '}
              <Box component="strong" sx={{ color: 'text.primary', overflowWrap: 'anywhere' }}>
                {email}
              </Box>
              .
            </Trans>
          </Typography>
          <FormAlert message={error} />
          <DevCode code={devCode} />
          <CodeField {...form.field('code')} label={t`Verification code`} autoFocus submitsItself />
          <ResendCode
            key={otpId}
            resending={resending}
            busy={form.busy}
            onResend={resend}
            sx={{ ml: -1.75 }}
          />
          <SpamNote />
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" disabled={form.busy} onClick={onCancel}>
            {t`Cancel`}
          </Button>
          <Button type="submit" variant="contained" disabled={form.busy || resending}>
            {form.busy ? t`Verifying...` : t`Verify`}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
