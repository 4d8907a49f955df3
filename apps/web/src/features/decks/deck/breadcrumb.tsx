import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { ownText } from '../../../shared/format/own-text.ts';
import { Tag } from '../../../shared/ui/tag.tsx';

interface BreadcrumbProps {
  title: string;
  isOwn: boolean;
  isStarter: boolean;
}

export function Breadcrumb({ title, isOwn, isStarter }: BreadcrumbProps) {
  return (
    <Box
      component="nav"
      aria-label={t`Breadcrumb`}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}
    >
      <Link component={RouterLink} to="/mydecks" sx={{ flexShrink: 0, py: 1.25 }}>
        {t`My Decks`}
      </Link>
      <span aria-hidden>/</span>
      <Typography {...(isOwn && ownText)} noWrap aria-current="page" sx={{ minWidth: 0 }}>
        {title}
      </Typography>
      {isStarter && (
        <Box component="span" sx={{ flexShrink: 0 }}>
          <Tag>{t`Starter deck`}</Tag>
        </Box>
      )}
    </Box>
  );
}
