import type { Document } from '../../bson/decode.ts';

/** Work that may pause at each yield. */
export type Steps<T> = Generator<undefined, T>;

/** Transforms documents. The stage may modify its input. */
export type Stage = (documents: Document[]) => Steps<Document[]>;

export type StageCompiler = (body: unknown) => Stage;
