import { describe, expect, it } from 'vitest';
import { normalisePhone } from './phone.ts';

describe('a phone number', () => {
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
  ])('a phone number written %s is normalized to 254712345678', (_how, typed) =>
    expect(normalisePhone(typed)).toBe('254712345678'),
  );

  it('a phone number may begin with 01', () => expect(normalisePhone('0110 123456')).toBe('254110123456'));

  it.each([
    ['nothing', ''],
    ['blanks', ' \u200b'],
    ['a fixed line', '020 2222222'],
    ['one digit too many', '07123456789'],
    ['one digit too few', '071234567'],
    ['a number of Tanzania', '+255712345678'],
    ['a number of Tanzania with 00', '00255712345678'],
    ['a letter in it', '0712x45678'],
    ['an extension', '0712345678 ext. 5'],
    ['two numbers', '0712345678 / 0722345678'],
    ['a sentence', 'my number is 0712345678'],
    ['a short code', '*144#'],
  ])('a phone number refuses %s', (_what, typed) =>
    expect(() => normalisePhone(typed)).toThrow('Kenyan mobile number'),
  );
});
