import { createSocket } from 'node:dgram';

const headerBytes = 12;
const answered = 0x8400;
const unknownName = 0x8403;
const addressType = 1;
const seconds = 5;

function questionOf(message: Buffer) {
  const labels: string[] = [];
  let at = headerBytes;
  while (message[at]) {
    const length = message.readUInt8(at);
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function record(address: string): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt16BE(0xc000 + headerBytes, 0);
  bytes.writeUInt16BE(addressType, 2);
  bytes.writeUInt16BE(1, 4);
  bytes.writeUInt32BE(seconds, 6);
  bytes.writeUInt16BE(4, 10);
  bytes.set(address.split('.').map(Number), 12);
  return bytes;
}

/** A name that is known has an address of version 4 and nothing else. */
function answerTo(message: Buffer, addresses: ReadonlyMap<string, string>): Buffer {
  const { name, type, end } = questionOf(message);
  const address = addresses.get(name);
  const records = address !== undefined && type === addressType ? [record(address)] : [];
  const head = Buffer.from(message.subarray(0, headerBytes));
  head.writeUInt16BE(address === undefined ? unknownName : answered, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, message.subarray(headerBytes, end), ...records]);
}

/** Answers what the names of services mean, as the name server of a cluster does. `close` ends it. */
export async function serveNames(
  addresses: ReadonlyMap<string, string>,
  at: { address: string; port: number },
): Promise<{ port: number; close(): void }> {
  const socket = createSocket('udp4');
  socket.on('message', (message, { address, port }) => {
    try {
      socket.send(answerTo(message, addresses), port, address);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  });
  await new Promise<void>((resolve) => socket.bind(at.port, at.address, resolve));
  return { port: socket.address().port, close: () => void socket.close() };
}
