import fastify from 'fastify';
import { mongo } from 'mongoose';
import { createHash } from 'node:crypto';

/**
 * Baseline of the product: only Fastify and the driver. `node bare-server.ts <MongoDB URI>` prints its port. It looks up
 * the bearer and has neither limits nor events.
 */
const [uri = ''] = process.argv.slice(2);
const client = await mongo.MongoClient.connect(uri);
const database = client.db('bench_bare');
const decks = database.collection('decks');
const progress = database.collection('progress');
const answers = database.collection('answers', { writeConcern: { w: 'majority', journal: true } });
const learners = 32;
const cards = 10;

const tokenOf = (ownerId: number) => createHash('sha256').update(String(ownerId)).digest('hex');
const owners = new Map(Array.from({ length: learners }, (_, ownerId) => [tokenOf(ownerId), ownerId]));

await decks.createIndex({ ownerId: 1, updatedAt: -1 });
await progress.createIndex({ ownerId: 1, cardId: 1 });
await answers.createIndex({ ownerId: 1, at: 1 });
const ids = [...owners.values()];
const text = { title: 'A deck', description: 'For trials', subject: 'Trials', category: 'General' };
await decks.insertMany(ids.map((ownerId) => ({ ownerId, ...text, cards, updatedAt: new Date() })));
await progress.insertMany(
  ids.flatMap((ownerId) => Array.from({ length: cards }, (_, cardId) => ({ ownerId, cardId, correct: 1 }))),
);

const app = fastify();
const ownerOf = (authorization = '') => owners.get(authorization.replace('Bearer ', '')) ?? null;
app.addHook('onRequest', async ({ headers }, reply) => {
  if (ownerOf(headers.authorization) === null) await reply.code(401).send();
});
app.get('/decks', ({ headers }) =>
  decks
    .find({ ownerId: ownerOf(headers.authorization) })
    .sort({ updatedAt: -1 })
    .limit(20)
    .toArray(),
);
app.get('/dashboard', async ({ headers }) => {
  const filter = { ownerId: ownerOf(headers.authorization) };
  const [own, rows] = await Promise.all([decks.find(filter).toArray(), progress.find(filter).toArray()]);
  return { decks: own, rows };
});
app.post('/progress', async ({ headers, body }, reply) => {
  const ownerId = ownerOf(headers.authorization);
  await answers.insertOne({ ownerId, at: new Date(), answer: body });
  return reply.code(201).send({ message: 'stored' });
});
const address = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ address, tokens: [...owners.keys()] }));
process.once('SIGTERM', () => {
  void app.close().then(() => client.close());
});
