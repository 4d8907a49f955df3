import { t } from '@lingui/core/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode, type SyntheticEvent } from 'react';
import { useKeptText } from './use-kept-text.ts';

interface FormDialogProps {
  title: string;
  /** What keeps it from being saved. */
  error?: string | null;
  busy: boolean;
  /** What the button says. */
  save: string;
  disabled?: boolean;
  width?: 'xs' | 'sm';
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => Promise<void> | void;
  onClose: () => void;
  children: ReactNode;
}

/** A form over the page. What was typed is thrown away by Cancel alone. While it is being saved it stays, so that what comes of it is seen. */
export function FormDialog({
  title,
  error = null,
  busy,
  save,
  disabled = false,
  width = 'sm',
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const titleId = useId();
  const kept = useKeptText(onClose);
  return (
    <Dialog
      open
      {...kept}
      {...(busy && { onClose: () => {} })}
      maxWidth={width}
      fullWidth
      aria-labelledby={titleId}
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void onSubmit(event)}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          {error && (
            <Alert severity="error" sx={{ mb: 2.5 }}>
              {error}
            </Alert>
          )}
          <Box sx={{ pt: 1 }}>{children}</Box>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" disabled={busy} onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" variant="contained" disabled={disabled} loading={busy}>
            {save}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
