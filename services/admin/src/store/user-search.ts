import mongoose, {
  Schema,
  type AnyBulkWriteOperation,
  type ClientSession,
  type Connection,
  type Model,
} from 'mongoose';
import { foldName } from '../domain/directory/listing.ts';
import type { DirectoryUser, UserChange } from '../domain/directory/user.ts';

interface NamesRow {
  /** Id of the user. */
  _id: number;
  /** Folded name and address. */
  text: string;
  /** Every three signs that follow each other in it. */
  grams: string[];
}

const schema = new Schema<NamesRow>(
  {
    _id: { type: Number, required: true },
    text: { type: String, required: true },
    grams: { type: [String], required: true },
  },
  { collection: 'user_names', versionKey: false, strict: 'throw' },
);
schema.index({ grams: 1 });

const modelOf = (connection: Connection): Model<NamesRow> =>
  connection.models['UserNames'] ?? connection.model<NamesRow>('UserNames', schema);

const gramLength = 3;
/** More candidates than this are found faster by reading along the order that was asked for. */
const fewAtMost = 2_000;

const gramsOf = (text: string): string[] => [
  ...new Set(
    Array.from({ length: Math.max(0, text.length - gramLength + 1) }, (_, at) =>
      text.slice(at, at + gramLength),
    ),
  ),
];

const textOf = ({ username, email }: DirectoryUser) => `${foldName(username)}\n${foldName(email)}`;
const hasNames = ({ state }: DirectoryUser) => state === 'listed';

function operationOf({ before, after }: UserChange): AnyBulkWriteOperation<NamesRow>[] {
  if (!hasNames(after)) return hasNames(before) ? [{ deleteOne: { filter: { _id: after.id } } }] : [];
  const text = textOf(after);
  if (hasNames(before) && textOf(before) === text) return [];
  const replacement = { _id: after.id, text, grams: gramsOf(text) };
  return [{ replaceOne: { filter: { _id: after.id }, replacement, upsert: true } }];
}

/** Names and addresses by what they contain. */
export function createUserSearch(connection: Connection, session: ClientSession | null = null) {
  const names = modelOf(connection);

  return {
    /** Keeps what changes make of names; those of users who are gone go. */
    async save(changes: readonly UserChange[]): Promise<void> {
      const operations = changes.flatMap(operationOf);
      if (operations.length > 0) await names.bulkWrite(operations, session ? { session } : {});
    },

    /** Ids of the users who match, where three signs or more leave few to look at; null for all others. */
    async findFew(searchKey: string): Promise<number[] | null> {
      const grams = gramsOf(searchKey);
      if (grams.length === 0) return null;
      const rows = await names
        .find({ grams: mongoose.trusted({ $all: grams }) }, { text: 1 })
        .limit(fewAtMost + 1)
        .lean<Pick<NamesRow, '_id' | 'text'>[]>();
      if (rows.length > fewAtMost) return null;
      return rows.filter(({ text }) => text.includes(searchKey)).map(({ _id }) => _id);
    },
  };
}
