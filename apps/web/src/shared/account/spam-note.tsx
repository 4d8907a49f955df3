import { t } from '@lingui/core/macro';
import Typography from '@mui/material/Typography';
import { mailSender } from '../browser/contact.ts';

/** Where to look for a code that does not arrive: the spam folder, and the address to look for. */
export function SpamNote() {
  const sender = mailSender();
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1, overflowWrap: 'anywhere' }}>
      {sender === null
        ? t`No email after a minute? Look into your spam folder, then send the code again.`
        : t`No email after a minute? Look into your spam folder for one from ${sender}, then send the code again.`}
    </Typography>
  );
}
