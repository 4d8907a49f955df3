import { Binary, Decimal128 } from 'bson';
import { integerPartOf } from '../bson/decimals.ts';
import { isNumeric, toNumber } from '../bson/values.ts';
import { badValue, failedToParse } from '../errors.ts';
import { toBigInt } from '../update/numbers.ts';

/** Whether a number or binary value has the bit at the position. */
type BitReader = (position: number) => boolean;

/** `$bitsAllSet` and its kin: tests for numbers and binary values. */
export function bitTest(operator: string, operand: unknown): (value: unknown) => boolean {
  const positions = readPositions(operator, operand);
  const wantsSet = operator.endsWith('Set');
  const wantsAll = operator.startsWith('$bitsAll');
  return (value) => {
    const bitAt = bitsOf(value);
    if (!bitAt) return false;
    const fits = (position: number) => bitAt(position) === wantsSet;
    return wantsAll ? positions.every(fits) : positions.some(fits);
  };
}

function readPositions(operator: string, operand: unknown): number[] {
  if (Array.isArray(operand)) return operand.map(readPosition);
  if (operand instanceof Binary) return positionsIn(bytesOf(operand));
  if (!isNumeric(operand)) {
    throw badValue(`${operator} takes an Array, a number, or a BinData`);
  }
  const mask = integerOf(operand);
  if (mask === undefined || mask < 0n) {
    throw failedToParse(`Expected a non-negative number in: ${operator}: ${String(operand)}`);
  }
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(mask);
  return positionsIn(bytes);
}

function readPosition(value: unknown): number {
  const position = toNumber(value);
  if (isNumeric(value) && Number.isInteger(position) && position >= 0 && position <= 0x7fffffff)
    return position;
  throw failedToParse('bit positions must be integers of at least 0');
}

const bytesOf = (binary: Binary): Uint8Array => binary.buffer.subarray(0, binary.position);

function positionsIn(bytes: Uint8Array): number[] {
  const positions: number[] = [];
  for (let position = 0; position < bytes.length * 8; position++) {
    if (hasBit(bytes, position)) positions.push(position);
  }
  return positions;
}

const hasBit = (bytes: Uint8Array, position: number): boolean =>
  ((bytes[position >> 3] ?? 0) & (1 << (position & 7))) !== 0;

function bitsOf(value: unknown): BitReader | undefined {
  if (value instanceof Binary) {
    const bytes = bytesOf(value);
    return (position) => hasBit(bytes, position);
  }
  const integer = isNumeric(value) ? integerOf(value) : undefined;
  if (integer === undefined) return undefined;
  // What lies beyond 64 bits is as the sign says.
  return (position) => ((integer >> BigInt(Math.min(position, 63))) & 1n) === 1n;
}

/** The number as a 64-bit integer; undefined when it has a fraction or does not fit. */
function integerOf(value: unknown): bigint | undefined {
  if (value instanceof Decimal128) return wholeDecimal(value);
  if (typeof value !== 'bigint' && !Number.isInteger(toNumber(value))) return undefined;
  return inSixtyFourBits(toBigInt(value));
}

function wholeDecimal(value: Decimal128): bigint | undefined {
  const parts = integerPartOf(value);
  return parts?.isWhole ? inSixtyFourBits(parts.integer) : undefined;
}

function inSixtyFourBits(integer: bigint): bigint | undefined {
  return BigInt.asIntN(64, integer) === integer ? integer : undefined;
}
