import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Counted } from './use-deletion.ts';

/** Counts of a dry run. */
export function DryRunNumbers({ dryRun }: { dryRun: Counted }) {
  const { userIds, strategy, outcome } = dryRun;
  const rows: [string, number | string][] = [
    [t`Selected`, userIds.length],
    [t`Will be deleted`, outcome.countWouldDelete],
    [t`Not found`, outcome.notFound.length],
    [t`Skipped (domain not allowed)`, outcome.skippedDomain.length],
    ...(outcome.failed.length > 0
      ? [[t`Skipped (operators)`, outcome.failed.length] as [string, number]]
      : []),
    [t`Method`, strategy],
  ];
  return (
    <>
      <Box component="dl" sx={{ m: 0, mt: 2, p: 2, borderRadius: '12px', bgcolor: 'surface.sunken' }}>
        {rows.map(([name, value]) => (
          <Box key={name} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, py: 0.5 }}>
            <Typography component="dt" sx={{ color: 'text.secondary' }}>
              {name}
            </Typography>
            <Typography component="dd" sx={{ m: 0, fontWeight: 600 }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
        {t`This also deletes their decks, flashcards and progress.`}
      </Typography>
    </>
  );
}
