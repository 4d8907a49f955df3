import { ValidationFailed } from '@kumbuka/contracts';

const separators = /[\s().-]/g;
/** Kenyan mobile numbers begin with 07 or 01; the country code is 254. */
const mobile = /^(?:\+?254|0)([17]\d{8})$/;

/**
 * Converts a Kenyan mobile number to the provider's format, 2547... or 2541.... Throws `ValidationFailed`.
 */
export function normalisePhone(typed: string): string {
  const [, subscriber] = mobile.exec(typed.replaceAll(separators, '')) ?? [];
  if (subscriber === undefined)
    throw new ValidationFailed([
      { path: 'phone', message: 'Must be a Kenyan mobile number, such as 0712 345 678.' },
    ]);
  return `254${subscriber}`;
}
