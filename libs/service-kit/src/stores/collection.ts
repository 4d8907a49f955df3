import { Schema, type Connection, type Model } from 'mongoose';

/** Definitions of fields that most documents use. */
export const field = {
  text: { type: String, required: true },
  number: { type: Number, required: true },
  flag: { type: Boolean, required: true },
  date: { type: Date, required: true },
  textOrNull: { type: String, default: null },
  numberOrNull: { type: Number, default: null },
  dateOrNull: { type: Date, default: null },
  /** One of some words. */
  oneOf: <const Word extends string>(words: readonly Word[]) =>
    ({ type: String, required: true, enum: words }) as const,
  /** Object whose keys no definition lists; MongoDB stores it as it is. */
  objectOf: <Value extends object>(): ObjectField<Value> => ({ type: Schema.Types.Mixed, required: true }),
} as const;

interface ObjectField<Value> {
  type: typeof Schema.Types.Mixed;
  required: true;
  /** Never set: carries the type. */
  holds?: Value;
}

/** Type of the values of a field. */
type ValueOf<Field> =
  Field extends ObjectField<infer Value>
    ? Value
    : Field extends { enum: readonly (infer Word)[] }
      ? Word
      : Field extends { type: infer Type }
        ? ValueOf<Type>
        : Field extends StringConstructor
          ? string
          : Field extends NumberConstructor
            ? number
            : Field extends BooleanConstructor
              ? boolean
              : Field extends DateConstructor
                ? Date
                : Field extends readonly [infer Item]
                  ? ValueOf<Item>[]
                  : FieldValues<Field>;

type OrNull<Field> = Field extends { default: null } ? null : never;

/** Fields with neither `required: true`, nor a default, nor a list may be absent. */
type IsPresent<Field> = Field extends { required: false }
  ? false
  : Field extends
        { required: true } | { default: unknown } | { type: readonly unknown[] } | readonly unknown[]
    ? true
    : false;

type Simplified<Type> = { [Key in keyof Type]: Type[Key] };

/** Mongoose reads `_id: false` as "no id". */
type FieldValues<Fields> = Simplified<
  {
    -readonly [Key in keyof Fields as IsPresent<Fields[Key]> extends true ? Key : never]:
      ValueOf<Fields[Key]> | OrNull<Fields[Key]>;
  } & {
    -readonly [
      Key in keyof Fields as IsPresent<Fields[Key]> extends true
        ? never
        : Fields[Key] extends false
          ? never
          : Key
    ]?: ValueOf<Fields[Key]> | OrNull<Fields[Key]>;
  }
>;

export interface Collection<Row> {
  /** For indexes. */
  schema: Schema;
  /** Returns the model of a connection. */
  on(connection: Connection): Model<Row>;
}

/** Type of a collection's documents. */
export type RowOf<Of> = Of extends Collection<infer Row> ? Row : never;

interface CollectionOptions<Fields> {
  model: string;
  name: string;
  fields: Fields;
  /** False stores empty objects. */
  minimize?: boolean;
}

/**
 * Declares the documents of a collection once: their type follows from the fields. A field is present when it is
 * required, has a default or is a list, and may be `null` when this is its default. `required: false` marks one with
 * a default that older documents lack. Mongoose's own inference takes every field with the default `null` as absent.
 */
export function defineCollection<const Fields extends object>({
  model,
  name,
  fields,
  minimize = true,
}: CollectionOptions<Fields>): Collection<FieldValues<Fields>> {
  const schema: Schema = new Schema(
    { ...fields },
    { collection: name, versionKey: false, strict: 'throw', minimize },
  );
  return {
    schema,
    on: (connection) => connection.models[model] ?? connection.model<FieldValues<Fields>>(model, schema),
  };
}
