import { useState } from 'react';

/** The moment at which the component came up; rendering again does not move it. */
export function useNow(): Date {
  const [now] = useState(() => new Date());
  return now;
}
