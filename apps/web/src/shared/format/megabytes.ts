import { numberLabel } from './format.ts';

/** As limits are stated. */
const megabyte = 1024 * 1024;

/** '12.3 MB' of a number of bytes. */
export const megabytes = (bytes: number): string =>
  `${numberLabel(bytes / megabyte, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`;
