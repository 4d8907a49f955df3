import { createWriter } from '../wire/writer.ts';
import { type Api, NO_THROTTLE } from './api.ts';
import { outcomeOf } from './outcome.ts';

export const deleteGroups: Api = {
  key: 42,
  name: 'DeleteGroups',
  minVersion: 1,
  maxVersion: 1,
  async handle(body, { coordinator }, { session }) {
    const removeOne = async (id: string) => {
      const { code } = await outcomeOf(() => {
        session.check('delete', 'group', id);
        return coordinator.remove(id);
      }, undefined);
      return { id, code };
    };
    const removed = await Promise.all(body.array(body.string).map(removeOne));
    const response = createWriter().int32(NO_THROTTLE);
    return response.array(removed, ({ id, code }) => {
      response.string(id).int16(code);
    });
  },
};
