import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense, useCallback, useState, useSyncExternalStore } from 'react';
import { useAuth } from '../shared/auth/auth-context.tsx';
import { lazyNamed } from '../shared/browser/lazy-named.tsx';
import { useNow } from '../shared/hooks/use-now.ts';
import { useOnline } from '../shared/hooks/use-online.ts';
import { isServerReached, onNetwork } from '../shared/offline/known.ts';
import { outboxOf } from '../shared/offline/outbox.ts';
import { waitingNumbers } from '../shared/offline/unsent.ts';
import { offlineNote } from '../shared/theme/tokens.ts';

const WaitingDialog = lazyNamed(() => import('./waiting-dialog.tsx'), 'WaitingDialog');

/** What waits on this device for the signed-in learner. */
function useWaiting() {
  const { user } = useAuth();
  const now = useNow().getTime();
  const userId = user?.id ?? '';
  const subscribe = useCallback((listener: () => void) => outboxOf(userId).subscribe(listener), [userId]);
  // A text, because a snapshot must be the same while nothing has changed.
  const read = () => JSON.stringify(waitingNumbers(userId, now));
  return JSON.parse(useSyncExternalStore(subscribe, read)) as ReturnType<typeof waitingNumbers>;
}

function noteOf(isOffline: boolean, { waiting, late }: { waiting: number; late: number }): string | null {
  const parts = [
    ...(isOffline ? [t`Offline. Answers are kept.`] : []),
    ...(waiting > 0 && (isOffline || late > 0)
      ? [plural(waiting, { one: '# change waits to be sent.', other: '# changes wait to be sent.' })]
      : []),
    ...(late > 0
      ? [
          plural(late, {
            one: '# has waited for more than five days.',
            other: '# have waited for more than five days.',
          }),
        ]
      : []),
  ];
  return parts.length > 0 ? parts.join(' ') : null;
}

/** Line below the bar, over the space at the top of every page, so that nothing moves when the network is lost or back. */
export function OfflineNote() {
  const online = useOnline();
  const isReached = useSyncExternalStore(onNetwork, isServerReached);
  const [isOpen, setOpen] = useState(false);
  const numbers = useWaiting();
  const note = noteOf(!online || !isReached, numbers);
  const { refused } = numbers;
  return (
    <Box sx={{ position: 'absolute', top: '100%', left: 0, right: 0, pointerEvents: 'none', zIndex: 1 }}>
      <Box role="status">
        {note && (
          <Box
            sx={{
              minHeight: offlineNote,
              display: 'grid',
              placeItems: 'center',
              textAlign: 'center',
              px: 2,
              fontSize: '0.8125rem',
              fontWeight: 600,
              color: 'text.secondary',
              bgcolor: 'surface.raised',
            }}
          >
            {note}
          </Box>
        )}
      </Box>
      {refused > 0 && (
        <Box
          sx={{ display: 'flex', justifyContent: 'center', pointerEvents: 'auto', bgcolor: 'surface.raised' }}
        >
          <Button variant="text" size="small" onClick={() => setOpen(true)}>
            {plural(refused, {
              one: '# change could not be saved. Decide what to keep',
              other: '# changes could not be saved. Decide what to keep',
            })}
          </Button>
        </Box>
      )}
      {isOpen && (
        <Suspense>
          <WaitingDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Box>
  );
}
