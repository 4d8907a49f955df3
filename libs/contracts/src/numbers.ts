/** Number with thousands separators, without the locale data that `toLocaleString` loads at start. */
export const withThousands = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

export const megabytesOf = (bytes: number): number => bytes / (1024 * 1024);
