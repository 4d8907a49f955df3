import { useRedis, type RedisSuiteOptions } from './context.ts';
import { counterCases } from './counters.ts';
import { protocolCases } from './protocol.ts';
import { pubSubCases } from './pubsub.ts';
import { signInCases } from './sign-in.ts';

/** Registers the cases that Redis must pass for the services, on the embedded server and on a real one alike. */
export function redisSuite(options: RedisSuiteOptions): void {
  const redis = useRedis(options);
  signInCases(redis);
  counterCases(redis);
  pubSubCases(redis);
  protocolCases(redis);
}
