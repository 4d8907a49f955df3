import Alert, { type AlertProps } from '@mui/material/Alert';

const show = (alert: HTMLElement | null) => {
  alert?.scrollIntoView({ block: 'nearest' });
  if (!document.activeElement?.matches('input,textarea,button')) alert?.focus();
};

/**
 * Alert at the top of a dialog. Scrolls into view as it comes, because the button that caused it may be further down.
 * Takes the focus that this button lost while it was disabled.
 */
export const DialogAlert = (props: AlertProps) => <Alert ref={show} tabIndex={-1} {...props} />;
