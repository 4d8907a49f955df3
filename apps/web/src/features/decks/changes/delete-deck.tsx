import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { ownText } from '../../../shared/format/own-text.ts';
import { conflictOf, messageOf } from '../../../shared/apollo/errors.ts';
import type { DeckTileParts } from '../../../shared/decks/deck-tile.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';

interface DeleteDeckProps {
  deck: DeckTileParts;
  onDelete: (id: string) => Promise<void>;
  onClose: () => void;
}

export function DeleteDeck({ deck, onDelete, onClose }: DeleteDeckProps) {
  const title = <bdi {...ownText}>{deck.title}</bdi>;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await onDelete(deck.id);
    } catch (failure) {
      setBusy(false);
      setError(
        conflictOf(failure)
          ? t`This was changed meanwhile. Look at it again before you delete it.`
          : messageOf(failure, t`An error occurred while deleting the deck.`),
      );
    }
  };
  return (
    <ConfirmDialog
      open
      title={t`Delete Deck`}
      text={t`Are you sure you want to delete this deck? This action cannot be undone.`}
      busy={busy}
      details={
        <>
          <Typography sx={{ mt: 2, fontWeight: 600, overflowWrap: 'anywhere' }}>
            <Trans>
              {title}, with <Plural value={deck.cardCount} one="# card" other="# cards" />
            </Trans>
          </Typography>
          {error && (
            <Alert severity="error" sx={{ mt: 2 }}>
              {error}
            </Alert>
          )}
        </>
      }
      onCancel={onClose}
      onConfirm={() => void confirm()}
    />
  );
}
