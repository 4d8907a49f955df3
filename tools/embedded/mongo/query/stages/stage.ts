import type { Document } from '../../bson/decode.ts';

/** Work that can be laid down at each yield. */
export type Steps<T> = Generator<undefined, T>;

/** Gives the documents that a stage makes of others, which it may change. */
export type Stage = (documents: Document[]) => Steps<Document[]>;

export type StageCompiler = (body: unknown) => Stage;
