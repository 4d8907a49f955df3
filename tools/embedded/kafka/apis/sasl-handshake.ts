import { createScramExchange, SCRAM_MECHANISM } from '../access/scram.ts';
import { KafkaError } from '../wire/errors.ts';
import { createWriter } from '../wire/writer.ts';
import type { Api } from './api.ts';
import { outcomeOf } from './outcome.ts';

export const saslHandshake: Api = {
  key: 17,
  name: 'SaslHandshake',
  minVersion: 1,
  maxVersion: 1,
  async handle(body, { saltedPasswordOf }, { session }) {
    const mechanism = body.string();
    const { code } = await outcomeOf(() => {
      if (mechanism !== SCRAM_MECHANISM) throw new KafkaError('UNSUPPORTED_SASL_MECHANISM');
      session.beginExchange(createScramExchange(saltedPasswordOf));
    }, undefined);
    const response = createWriter().int16(code);
    return response.array([SCRAM_MECHANISM], (each) => void response.string(each));
  },
};
