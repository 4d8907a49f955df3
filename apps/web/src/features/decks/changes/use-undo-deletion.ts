import { useApolloClient } from '@apollo/client/react';
import { t } from '@lingui/core/macro';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import type { Deleted } from './restore.ts';

const loadRestore = () => import('./restore.ts');

/** Notes that something was deleted, with a button that takes it back. */
export function useUndoDeletion() {
  const client = useApolloClient();
  const notify = useNotify();
  return (text: string, deleted: Deleted) => {
    void loadRestore().catch(() => {});
    const undo = () =>
      void loadRestore()
        .then(({ restore }) => restore(client, deleted, notify))
        .catch(() => notify(t`This could not be restored. Please try again.`, 'error'));
    notify(text, 'success', { action: { label: t`Undo`, onPress: undo } });
  };
}
