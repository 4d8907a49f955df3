import { appendElements, encode, type Element } from '../bson/encode.ts';
import { decode, NAME_REFUSED, type Document } from '../bson/decode.ts';
import { documentTooLarge, failedToParse, MongoError } from '../errors.ts';
import { MAX_COMMAND_NESTING, MAX_INTERNAL_DOCUMENT } from '../limits.ts';

const OP_REPLY = 1;
export const OP_QUERY = 2004;
const OP_MSG = 2013;
export const HEADER = 16;

const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const REQUIRED_BITS = 0xffff;

export type Message = {
  requestId: number;
  opCode: number;
  database: string;
  command: Document;
  /** Error to reply with when the command has a field name that this server does not support. */
  rejection?: MongoError;
  /** Documents of a sequence, still encoded. */
  sequences: Map<string, Uint8Array[]>;
  /** The sender does not wait for a reply. */
  isOneWay: boolean;
};

export type Reply = { fields: Document; elements?: Element[] };

/** Parses one complete message. Throws for messages that this server does not support. */
export function readMessage(bytes: Buffer): Message {
  const opCode = bytes.readInt32LE(12);
  if (opCode === OP_MSG) return readOpMsg(bytes);
  if (opCode === OP_QUERY) return readOpQuery(bytes);
  throw failedToParse(`unsupported operation ${opCode}`);
}

/** Parses the legacy format, which drivers use for their first `hello`. */
function readOpQuery(bytes: Buffer): Message {
  const nameEnd = bytes.indexOf(0, HEADER + 4);
  if (nameEnd < 0) throw failedToParse('unterminated namespace');
  const namespace = bytes.toString('utf8', HEADER + 4, nameEnd);
  const body = documentAt(bytes, nameEnd + 9, bytes.length);
  const command = decode(body, MAX_COMMAND_NESTING);
  const inner = command.$query ?? command.query;
  return {
    requestId: bytes.readInt32LE(4),
    opCode: OP_QUERY,
    database: namespace.split('.')[0]!,
    command: (inner as Document | undefined) ?? command,
    sequences: new Map(),
    isOneWay: false,
  };
}

function readOpMsg(bytes: Buffer): Message {
  const flags = bytes.readUInt32LE(HEADER);
  if (flags & REQUIRED_BITS & ~(CHECKSUM_PRESENT | MORE_TO_COME))
    throw failedToParse('unknown required flag');
  const end = bytes.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  const sequences = new Map<string, Uint8Array[]>();
  let body: Buffer | undefined;
  for (let at = HEADER + 4; at < end;) {
    const kind = bytes[at++];
    if (kind === 0) {
      if (body) throw failedToParse('more than one body');
      body = documentAt(bytes, at, end);
      at += body.length;
    } else if (kind === 1) at = readSequence(bytes, at, end, sequences);
    else throw failedToParse(`unknown section kind ${kind}`);
  }
  if (!body) throw failedToParse('no body section');
  const { command, rejection } = readCommand(body);
  return {
    requestId: bytes.readInt32LE(4),
    opCode: OP_MSG,
    database: typeof command.$db === 'string' ? command.$db : 'admin',
    command,
    ...(rejection && { rejection }),
    sequences,
    isOneWay: (flags & MORE_TO_COME) !== 0,
  };
}

function readCommand(body: Buffer): Pick<Message, 'command' | 'rejection'> {
  try {
    return { command: decode(body, MAX_COMMAND_NESTING) };
  } catch (error) {
    if (!(error instanceof MongoError) || error.code !== NAME_REFUSED) throw error;
    return { command: {}, rejection: error };
  }
}

function readSequence(
  bytes: Buffer,
  start: number,
  end: number,
  sequences: Map<string, Uint8Array[]>,
): number {
  if (start + 4 > end) throw failedToParse('truncated sequence');
  const stop = start + bytes.readInt32LE(start);
  if (stop > end || stop < start + 5) throw failedToParse('bad sequence length');
  const nameEnd = bytes.indexOf(0, start + 4);
  if (nameEnd < 0 || nameEnd >= stop) throw failedToParse('unterminated sequence name');
  const name = bytes.toString('utf8', start + 4, nameEnd);
  if (sequences.has(name)) throw failedToParse(`sequence ${name} twice`);
  const documents: Uint8Array[] = [];
  for (let at = nameEnd + 1; at < stop;) {
    const document = documentAt(bytes, at, stop);
    documents.push(document);
    at += document.length;
  }
  sequences.set(name, documents);
  return stop;
}

function documentAt(bytes: Buffer, at: number, end: number): Buffer {
  if (at + 5 > end) throw failedToParse('truncated document');
  const length = bytes.readInt32LE(at);
  if (length < 5 || at + length > end) throw failedToParse('bad document length');
  return bytes.subarray(at, at + length);
}

/** Throws for a document that is too large. A command may contain slightly larger documents than the storage. */
export function assertDocumentSize(length: number): void {
  if (length > MAX_INTERNAL_DOCUMENT) throw documentTooLarge(length, MAX_INTERNAL_DOCUMENT);
}

let lastRequestId = 0;

/** Encodes a reply in the format of the request. */
export function writeReply(
  { requestId, opCode }: Pick<Message, 'requestId' | 'opCode'>,
  reply: Reply,
): Buffer {
  const plain = encode(reply.fields);
  const body = reply.elements ? appendElements(plain, reply.elements) : [plain];
  const bodyLength = body.reduce((sum, { length }) => sum + length, 0);
  const isQuery = opCode === OP_QUERY;
  const head = Buffer.alloc(isQuery ? HEADER + 20 : HEADER + 5);
  lastRequestId = (lastRequestId + 1) | 0;
  head.writeInt32LE(head.length + bodyLength, 0);
  head.writeInt32LE(lastRequestId, 4);
  head.writeInt32LE(requestId, 8);
  head.writeInt32LE(isQuery ? OP_REPLY : OP_MSG, 12);
  if (isQuery) {
    head.writeInt32LE(8, HEADER);
    head.writeInt32LE(1, HEADER + 16);
  }
  return Buffer.concat([head, ...body], head.length + bodyLength);
}
