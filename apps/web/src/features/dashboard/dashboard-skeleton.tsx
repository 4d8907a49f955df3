import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useDelayed } from '../../shared/hooks/use-delayed.ts';
import { mainPanels, sideColumn } from './main-panels.tsx';
import { mostOfWindow } from '../../shared/theme/tokens.ts';

const panel = { borderRadius: '16px', transform: 'none' };

/** The panels of the first screen without text. */
export function SkeletonPanels() {
  return (
    <Box aria-hidden sx={mainPanels}>
      <Skeleton variant="rounded" sx={{ ...panel, height: { xs: 348, sm: 380 } }} />
      <Box sx={sideColumn}>
        <Skeleton variant="rounded" sx={{ ...panel, height: 178 }} />
        <Skeleton variant="rounded" sx={{ ...panel, height: 188 }} />
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
      <Skeleton variant="rounded" sx={{ ...panel, height: 320 }} />
    </Box>
  );
}
