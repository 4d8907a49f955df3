import { useRedis, type RedisSuiteOptions } from './context.ts';
import { collectionCases } from './collections.ts';
import { expiryCases } from './expiry.ts';
import { keyCases } from './keys.ts';
import { protocolCases } from './protocol.ts';
import { pubSubCases } from './pubsub.ts';
import { scriptCases } from './scripts.ts';
import { signInCases } from './sign-in.ts';
import { streamCases } from './streams.ts';
import { stringCases } from './strings.ts';
import { transactionCases } from './transactions.ts';

/** Registers the cases that Redis must pass for the services, on the embedded server and on a real one alike. */
export function redisSuite(options: RedisSuiteOptions): void {
  const redis = useRedis(options);
  signInCases(redis);
  stringCases(redis);
  expiryCases(redis);
  collectionCases(redis);
  streamCases(redis);
  keyCases(redis);
  scriptCases(redis);
  transactionCases(redis);
  pubSubCases(redis);
  protocolCases(redis);
}
