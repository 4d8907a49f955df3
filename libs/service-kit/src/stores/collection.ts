import { Schema, type Connection, type Model } from 'mongoose';

const pairs: PartField<readonly (readonly [number, number])[], [[NumberConstructor]]> = {
  type: [[Number]],
};
const schemaOfPart = (fields: object) => new Schema({ ...fields }, { _id: false, strict: 'throw' });

/** Definitions of fields that most documents use. */
export const field = {
  text: { type: String, required: true },
  number: { type: Number, required: true },
  flag: { type: Boolean, required: true },
  date: { type: Date, required: true },
  textOrNull: { type: String, default: null },
  numberOrNull: { type: Number, default: null },
  dateOrNull: { type: Date, default: null },
  /** One of the listed words. */
  oneOf: <const Word extends string>(words: readonly Word[]) =>
    ({ type: String, required: true, enum: words }) as const,
  /** One of the listed numbers. */
  oneNumberOf: <const Value extends number>(numbers: readonly Value[]) =>
    ({ type: Number, required: true, enum: numbers }) as const,
  /** Object with arbitrary keys; MongoDB stores it unchanged. */
  objectOf: <Value extends object>(): RequiredField<Value, typeof Schema.Types.Mixed> => ({
    type: Schema.Types.Mixed,
    required: true,
  }),
  /** List of pairs of numbers. */
  pairs,
  /** Object with fields of its own. */
  partOf: <const Fields extends object>(fields: Fields): PartField<FieldValues<Fields>, Schema> => ({
    type: schemaOfPart(fields),
  }),
  /** List of objects with fields of their own. */
  partsOf: <const Fields extends object>(
    fields: Fields,
  ): PartField<readonly FieldValues<Fields>[], [Schema]> => ({ type: [schemaOfPart(fields)] }),
  /** May be `null` and has no default, because the store always writes it. */
  orNull: <const Field extends object>(definition: Field): Field & NullableField => definition,
} as const;

interface NullableField {
  /** Never set: carries the type. */
  nullable?: true;
}
interface PartField<Value, Type> {
  type: Type;
  /** Never set: carries the type. */
  holds?: Value;
}
interface RequiredField<Value, Type> extends PartField<Value, Type> {
  required: true;
}

/** Type of the values of a field. */
type ValueOf<Field> = 'holds' extends keyof Field
  ? NonNullable<Field['holds']>
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
                ? readonly ValueOf<Item>[]
                : FieldValues<Field>;

type OrNull<Field> = Field extends { default: null } ? null : 'nullable' extends keyof Field ? null : never;

/** Fields that are neither required, nor have a default, nor are a list, a part or `orNull`, may be absent. */
type IsPresent<Field> = Field extends { required: false }
  ? false
  : 'holds' extends keyof Field
    ? true
    : 'nullable' extends keyof Field
      ? true
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

/** Schema of a collection that rejects fields without a definition. */
const schemaOf = (
  fields: object,
  collection: string,
  options: { minimize?: boolean; discriminatorKey?: string },
) => new Schema({ ...fields }, { collection, versionKey: false, strict: 'throw', ...options });

/**
 * Declares the documents of a collection once: their type follows from the fields. A field is present when it is
 * required, has a default or is a list, and may be `null` when this is its default. `required: false` marks one with
 * a default that older documents lack. Mongoose's own inference treats every field with the default `null` as absent.
 */
export function defineCollection<const Fields extends object>({
  model,
  name,
  fields,
  minimize = true,
}: CollectionOptions<Fields>): Collection<FieldValues<Fields>> {
  const schema: Schema = schemaOf(fields, name, { minimize });
  return {
    schema,
    on: (connection) => connection.models[model] ?? connection.model<FieldValues<Fields>>(model, schema),
  };
}

/** Collection whose documents are of several kinds, distinguished by their field `kind`. */
export interface KindsCollection<Rows> extends Collection<Rows[keyof Rows]> {
  /** Returns the model of one kind; its queries find only this kind. */
  kindOn<Kind extends keyof Rows>(kind: Kind, connection: Connection): Model<Rows[Kind]>;
}

/** Type of the documents of one kind. */
export type KindOf<Of, Kind> = Extract<RowOf<Of>, { kind: Kind }>;

interface KindsOptions<Fields, Kinds> extends Omit<CollectionOptions<Fields>, 'minimize'> {
  /** Fields that only one kind has. */
  kinds: Kinds;
}
interface OfKind {
  model: string;
  fields: object;
}
type OfKinds<Kinds> = Record<keyof Kinds, OfKind>;
type KindRows<Fields, Kinds extends OfKinds<Kinds>> = {
  [Kind in keyof Kinds]: Simplified<
    FieldValues<Fields> & { kind: Kind } & FieldValues<Kinds[Kind]['fields']>
  >;
};

/** Declares a collection with documents of several kinds; see `defineCollection`. */
export function defineKinds<const Fields extends object, const Kinds extends OfKinds<Kinds>>({
  model,
  name,
  fields,
  kinds,
}: KindsOptions<Fields, Kinds>): KindsCollection<KindRows<Fields, Kinds>> {
  type Rows = KindRows<Fields, Kinds>;
  const schema: Schema = schemaOf(fields, name, { discriminatorKey: 'kind' });
  function define(connection: Connection) {
    const all = connection.model<Rows[keyof Rows]>(model, schema);
    for (const [kind, own] of Object.entries<OfKind>(kinds))
      all.discriminator(own.model, new Schema({ ...own.fields }, { strict: 'throw' }), kind);
    return all;
  }
  const on = (connection: Connection) => connection.models[model] ?? define(connection);
  return {
    schema,
    on,
    kindOn(kind, connection) {
      on(connection);
      return connection.model<Rows[typeof kind]>(kinds[kind].model);
    },
  };
}
