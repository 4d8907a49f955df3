import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { ownText } from '../../../shared/format/own-text.ts';
import { clamp } from '../../../shared/ui/clamp.ts';

/** Characters of the longest description that is always shown whole. */
const maxShortLength = 160;

/** Shows the first line of a long description, and the rest on demand. */
export function DeckDescription({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  if (text.length <= maxShortLength)
    return (
      <Box component="span" {...ownText} sx={{ display: 'block' }}>
        {text}
      </Box>
    );
  return (
    <Box component="span" sx={whole ? {} : { display: 'flex', alignItems: 'baseline', gap: 1 }}>
      <Box component="span" {...ownText} sx={{ minWidth: 0, ...(whole ? { display: 'block' } : clamp(1)) }}>
        {text}
      </Box>
      <Link
        component="button"
        type="button"
        aria-expanded={whole}
        onClick={() => setWhole(!whole)}
        sx={{ flexShrink: 0, verticalAlign: 'baseline', fontSize: '0.875rem' }}
      >
        {whole ? t`Show less` : t`Show more`}
      </Link>
    </Box>
  );
}
