import { t } from '@lingui/core/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { createContext, use, useCallback, useState, type ReactNode } from 'react';
import { useShownLanguage } from '../../i18n/i18n.ts';
import { floatShadow } from '../../theme/tokens.ts';
import { bottomBarHeight } from '../bottom-bar.ts';
import { NotifyContext, type NoteOptions, type Notify, type Severity } from './notify.ts';

export { useNotify } from './notify.ts';

const DismissContext = createContext<() => void>(() => {});
const sixSeconds = 6000;

interface Note extends NoteOptions {
  message: string;
  severity: Severity;
  turn: number;
}

/** Shows one snackbar at a time, for 6 s by default. It stays while hovered or focused, and a click elsewhere does not close it. */
export function Snackbars({ children }: { children: ReactNode }) {
  useShownLanguage();
  const [note, setNote] = useState<Note | null>(null);
  const [open, setOpen] = useState(false);
  const notify = useCallback<Notify>((message, severity = 'success', options = {}) => {
    setNote((before) => ({ ...options, message, severity, turn: (before?.turn ?? 0) + 1 }));
    setOpen(true);
  }, []);
  const dismiss = useCallback(() => setOpen(false), []);
  const press = () => {
    setOpen(false);
    note?.action?.onPress();
  };
  return (
    <NotifyContext value={notify}>
      <DismissContext value={dismiss}>{children}</DismissContext>
      <Snackbar
        key={note?.turn ?? 0}
        open={open}
        autoHideDuration={note?.hideAfter ?? sixSeconds}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
        onClose={(_event, reason) => {
          if (reason !== 'clickaway') setOpen(false);
        }}
        sx={{ mb: bottomBarHeight }}
      >
        <Alert
          variant="standard"
          severity={note?.severity ?? 'info'}
          closeText={t`Close`}
          onClose={() => setOpen(false)}
          sx={{
            bgcolor: 'surface.raised',
            backgroundColor: 'var(--k-palette-surface-raised) !important',
            border: '1px solid',
            borderColor: 'divider',
            boxShadow: floatShadow,
          }}
        >
          {note?.message}
          {note?.action && (
            <Button size="small" onClick={press} sx={{ ml: 1 }}>
              {note.action.label}
            </Button>
          )}
        </Alert>
      </Snackbar>
    </NotifyContext>
  );
}

/** Closes the snackbar, for screens whose controls it would cover. */
export function useDismissNote(): () => void {
  return use(DismissContext);
}
