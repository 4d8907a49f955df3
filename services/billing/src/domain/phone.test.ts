import { describe, expect, it } from 'vitest';
import { normalisePhone } from './phone.ts';

describe('a phone number', () => {
  it.each(['0712345678', '0712 345 678', '+254712345678', '254712345678', '+254 (712) 345-678'])(
    '%s is 254712345678',
    (typed) => expect(normalisePhone(typed)).toBe('254712345678'),
  );
  it('may begin with 01', () => expect(normalisePhone('0110 123456')).toBe('254110123456'));
  it.each(['', '712345678', '0812345678', '07123456789', '+255712345678', '0712x45678', '٠٧١٢٣٤٥٦٧٨'])(
    '%s is refused',
    (typed) => expect(() => normalisePhone(typed)).toThrow('Kenyan mobile number'),
  );
});
