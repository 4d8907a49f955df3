import { randomBytes } from 'node:crypto';
import { queryGraphQL, type Learner } from './learner.ts';

/** Fits into the body of an operation that the gateway does not know. */
const soundBytes = 40_000;

/** A sound of random samples, which no other equals. */
export function newSound(length = soundBytes): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(length, 40);
  return Buffer.concat([header, randomBytes(length)]);
}

const uploadMedia = 'mutation ($input: UploadMediaInput!) { uploadMedia(input: $input) { address } }';

/** Uploads a picture or sound for the cards of a learner. */
export const uploadFile = (graphql: string, learner: Learner, bytes: Buffer) =>
  queryGraphQL<{ uploadMedia: { address: string } }>(graphql, learner, uploadMedia, {
    input: { data: bytes.toString('base64') },
  });
