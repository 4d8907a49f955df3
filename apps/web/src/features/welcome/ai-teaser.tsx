import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { SparklesIcon } from '../../shared/ui/icons.tsx';
import { tint } from '../../shared/theme/tokens.ts';
import { localStore } from '../../shared/browser/storage.ts';

const key = 'kumbuka.aiTeaser';
const declined = 'not-now';

/** The first deck can also come from the learner's own notes. 'Not now' is remembered. */
export function AiTeaser() {
  const [shown, setShown] = useState(() => localStore.getItem(key) !== declined);
  if (!shown) return <></>;
  const decline = () => {
    localStore.setItem(key, declined);
    setShown(false);
  };
  return (
    <Box
      component="section"
      aria-label={t`Free AI deck`}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        mb: 3,
        py: 2,
        px: { xs: 2, sm: 3 },
        borderRadius: '12px',
        border: `1px solid ${tint.linkLine}`,
        bgcolor: tint.quiet,
      }}
    >
      <Box component="span" aria-hidden sx={{ display: 'inline-flex', color: 'meaning.link', fontSize: 24 }}>
        <SparklesIcon />
      </Box>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>{t`You get one free AI deck`}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t`Paste your notes or a chapter, and get flashcards from them.`}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button component={Link} to="/mydecks?ai=new" variant="soft">
          {t`Try free AI deck`}
        </Button>
        <Button variant="text" onClick={decline}>
          {t`Not now`}
        </Button>
      </Box>
    </Box>
  );
}
