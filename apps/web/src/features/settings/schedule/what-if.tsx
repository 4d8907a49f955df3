import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { numberLabel } from '../../../shared/format/format.ts';
import type { Effect } from './plan-effects.ts';

const cell = { py: 0.75, px: 1, textAlign: 'right', fontVariantNumeric: 'tabular-nums' } as const;
const firstCell = { ...cell, textAlign: 'left', pl: 0 } as const;
const rounded = (value: number) => numberLabel(Math.round(value));

/** The next 180 days under the settings of the form. */
export function WhatIf({ months }: Pick<Effect, 'months'>) {
  return (
    <Box sx={{ mb: 2, overflowX: 'auto' }} tabIndex={0} role="region" aria-label={t`The next 180 days`}>
      <Box component="table" sx={{ width: '100%', borderCollapse: 'collapse', fontSize: '0.875rem' }}>
        <Typography
          component="caption"
          sx={{ textAlign: 'left', fontSize: '0.875rem', fontWeight: 600, mb: 0.5 }}
        >
          {t`The next 180 days with these settings`}
        </Typography>
        <thead>
          <Box component="tr" sx={{ color: 'text.secondary' }}>
            <Box component="th" scope="col" sx={firstCell}>
              {t`Days`}
            </Box>
            <Box component="th" scope="col" sx={cell}>
              {t`Cards a day`}
            </Box>
            <Box component="th" scope="col" sx={cell}>
              {t`Minutes a day`}
            </Box>
            <Box component="th" scope="col" sx={cell}>
              {t`Cards known`}
            </Box>
          </Box>
        </thead>
        <tbody>
          {months.map(({ cardsADay, minutesADay, known }, index) => (
            <Box component="tr" key={index} sx={{ borderTop: '1px solid', borderColor: 'divider' }}>
              <Box component="th" scope="row" sx={{ ...firstCell, fontWeight: 400, whiteSpace: 'nowrap' }}>
                {t`${index * 30 + 1} to ${index * 30 + 30}`}
              </Box>
              <Box component="td" sx={cell}>
                {rounded(cardsADay)}
              </Box>
              <Box component="td" sx={cell}>
                {rounded(minutesADay)}
              </Box>
              <Box component="td" sx={cell}>
                {rounded(known)}
              </Box>
            </Box>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
