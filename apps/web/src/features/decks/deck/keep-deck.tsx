import { useApolloClient } from '@apollo/client/react';
import { t } from '@lingui/core/macro';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useAuth } from '../../../shared/auth/auth-context.tsx';
import { pinnedDecks } from '../../../shared/offline/pins.ts';
import { OfflineIcon } from '../../../shared/ui/icons.tsx';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';

/** Keeps a deck on this device, so that all its cards can be studied without a network. */
export function KeepDeck({ deckId }: { deckId: string }) {
  const client = useApolloClient();
  const notify = useNotify();
  const userId = useAuth().user?.id ?? '';
  const [isKept, setKept] = useState(() => pinnedDecks(userId).includes(deckId));
  const [busy, setBusy] = useState(false);
  const toggle = async () => {
    const next = !isKept;
    setKept(next);
    setBusy(true);
    const isHere = await import('../../../shared/offline/keep-decks.ts')
      .then(({ keepDeck }) => keepDeck(client, userId, deckId, next))
      .catch(() => false);
    setBusy(false);
    if (!next) return notify(t`This deck is no longer kept on this device.`, 'info');
    if (isHere) return notify(t`This deck is kept on this device.`);
    notify(t`The cards could not be loaded now. They are loaded when you have a connection.`, 'warning');
  };
  if (!globalThis.indexedDB) return <></>;
  return (
    <IconButton
      aria-label={t`Keep this deck offline`}
      title={t`Keep this deck offline`}
      aria-pressed={isKept}
      disabled={busy}
      color={isKept ? 'primary' : 'default'}
      onClick={() => void toggle()}
    >
      <OfflineIcon />
    </IconButton>
  );
}
