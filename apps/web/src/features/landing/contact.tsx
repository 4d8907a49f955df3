import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { contactEmail } from '../../shared/browser/contact.ts';

/** An invitation to write, with the address; nothing when no address is configured. */
export function Contact({ children }: { children: ReactNode }) {
  const email = contactEmail();
  if (email === null) return null;
  return (
    <Typography variant="body2" data-contact="" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {children} <Link href={`mailto:${email}`}>{email}</Link>
    </Typography>
  );
}
