import { KafkaError } from '../wire/errors.ts';
import { createWriter } from '../wire/writer.ts';
import { type Api, HOST, NO_THROTTLE, NODE_ID } from './api.ts';
import { outcomeOf } from './outcome.ts';

const GROUP = 0;
const TRANSACTION = 1;
const NOBODY = { id: -1, host: '', port: -1 };

export const findCoordinator: Api = {
  key: 10,
  name: 'FindCoordinator',
  minVersion: 2,
  maxVersion: 2,
  async handle(body, { port }, { session }) {
    const name = body.string();
    const type = body.int8();
    const find = () => {
      if (type === TRANSACTION) throw new KafkaError('TRANSACTIONAL_ID_AUTHORIZATION_FAILED');
      if (type !== GROUP) throw new KafkaError('INVALID_REQUEST');
      session.check('describe', 'group', name);
      return { id: NODE_ID, host: HOST, port };
    };
    const { code, message, value } = await outcomeOf(find, NOBODY);
    const response = createWriter().int32(NO_THROTTLE).int16(code).string(message);
    return response.int32(value.id).string(value.host).int32(value.port);
  },
};
