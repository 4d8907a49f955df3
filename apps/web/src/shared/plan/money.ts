const inUnits = (cents: number) => (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2));

/** 'KES 100', 'KES 99.50'. */
export const money = (cents: number, currency: string) => `${currency} ${inUnits(cents)}`;
