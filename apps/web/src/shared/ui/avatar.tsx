import { study } from '@kumbuka/contracts/constants';
import Box from '@mui/material/Box';
import { ink, quietFill } from '../theme/tokens.ts';

const ring = 2 * Math.PI * 20;

interface AvatarProps {
  name: string;
  xp: number;
}

/** First letter of the name; the ring around it is the share of the level that is reached. */
export function Avatar({ name, xp }: AvatarProps) {
  const share = (xp % study.xpPerLevel) / study.xpPerLevel;
  return (
    <Box
      aria-hidden
      sx={{ position: 'relative', width: 44, height: 44, display: 'grid', placeItems: 'center' }}
    >
      <Box
        component="svg"
        viewBox="0 0 44 44"
        sx={{ position: 'absolute', inset: 0, transform: 'rotate(-90deg)' }}
      >
        <circle cx="22" cy="22" r="20" fill="none" strokeWidth="2.5" stroke={quietFill} />
        {share > 0 && (
          <circle
            cx="22"
            cy="22"
            r="20"
            fill="none"
            strokeWidth="2.5"
            strokeLinecap="round"
            stroke="var(--k-palette-meaning-link)"
            strokeDasharray={`${share * ring} ${ring}`}
          />
        )}
      </Box>
      <Box
        component="span"
        sx={{
          width: 32,
          height: 32,
          borderRadius: '50%',
          display: 'grid',
          placeItems: 'center',
          bgcolor: 'primary.main',
          color: ink.onPrimary,
          fontWeight: 700,
          fontSize: '0.9375rem',
        }}
      >
        {[...name][0]?.toUpperCase()}
      </Box>
    </Box>
  );
}
