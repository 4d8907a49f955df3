import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import { momentLabel } from '../../shared/format/format.ts';
import { failureTitle } from './failure-titles.ts';
import type { PaymentTimelinePartsFragment } from './payment-timeline.generated.ts';
import type { PaymentState } from './payment.generated.ts';

const names = (): Record<PaymentState, string> => ({
  CREATED: t`Started`,
  SENT: t`Sent to the provider`,
  PAID: t`Paid`,
  CONFIRMED: t`Confirmed, plan active`,
  FAILED: t`Failed`,
});

const dotColour = (state: PaymentState) => {
  if (state === 'FAILED') return 'meaning.poor';
  return state === 'CONFIRMED' ? 'meaning.good' : 'meaning.link';
};

/** Steps of a payment, with their times. */
export function PaymentTimeline({ payment }: { payment: PaymentTimelinePartsFragment }) {
  return (
    <Box
      component="ol"
      aria-label={t`Steps of this payment`}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.75, fontSize: '0.875rem' }}
    >
      {payment.steps.map(({ state, at }, index) => (
        <Box
          component="li"
          key={index}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '8px minmax(0, 1fr)', sm: '8px minmax(0, 1fr) auto' },
            columnGap: 1.5,
            alignItems: 'center',
            '& time': { gridColumn: { xs: 2, sm: 3 } },
          }}
        >
          <Box aria-hidden sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: dotColour(state) }} />
          <span>{state === 'FAILED' ? failureTitle(payment.failureReason) : names()[state]}</span>
          <Box component="time" dateTime={at} sx={{ color: 'text.secondary' }}>
            {momentLabel(at)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
