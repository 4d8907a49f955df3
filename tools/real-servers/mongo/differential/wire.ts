import { mongo } from 'mongoose';
import { once } from 'node:events';
import { connect } from 'node:net';

export type Fields = Record<string, unknown>;
export type Send = (command: Fields) => Promise<Fields>;

const { serialize, deserialize } = mongo.BSON;
const OP_MSG = 2013;
const HEADER_BYTES = 16;
/** Header, flags and the kind of the only section. */
const BODY_OFFSET = 21;

function encodeMessage(command: Fields, requestId: number): Buffer {
  const body = serialize(command);
  const head = Buffer.alloc(BODY_OFFSET);
  head.writeInt32LE(BODY_OFFSET + body.length, 0);
  head.writeInt32LE(requestId, 4);
  head.writeInt32LE(OP_MSG, HEADER_BYTES - 4);
  return Buffer.concat([head, body]);
}

/** Connects without a driver, which would hide retries, sessions and number types. Sends one command at a time. */
export async function openWire(host: string) {
  const { hostname, port } = new URL(`mongodb://${host}`);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let received = Buffer.alloc(0);
  let requestId = 0;
  let settle: PromiseWithResolvers<Fields> | undefined;
  const fail = () => settle?.reject(new Error(`The server at ${host} closed the connection`));
  socket.on('error', fail).on('close', fail);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    if (received.length < HEADER_BYTES || received.length < received.readInt32LE(0)) return;
    const reply = received.subarray(BODY_OFFSET, received.readInt32LE(0));
    received = Buffer.alloc(0);
    settle?.resolve(deserialize(reply, { promoteValues: false, bsonRegExp: true }));
  });
  const send: Send = (command) => {
    settle = Promise.withResolvers<Fields>();
    socket.write(encodeMessage(command, ++requestId));
    return settle.promise;
  };
  return { send, close: () => void socket.destroy() };
}
