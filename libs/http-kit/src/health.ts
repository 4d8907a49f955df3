import type { FastifyInstance } from 'fastify';

/** `/health/live` answers 200 while nothing hangs, `/health/ready` once everything that is needed is there. */
export function registerHealth(app: FastifyInstance, isReady: () => boolean, isAlive: () => boolean) {
  app.get('/health/live', async (_request, reply) => {
    const alive = isAlive();
    return reply.status(alive ? 200 : 503).send({ status: alive ? 'live' : 'hanging' });
  });
  app.get('/health/ready', async (_request, reply) => {
    const ready = isReady();
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'waiting' });
  });
}
