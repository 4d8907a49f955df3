import { useState } from 'react';
import { serverNow } from './server-clock.ts';

/** The moment at which the component came up; rendering again does not move it. */
export function useNow(): Date {
  const [now] = useState(() => new Date(serverNow()));
  return now;
}
