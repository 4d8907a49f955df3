import { Schema, type Connection, type Model, type mongo } from 'mongoose';
import { beforeEach } from 'vitest';
import { useDatabase, type MongoSuiteOptions } from './context.ts';

const learnerSchema = new Schema(
  {
    email: { type: String, unique: true, required: true },
    name: String,
    age: Number,
    tags: [String],
    prefs: { goal: Number, theme: String },
    items: [{ _id: false, sku: String, qty: Number }],
    big: BigInt,
    bytes: Buffer,
    uid: Schema.Types.UUID,
    marks: { type: Map, of: Number },
  },
  { timestamps: true },
);

export const UID = '7f1c8f0e-0000-4000-8000-000000000001';

export const ann = {
  email: 'ann@example.org',
  name: 'Ann',
  age: 30,
  tags: ['x', 'y'],
  prefs: { goal: 50 },
  items: [
    { sku: 'p', qty: 1 },
    { sku: 'q', qty: 2 },
  ],
};

type Learner = typeof ann & {
  prefs?: { goal: number; theme?: string };
  big?: bigint;
  bytes?: Buffer;
  uid?: mongo.UUID;
  marks?: Map<string, number>;
};

const learnersOf = (connection: Connection): Model<Learner> =>
  connection.models['Learner'] ?? connection.model<Learner>('Learner', learnerSchema);

/** Creates a collection in a separate database, which contains only Ann before each test. */
export function useLearners(options: MongoSuiteOptions) {
  const database = useDatabase(options);
  const learners = () => learnersOf(database());
  beforeEach(async () => {
    await learners().init();
    await learners().deleteMany({});
    await learners().create(ann);
  });
  return { database, learners };
}
