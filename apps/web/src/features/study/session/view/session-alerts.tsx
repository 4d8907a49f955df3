import { t } from '@lingui/core/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { SessionFailure } from '../hooks/use-answers.ts';
import { shelfNoteText, type useShelving } from '../hooks/use-shelving.ts';

const saveFailed = () => t`Failed to save your progress. Please try again.`;
const failures = (): Record<NonNullable<SessionFailure>, string> => ({
  fault: saveFailed(),
  refused: saveFailed(),
  repeated: t`This card was already answered in another tab or on another device.`,
  'undo-refused': t`The answer could not be undone. It stays saved.`,
  'not-kept': t`The storage of this browser is full. The answer is kept only while this page is open.`,
});

interface FailureAlertProps {
  failure: NonNullable<SessionFailure>;
  onRetry: () => void;
  onClose: () => void;
}

/** Why an answer was not saved. An answer that is sent again can be sent at once; the other notices can be closed. */
export function FailureAlert({ failure, onRetry, onClose }: FailureAlertProps) {
  return (
    <Alert
      severity="error"
      role="alert"
      sx={{ mb: 2 }}
      {...(failure === 'fault'
        ? {
            action: (
              <Button variant="text" size="small" color="inherit" onClick={onRetry}>
                {t`Try again`}
              </Button>
            ),
          }
        : { onClose })}
    >
      {failures()[failure]}
    </Alert>
  );
}

/** Notice about the card that was left out, with an undo. */
export function ShelfAlert({ note, unshelve, dismiss }: ReturnType<typeof useShelving>) {
  if (!note) return <></>;
  const isFailure = note.kind === 'failed';
  return (
    <Alert
      severity={isFailure ? 'error' : 'info'}
      role={isFailure ? 'alert' : 'note'}
      sx={{ mb: 2 }}
      {...(isFailure
        ? { onClose: dismiss }
        : {
            action: (
              <Button
                variant="text"
                size="small"
                color="inherit"
                disabled={!note.isSaved}
                onClick={() => void unshelve()}
              >
                {t`Undo`}
              </Button>
            ),
          })}
    >
      {shelfNoteText(note)}
    </Alert>
  );
}
