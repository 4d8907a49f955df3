/** Cents of an amount such as 100, "100.00" or "100.5"; `null` unless it is exact. */
export function centsOf(amount: string | number): number | null {
  const match = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(String(amount));
  if (!match) return null;
  const [, whole = '', part = ''] = match;
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** Amount in the provider's format: whole units and cents. */
export const amountOf = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
