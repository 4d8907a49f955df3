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
  /** Whether it stands in the page, without a dialog around it. */
  inPlace?: boolean;
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
  inPlace = false,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const titleId = useId();
  const kept = useUnsavedGuard(onClose);
  const close = busy ? () => {} : kept.onClose;
  const form = (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void onSubmit(event, isOther(event))}
      onKeyDown={submitByKey}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
    >
      <DialogTitle id={titleId} {...(inPlace && { component: 'h3', variant: 'h4', sx: { px: 2 } })}>
        {title}
      </DialogTitle>
      <DialogContent {...(inPlace && { sx: { px: 2 } })}>
        {error && (
          <DialogAlert severity="error" sx={{ mb: 2.5 }}>
            {error}
          </DialogAlert>
        )}
        <Box sx={{ pt: 1 }}>{children}</Box>
      </DialogContent>
      <DialogActions disableSpacing sx={inPlace ? { ...saveFirst, px: 2 } : saveFirst}>
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
  );
  if (inPlace)
    return (
      <Box
        role="group"
        aria-labelledby={titleId}
        onFocus={kept.onFocus}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !isComposing(event.nativeEvent)) close();
        }}
        sx={{ flex: 1, minWidth: 0 }}
      >
        {form}
      </Box>
    );
  return (
    <Dialog open onFocus={kept.onFocus} onClose={close} maxWidth={width} fullWidth aria-labelledby={titleId}>
      {form}
    </Dialog>
  );
}
