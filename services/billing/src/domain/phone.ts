import { ValidationFailed } from '@kumbuka/contracts';

const separators = /[\s().-]/g;
/** 07xx and 01xx are the mobile numbers of Kenya; 254 is its country code. */
const mobile = /^(?:\+?254|0)([17]\d{8})$/;

/** A Kenyan mobile number as the provider takes it: 2547... or 2541...; throws ValidationFailed. */
export function normalisePhone(typed: string): string {
  const [, subscriber] = mobile.exec(typed.replaceAll(separators, '')) ?? [];
  if (subscriber === undefined)
    throw new ValidationFailed([
      { path: 'phone', message: 'Must be a Kenyan mobile number, such as 0712 345 678.' },
    ]);
  return `254${subscriber}`;
}
