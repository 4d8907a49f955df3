import { problemInKiswahili } from '@kumbuka/contracts';
import { describe, expect, it } from 'vitest';
import { normalisePhone } from './phone.ts';

describe('normalisePhone', () => {
  it.each([
    ['as people write it', '0712 345 678'],
    ['without blanks', '0712345678'],
    ['with the country code', '+254712345678'],
    ['with the country code alone', '254712345678'],
    ['with brackets and a dash', '+254 (712) 345-678'],
    ['with both prefixes, as in an email signature', '+254 (0)712 345 678'],
    ['with the prefix of international calls', '00254712345678'],
    ['with that of Kenya', '000254 712 345 678'],
    ['with the zero that belongs to national calls only', '+2540712345678'],
    ['between the marks of a contact list', '\u202a+254 712 345 678\u202c'],
    ['behind a right-to-left mark', '\u200f0712345678\u200e'],
    ['with no-break hyphens', '0712\u2011345\u2011678'],
    ['with no-break and narrow blanks', '0712\u00a0345\u202f678'],
    ['with a soft hyphen and a zero-width space', '0712\u00ad345\u200b678'],
    ['with en dashes', '0712–345–678'],
    ['with dots', '0712.345.678'],
    ['in Arabic digits', '٠٧١٢٣٤٥٦٧٨'],
    ['in full-width digits', '＋２５４７１２３４５６７８'],
    ['from a spreadsheet that dropped the zero', '712345678'],
    ['with a line break behind it', '0712345678\r\n'],
    ['as a link', 'tel:+254712345678'],
  ])('converts a number %s to 254712345678', (_how, typed) =>
    expect(normalisePhone(typed)).toBe('254712345678'),
  );

  it('accepts a number that begins with 01', () =>
    expect(normalisePhone('0110 123456')).toBe('254110123456'));

  it.each([
    ['nothing', '', ''],
    ['blanks', ' \u200b', ''],
    ['a fixed line', '020 2222222', 'This is not a mobile number. '],
    ['a fixed line with the country code', '+254 20 2222222', 'This is not a mobile number. '],
    ['a toll-free number', '0800 723 253', 'This is not a mobile number. '],
    ['one digit too many', '07123456789', 'This number has too many digits. '],
    ['one digit too few', '071234567', 'This number has too few digits. '],
    ['one digit too few with the country code', '25471234567', 'This number has too few digits. '],
    ['two numbers in a row', '0712345678 0722345678', 'This number has too many digits. '],
    ['the country code twice', '254 254 712345678', 'This number has too many digits. '],
    ['a number of Tanzania', '+255712345678', 'This number is of another country. '],
    ['a number of Tanzania with 00', '00255712345678', 'This number is of another country. '],
    ['a Kenyan number with the code of the USA', '+1 0712 345 678', 'This number is of another country. '],
    ['a plus in place of the zero', '+712345678', 'This number is of another country. '],
    ['a plus before the zero', '+0712345678', ''],
    ['a letter in it', '0712x45678', 'A phone number has digits only. '],
    ['an extension', '0712345678 ext. 5', 'A phone number has digits only. '],
    ['two numbers', '0712345678 / 0722345678', 'A phone number has digits only. '],
    ['a sentence', 'my number is 0712345678', 'A phone number has digits only. '],
    ['a short code', '*144#', 'A phone number has digits only. '],
  ])('rejects %s with the reason, in both languages', (_what, typed, reason) => {
    const sentence = `${reason}Enter a Kenyan mobile number, such as 0712 345 678.`;
    expect(() => normalisePhone(typed)).toThrow(expect.objectContaining({ message: sentence }));
    expect(problemInKiswahili({ message: sentence })?.message).toContain(
      'nambari ya simu ya mkononi ya Kenya',
    );
  });
});
