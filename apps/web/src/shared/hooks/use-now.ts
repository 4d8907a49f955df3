import { useState } from 'react';
import { serverNow } from '../browser/server-clock.ts';

/** Returns the time at which the component was mounted, the same in later renders. */
export function useNow(): Date {
  const [now] = useState(() => new Date(serverNow()));
  return now;
}
