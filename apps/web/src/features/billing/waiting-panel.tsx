import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import type { PaymentMethod } from './payment.generated.ts';
import { PhoneIcon } from '../../shared/ui/icons.tsx';
import { ink } from '../../shared/theme/tokens.ts';

const titles = (): Record<PaymentMethod, string> => ({
  STK: t`Enter your M-Pesa PIN on your phone`,
  PAGE: t`Waiting for your payment`,
});

/** Shown while a payment is pending: the only filled part of the dialog then. */
export function WaitingPanel({ method }: { method: PaymentMethod }) {
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2.5,
        p: 2,
        pl: 2.5,
        borderRadius: '12px',
        bgcolor: 'primary.main',
        color: ink.onPrimary,
      }}
    >
      <Box
        aria-hidden
        sx={{
          position: 'relative',
          display: 'grid',
          placeItems: 'center',
          width: 40,
          height: 40,
          flexShrink: 0,
        }}
      >
        <CircularProgress
          size={40}
          thickness={3}
          disableShrink
          sx={{ position: 'absolute', color: 'inherit' }}
        />
        <PhoneIcon size={20} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>{titles()[method]}</Typography>
        <Typography variant="body2" sx={{ mt: 0.25 }}>
          {t`This page updates by itself, usually within 30 seconds.`}
        </Typography>
      </Box>
    </Box>
  );
}
