import { t } from '@lingui/core/macro';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import { failureText } from '../failures.ts';

/** Runs a change of the events tab, reports its result and reads the tab again in any case. */
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
