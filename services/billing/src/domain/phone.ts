import { ValidationFailed } from '@kumbuka/contracts';
import { asciiDigits, withoutIgnorables } from '@kumbuka/text';
import parsePhoneNumber from 'libphonenumber-js/max';

/** The prefix of international calls, in Kenya and elsewhere. */
const internationalPrefix = /^[^+\p{N}]*0?00(?=[\s.\-()]*254)/u;
/** `0712x45678` is a typing error, not an extension, and two numbers are not one. */
const isNumber = /^[\d\s+\uff0b().\-\u2010-\u2015]+$/u;

/** A call abroad, by `+` or 00 and a country code that is not Kenya's. */
const abroad = /^(?:[+\uff0b]|00)(?!254|0)/;
/** Digits of a Kenyan number without 254 and 0. */
const nationalDigits = 9;

const wanted = 'Enter a Kenyan mobile number, such as 0712 345 678.';

/**
 * Converts a Kenyan mobile number to the provider's format, 2547... or 2541..., however it was copied. Throws
 * `ValidationFailed` with the reason for any other number.
 */
export function normalisePhone(typed: string): string {
  const text = asciiDigits(withoutIgnorables(typed))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^tel:/, '')
    .replace(internationalPrefix, '+');
  if (text === '') throw rejected(wanted);
  if (!isNumber.test(text)) throw rejected(`A phone number has digits only. ${wanted}`);
  if (abroad.test(text)) throw rejected(`This number is of another country. ${wanted}`);
  const number = parsePhoneNumber(text, { defaultCountry: 'KE', extract: false });
  if (number?.country !== 'KE' || !number.isValid()) throw rejected(lengthProblem(text) ?? wanted);
  if (number.getType() !== 'MOBILE') throw rejected(`This is not a mobile number. ${wanted}`);
  return number.number.slice(1);
}

const rejected = (message: string) => new ValidationFailed([{ path: 'phone', message }]);

function lengthProblem(text: string): string | null {
  const { length } = text.replaceAll(/\D/g, '').replace(/^(?:254)?0?/, '');
  if (length === nationalDigits) return null;
  return `This number has too ${length < nationalDigits ? 'few' : 'many'} digits. ${wanted}`;
}
