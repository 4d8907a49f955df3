import { plural, t } from '@lingui/core/macro';
import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { conflictOf, messageOf } from '../../../shared/apollo/errors.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';

interface DeleteCardProps {
  /** Number of cards. */
  count: number;
  onDelete: () => Promise<void>;
  onClose: () => void;
}

export function DeleteCard({ count, onDelete, onClose }: DeleteCardProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await onDelete();
    } catch (failure) {
      setBusy(false);
      setError(
        conflictOf(failure)
          ? t`This was changed meanwhile. Look at it again before you delete it.`
          : messageOf(failure, t`Failed to delete flashcard. Please try again.`),
      );
    }
  };
  return (
    <ConfirmDialog
      open
      title={
        count === 1 ? t`Delete Flashcard` : t`Delete ${plural(count, { one: '# card', other: '# cards' })}`
      }
      text={
        count === 1
          ? t`Are you sure you want to delete this flashcard? This action cannot be undone.`
          : t`Are you sure you want to delete these cards? This action cannot be undone.`
      }
      {...(count > 1 && { confirm: t`Delete` })}
      busy={busy}
      details={
        error ? (
          <Alert severity="error" sx={{ mt: 2 }}>
            {error}
          </Alert>
        ) : undefined
      }
      onCancel={onClose}
      onConfirm={() => void confirm()}
    />
  );
}
