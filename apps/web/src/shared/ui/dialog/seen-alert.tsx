import Alert, { type AlertProps } from '@mui/material/Alert';

const show = (alert: HTMLElement | null) => {
  alert?.scrollIntoView({ block: 'nearest' });
};

/** Alert at the top of a dialog. Scrolls into view as it comes, because the button that caused it may be further down. */
export const SeenAlert = (props: AlertProps) => <Alert ref={show} {...props} />;
