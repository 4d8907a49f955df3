import { createWriter } from '../wire/writer.ts';
import { type Api, NO_THROTTLE } from './api.ts';
import { outcomeOf } from './outcome.ts';

export const deleteTopics: Api = {
  key: 20,
  name: 'DeleteTopics',
  minVersion: 1,
  maxVersion: 1,
  async handle(body, { topics }, { session }) {
    const names = [...new Set(body.array(body.string))];
    const remove = (name: string) => {
      session.check('delete', 'topic', name);
      return topics.remove(name);
    };
    const removed = await Promise.all(
      names.map(async (name) => ({ name, ...(await outcomeOf(() => remove(name), undefined)) })),
    );
    const response = createWriter().int32(NO_THROTTLE);
    return response.array(removed, ({ name, code }) => {
      response.string(name).int16(code);
    });
  },
};
