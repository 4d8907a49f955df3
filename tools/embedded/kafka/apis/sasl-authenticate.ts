import { createWriter } from '../wire/writer.ts';
import type { Api } from './api.ts';
import { outcomeOf } from './outcome.ts';

const LASTS_FOR_EVER = 0;
const NO_BYTES = Buffer.alloc(0);

export const saslAuthenticate: Api = {
  key: 36,
  name: 'SaslAuthenticate',
  minVersion: 0,
  maxVersion: 1,
  async handle(body, _broker, { session, version }) {
    const message = body.bytes().toString('utf8');
    const {
      code,
      message: why,
      value,
    } = await outcomeOf(() => Buffer.from(session.authenticate(message)), NO_BYTES);
    const response = createWriter().int16(code).string(why).bytes(value);
    return version >= 1 ? response.int64(LASTS_FOR_EVER) : response;
  },
};
