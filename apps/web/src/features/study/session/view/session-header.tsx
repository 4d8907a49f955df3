import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { ownText } from '../../../../shared/format/own-text.ts';
import { CloseIcon } from '../../../../shared/ui/icons.tsx';

interface HeaderAreaProps {
  exit: ReactNode;
  title: ReactNode;
  /** Whether the learner wrote the title. */
  isOwn: boolean;
}

export function HeaderArea({ exit, title, isOwn }: HeaderAreaProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: { xs: 0.5, sm: 2 }, ml: -1.25, mb: 1.5 }}>
      {exit}
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h3" component="h1" {...(isOwn && ownText)} noWrap>
          {title}
        </Typography>
        <Typography
          variant="body2"
          noWrap
          sx={{ color: 'text.secondary', fontSize: { xs: '0.75rem', sm: '0.875rem' } }}
        >
          {t`Master your knowledge through active recall`}
        </Typography>
      </Box>
    </Box>
  );
}

interface SessionHeaderProps {
  title: string;
  isOwn: boolean;
  onExit: () => void;
}

export const SessionHeader = ({ title, isOwn, onExit }: SessionHeaderProps) => (
  <HeaderArea
    exit={
      <IconButton aria-label={t`Exit study session`} onClick={onExit}>
        <CloseIcon />
      </IconButton>
    }
    title={title}
    isOwn={isOwn}
  />
);
