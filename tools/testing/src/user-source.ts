import { internalHeaders } from '@kumbuka/contracts';
import { createServer } from '@kumbuka/http-kit';
import { createLog } from '@kumbuka/runtime';
import { testInternalKey } from './test-service.ts';

/**
 * Serves an internal route about users of another service: `path` lists two per page, and `path/:id` returns one after
 * running `meanwhile.beforeResponse`.
 */
export async function startUserSource<Word extends { userId: number }>(
  path: string,
  unknownUser: (userId: number) => Word,
) {
  const words = new Map<number, Word>();
  const meanwhile = { beforeResponse: async () => {} };
  const app = createServer({ log: createLog('user-source', 'silent'), isReady: () => true });
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (headers[internalHeaders.key] !== testInternalKey) await reply.status(403).send({});
  });
  app.get<{ Querystring: { after?: string } }>(path, async ({ query: { after = '0' } }) => {
    const left = [...words.values()].filter(({ userId }) => userId > Number(after));
    const users = left.slice(0, 2);
    return { users, next: left.length > 2 ? users.at(-1)?.userId : null };
  });
  app.get<{ Params: { id: string } }>(`${path}/:id`, async ({ params }) => {
    const userId = Number(params.id);
    const word = words.get(userId) ?? unknownUser(userId);
    await meanwhile.beforeResponse();
    return word;
  });
  return {
    url: await app.listen({ port: 0, host: '127.0.0.1' }),
    meanwhile,
    setUser: (word: Word) => void words.set(word.userId, word),
    clear() {
      words.clear();
      meanwhile.beforeResponse = async () => {};
    },
    stop: () => app.close(),
  };
}
