import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useDelayed } from '../../shared/hooks/use-delayed.ts';
import { DeckGrid } from '../../shared/ui/deck/deck-grid.tsx';
import { mainColumn, mainPanels, sideColumn } from './main-panels.tsx';
import { mostOfWindow } from '../../shared/theme/tokens.ts';

const panel = { borderRadius: '16px', transform: 'none' };

/** The panels of the first screen without text. */
export function SkeletonPanels() {
  return (
    <Box aria-hidden sx={mainPanels}>
      <Box sx={mainColumn}>
        <Skeleton variant="rounded" sx={{ ...panel, height: { xs: 172, sm: 264, md: 222 } }} />
        <Skeleton variant="rounded" sx={{ ...panel, height: { xs: 284, sm: 232 } }} />
      </Box>
      <Box sx={sideColumn}>
        <Skeleton variant="rounded" sx={{ ...panel, height: 178 }} />
        <Skeleton variant="rounded" sx={{ ...panel, height: 188 }} />
        <Skeleton
          variant="rounded"
          sx={{ ...panel, height: 152, gridColumn: { sm: '1 / -1', lg: 'auto' } }}
        />
      </Box>
    </Box>
  );
}

/** The dashboard while it loads: its panels without text. */
export function DashboardSkeleton() {
  const late = useDelayed(true);
  if (!late) return <Box aria-busy sx={mostOfWindow} />;
  return (
    <Box aria-busy>
      <SkeletonPanels />
      <Skeleton variant="rounded" width={160} height={28} sx={{ mb: 3 }} />
      <DeckGrid columns={4} loading />
    </Box>
  );
}
