import { t } from '@lingui/core/macro';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import { failureText } from '../failures.ts';

/** Does something at the event desk and says how it went; either way what is shown is read anew. */
export function useAdminChange(afterwards: () => void) {
  const notify = useNotify();
  return async (send: () => Promise<string>) => {
    try {
      notify(await send());
    } catch (failure) {
      notify(failureText(t`Nothing was changed`, failure), 'error');
    }
    afterwards();
  };
}
