import type { Kafka } from 'kafkajs';
import Encoder from 'kafkajs/src/protocol/encoder.js';
import Decoder from 'kafkajs/src/protocol/decoder.js';
import { pbkdf2Sync, randomBytes } from 'node:crypto';

const apiKey = 51;
const scramSha512 = 2;
const iterations = 4_096;
const keyBytes = 64;

interface Upserted {
  login: string;
  code: number;
  message: string | null;
}

/** AlterUserScramCredentials version 0, which kafkajs lacks. The first empty tag section ends the request's header. */
function requestFor(passwords: Readonly<Record<string, string>>) {
  const credentials = Object.entries(passwords).map(([login, password]) => {
    const salt = randomBytes(keyBytes);
    return new Encoder()
      .writeUVarIntString(login)
      .writeInt8(scramSha512)
      .writeInt32(iterations)
      .writeUVarIntBytes(salt)
      .writeUVarIntBytes(pbkdf2Sync(password, salt, iterations, keyBytes, 'sha512'))
      .writeUVarIntBytes();
  });
  return {
    apiKey,
    apiVersion: 0,
    apiName: 'AlterUserScramCredentials',
    encode: async () =>
      new Encoder()
        .writeUVarIntBytes()
        .writeUVarIntArray([])
        .writeUVarIntArray(credentials)
        .writeUVarIntBytes(),
  };
}

const response = {
  async decode(raw: Buffer): Promise<Upserted[]> {
    const decoder = new Decoder(raw);
    decoder.readTaggedFields();
    decoder.readInt32();
    return decoder.readUVarIntArray((each) => {
      const result = {
        login: each.readUVarIntString() ?? '',
        code: each.readInt16(),
        message: each.readUVarIntString(),
      };
      each.readTaggedFields();
      return result;
    });
  },
  parse: async (results: Upserted[]) => results,
};

/** Kafka rejects to store a login. */
class LoginsRejected extends Error {
  readonly code = 'LOGINS_REFUSED';

  constructor(rejected: readonly Upserted[]) {
    super(
      `Kafka rejected logins: ${rejected.map(({ login, message }) => `${login}: ${message}`).join('; ')}`,
    );
    this.name = 'LoginsRejected';
  }
}

interface InternalCluster {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  refreshMetadata(): Promise<void>;
  findControllerBroker(): Promise<{
    connectionPool: { send<Result>(call: { request: object; response: object }): Promise<Result> };
  }>;
}

/** kafkajs keeps the factory of its connections under a private symbol. */
function clusterOf(kafka: Kafka): InternalCluster {
  const symbol = Object.getOwnPropertySymbols(kafka).find(({ description }) =>
    description?.endsWith('createCluster'),
  );
  const create: unknown = symbol && Reflect.get(kafka, symbol);
  if (typeof create !== 'function') throw new Error('kafkajs has no createCluster; its version changed.');
  return create({ allowAutoTopicCreation: false }) as InternalCluster;
}

/** Creates SCRAM-SHA-512 logins, or sets the passwords of existing ones. Throws `LoginsRejected`. */
export async function setPasswords(kafka: Kafka, passwords: Readonly<Record<string, string>>): Promise<void> {
  const cluster = clusterOf(kafka);
  await cluster.connect();
  try {
    await cluster.refreshMetadata();
    const { connectionPool } = await cluster.findControllerBroker();
    const results = await connectionPool.send<Upserted[]>({ request: requestFor(passwords), response });
    const rejected = results.filter(({ code }) => code !== 0);
    if (rejected.length > 0) throw new LoginsRejected(rejected);
  } finally {
    await cluster.disconnect();
  }
}
