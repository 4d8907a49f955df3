/** The number `digits * 10 ** power`. */
export interface ParsedDecimal {
  digits: bigint;
  power: number;
}

/** Reads the text of a decimal; undefined for infinities and what is not a number. */
export function parseDecimalText(text: string): ParsedDecimal | undefined {
  const match = /^([+-]?)(\d*)\.?(\d*)(?:E([+-]?\d+))?$/i.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(`${whole}${fraction}`);
  return { digits: sign === '-' ? -digits : digits, power: Number(exponent) - fraction.length };
}

/** Below, at or above zero: the decimal compared with the double next to it. */
export function compareWithDouble({ digits, power }: ParsedDecimal, double: number): number {
  if (double === 0) return digits < 0n ? -1 : digits > 0n ? 1 : 0;
  const { mantissa, exponent } = partsOf(double);
  let [left, right] = [digits, mantissa];
  if (power >= 0) left *= 10n ** BigInt(power);
  else right *= 10n ** BigInt(-power);
  if (exponent >= 0) right <<= BigInt(exponent);
  else left <<= BigInt(-exponent);
  return left < right ? -1 : left > right ? 1 : 0;
}

const scratch = Buffer.alloc(8);

/** A finite double is exactly `mantissa * 2 ** exponent`. */
function partsOf(double: number): { mantissa: bigint; exponent: number } {
  scratch.writeDoubleBE(double);
  const bits = scratch.readBigUInt64BE();
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const biased = Number((bits >> 52n) & 0x7ffn);
  const mantissa = biased === 0 ? fraction : fraction | 0x10_0000_0000_0000n;
  return { mantissa: bits >> 63n ? -mantissa : mantissa, exponent: Math.max(biased, 1) - 1075 };
}

const DIGITS = 34;
const EXPONENT_BIAS = 0x4000;

/** Orders decimals other than zero by their exact value; always of the same length, one byte a character. */
export function exactKey({ digits, power }: ParsedDecimal): string {
  const text = String(digits < 0n ? -digits : digits);
  const exponent = power + text.length + EXPONENT_BIAS;
  const head = String.fromCharCode(exponent >> 8, exponent & 0xff);
  const key = head + text.replace(/0+$/, '').padEnd(DIGITS, '0');
  return digits < 0n ? invert(key) : key;
}

function invert(key: string): string {
  const bytes = Buffer.from(key, 'latin1');
  for (let i = 0; i < bytes.length; i++) bytes[i] = ~bytes[i]! & 0xff;
  return bytes.toString('latin1');
}
