import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useLocation } from 'react-router-dom';
import { shortcutsAt } from './shortcuts.ts';

const key = {
  display: 'inline-block',
  minWidth: 28,
  px: 1,
  mr: 0.5,
  textAlign: 'center',
  fontFamily: 'inherit',
  fontWeight: 600,
  fontSize: '0.875rem',
  borderRadius: '6px',
  border: '1px solid',
  borderColor: 'meaning.control',
};

/** The keyboard shortcuts of the screen below. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { pathname } = useLocation();
  const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="shortcuts-title">
      <DialogTitle id="shortcuts-title">{t`Keyboard shortcuts`}</DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 1.25, m: 0 }}
        >
          {shortcutsAt(pathname, isApple).map(({ keys, does }) => (
            <Box key={does} sx={{ display: 'contents' }}>
              <Box component="dt">
                {keys.map((name) => (
                  <Box key={name} component="kbd" sx={key}>
                    {name}
                  </Box>
                ))}
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                {does}
              </Box>
            </Box>
          ))}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
          {t`Single-key shortcuts can be switched off in the settings.`}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button autoFocus variant="contained" onClick={onClose}>
          {t`Close`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
