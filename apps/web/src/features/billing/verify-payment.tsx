import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

interface VerifyPaymentProps {
  /** Id of the payment that was started last; empty without one. */
  initial: string;
  onVerify: (id: string) => Promise<unknown>;
}

/** Form for learners who have paid and are not active yet. */
export function VerifyPayment({ initial, onVerify }: VerifyPaymentProps) {
  const [id, setId] = useState(initial);
  const [busy, setBusy] = useState(false);
  const trimmed = id.trim();
  const submit = async () => {
    setBusy(true);
    await onVerify(trimmed).finally(() => setBusy(false));
  };
  return (
    <Box>
      <Typography id="verify-payment" variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {t`Paid already, and still inactive?`}
      </Typography>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (trimmed !== '' && !busy) void submit();
        }}
      >
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <TextField
            size="small"
            placeholder={t`invoice_id or checkout_id`}
            value={id}
            onChange={(event) => setId(event.target.value)}
            slotProps={{
              htmlInput: { 'aria-label': t`invoice_id or checkout_id`, 'aria-describedby': 'verify-payment' },
            }}
            sx={{
              flex: '1 1 232px',
              '& .MuiOutlinedInput-root': { height: 44 },
              '& input::placeholder': { color: 'text.secondary', opacity: 1 },
            }}
          />
          <Button
            type="submit"
            variant="outlined"
            disabled={trimmed === ''}
            loading={busy}
            sx={{ flex: { xs: '1 1 auto', sm: 'none' } }}
          >
            {t`Verify`}
          </Button>
        </Box>
      </Box>
    </Box>
  );
}
