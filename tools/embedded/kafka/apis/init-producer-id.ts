import { KafkaError } from '../wire/errors.ts';
import { createWriter } from '../wire/writer.ts';
import { type Api, NO_THROTTLE } from './api.ts';
import { outcomeOf } from './outcome.ts';

const NO_PRODUCER = -1;

export const initProducerId: Api = {
  key: 22,
  name: 'InitProducerId',
  minVersion: 1,
  maxVersion: 1,
  async handle(body, { commit, rows }, { session }) {
    const transactionalId = body.nullableString();
    const allocate = () => {
      if (transactionalId === '') throw new KafkaError('INVALID_REQUEST');
      if (transactionalId !== null) throw new KafkaError('TRANSACTIONAL_ID_AUTHORIZATION_FAILED');
      if (!session.allowsSomeTopic('write')) throw new KafkaError('CLUSTER_AUTHORIZATION_FAILED');
      return commit.run(rows.producers.nextId);
    };
    const { code, value } = await outcomeOf(allocate, NO_PRODUCER);
    const epoch = value === NO_PRODUCER ? -1 : 0;
    return createWriter().int32(NO_THROTTLE).int16(code).int64(value).int16(epoch);
  },
};
