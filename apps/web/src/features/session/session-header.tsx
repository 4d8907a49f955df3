import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { ownText } from '../../shared/lib/own-text.ts';
import { CloseIcon } from '../../shared/ui/icons.tsx';

export function SessionHeader({
  title,
  isOwn,
  onExit,
}: {
  title: string;
  isOwn: boolean;
  onExit: () => void;
}) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: { xs: 0.5, sm: 2 }, ml: -1.25, mb: 1.5 }}>
      <IconButton aria-label={t`Exit study session`} onClick={onExit}>
        <CloseIcon />
      </IconButton>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h3" component="h1" {...(isOwn && ownText)} noWrap>
          {title}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t`Master your knowledge through active recall`}
        </Typography>
      </Box>
    </Box>
  );
}
