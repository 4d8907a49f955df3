import { numberLabel } from './format.ts';

const megabyte = 1_000_000;

/** '12.3 MB' of a number of bytes. */
export const megabytes = (bytes: number): string =>
  `${numberLabel(bytes / megabyte, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`;
