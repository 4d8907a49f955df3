import { createWriter } from '../wire/writer.ts';
import { type Api, NO_THROTTLE } from './api.ts';
import { outcomeOf } from './outcome.ts';

export const listGroups: Api = {
  key: 16,
  name: 'ListGroups',
  minVersion: 2,
  maxVersion: 2,
  async handle(_body, { coordinator }, { session }) {
    const { code, value } = await outcomeOf(() => {
      return coordinator.list().filter(({ id }) => session.allows('describe', 'group', id));
    }, []);
    const response = createWriter().int32(NO_THROTTLE).int16(code);
    return response.array(value, ({ id, protocolType }) => {
      response.string(id).string(protocolType);
    });
  },
};
