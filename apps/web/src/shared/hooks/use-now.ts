import { useEffect, useState } from 'react';
import { onMoment } from '../browser/page-moments.ts';
import { serverNow } from '../browser/server-clock.ts';

/** Returns the time, which advances each quarter of an hour and when the page is shown again. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date(serverNow()));
  useEffect(() => onMoment(() => setNow(new Date(serverNow()))), []);
  return now;
}
