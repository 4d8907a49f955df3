import type { FastifyInstance } from 'fastify';

/** `/health/live` is 200 while nothing hangs, `/health/ready` while all dependencies are available. */
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
