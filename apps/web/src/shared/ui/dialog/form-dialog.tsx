import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react';
import { DialogAlert } from './dialog-alert.tsx';
import { isComposing } from '../../browser/page-keys.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

interface FormDialogProps {
  title: string;
  /** Why saving failed. */
  error?: string | null;
  busy: boolean;
  /** Label of the button. */
  save: string;
  /** Label of a second submit button, pressed by Ctrl+Enter, too. */
  other?: string;
  disabled?: boolean;
  width?: 'xs' | 'sm';
  onSubmit: (event: SyntheticEvent<HTMLFormElement>, isOther: boolean) => Promise<void> | void;
  onClose: () => void;
  children: ReactNode;
}

const otherName = 'other';

const isOther = ({ nativeEvent }: SyntheticEvent<HTMLFormElement>) =>
  nativeEvent instanceof SubmitEvent && nativeEvent.submitter?.getAttribute('name') === otherName;

/** Submits on Ctrl+Enter or Cmd+Enter, also from a text area. Ignores keys of dialogs over the form. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
  const form = event.currentTarget;
  const isKey = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isComposing(event.nativeEvent);
  if (!isKey || !(event.target instanceof Node) || !form.contains(event.target)) return;
  event.preventDefault();
  form.requestSubmit(form.querySelector<HTMLButtonElement>(`button[name=${otherName}]`));
}

/** The button that saves is nearest to the text on a phone, and at the end of the line elsewhere; Cancel is farthest. */
const saveFirst = {
  flexDirection: { xs: 'column', sm: 'row-reverse' },
  alignItems: { xs: 'stretch', sm: 'center' },
  flexWrap: 'nowrap',
} as const;

/** Dialog with a form. Only Cancel discards what was typed. Stays open while saving, so that the outcome is seen. */
export function FormDialog({
  title,
  error = null,
  busy,
  save,
  other,
  disabled = false,
  width = 'sm',
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const titleId = useId();
  const kept = useUnsavedGuard(onClose);
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
        onSubmit={(event) => void onSubmit(event, isOther(event))}
        onKeyDown={submitByKey}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          {error && (
            <DialogAlert severity="error" sx={{ mb: 2.5 }}>
              {error}
            </DialogAlert>
          )}
          <Box sx={{ pt: 1 }}>{children}</Box>
        </DialogContent>
        <DialogActions disableSpacing sx={saveFirst}>
          <Button type="submit" variant="contained" disabled={disabled} loading={busy}>
            {save}
          </Button>
          {other !== undefined && (
            <Button type="submit" name={otherName} variant="outlined" disabled={disabled || busy}>
              {other}
            </Button>
          )}
          <Button variant="text" disabled={busy} onClick={onClose} sx={{ mr: { sm: 'auto' } }}>
            {t`Cancel`}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
