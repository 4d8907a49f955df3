import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../shared/format/page-title.ts';
import { content } from '../../shared/theme/tokens.ts';

interface FormCardProps {
  title: string;
  lead: ReactNode;
  corner?: ReactNode;
  children: ReactNode;
}

/** The frame of the account pages: mark, heading, one card. */
export function FormCard({ title, lead, corner, children }: FormCardProps) {
  usePageTitle(title);
  return (
    <Box sx={{ position: 'relative', px: 2, pt: { xs: 3, md: 8 }, pb: 8 }}>
      {corner && (
        <Box sx={{ position: 'absolute', top: { xs: 12, md: 16 }, right: { xs: 12, md: 32 } }}>{corner}</Box>
      )}
      <Box sx={{ maxWidth: content.form, mx: 'auto' }}>
        <Box sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', mb: 3 }}>
          <Typography variant="h1">{title}</Typography>
          <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>{lead}</Typography>
        </Box>
        <Card sx={{ p: { xs: 2.5, sm: 4 } }}>{children}</Card>
      </Box>
    </Box>
  );
}
