import { ValidationFailed } from '@kumbuka/contracts';
import { asciiDigits, withoutIgnorables } from '@kumbuka/text';
import parsePhoneNumber from 'libphonenumber-js/max';

/** The prefix of international calls, in Kenya and elsewhere. */
const internationalPrefix = /^[^+\p{N}]*0?00(?=[\s.\-()]*254)/u;
/** `0712x45678` is a typing error, not an extension. */
const letter = /\p{L}/u;

/**
 * Converts a Kenyan mobile number to the provider's format, 2547... or 2541..., however it was copied. Throws
 * `ValidationFailed`.
 */
export function normalisePhone(typed: string): string {
  const text = asciiDigits(withoutIgnorables(typed))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^tel:/, '')
    .replace(internationalPrefix, '+');
  const number = letter.test(text)
    ? undefined
    : parsePhoneNumber(text, { defaultCountry: 'KE', extract: false });
  if (number?.country !== 'KE' || number.ext !== undefined || number.getType() !== 'MOBILE')
    throw new ValidationFailed([
      { path: 'phone', message: 'Enter a Kenyan mobile number, such as 0712 345 678.' },
    ]);
  return number.number.slice(1);
}
