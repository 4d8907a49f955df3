import type { Document } from '../../bson/decode.ts';
import type { Collection } from '../../storage/collection.ts';
import type { View } from '../../storage/view.ts';

/** Work that can be laid down at each yield. */
export type Steps<T> = Generator<undefined, T>;

/** What a pipeline runs on. */
export interface Run {
  view: View;
  collectionNamed: (name: string) => Collection;
  /** Values of the variables of `let`. */
  variables: Document;
}

/** Gives the documents that a stage makes of others, which it may change. */
export type Stage = (documents: Document[], run: Run) => Steps<Document[]>;

export type StageCompiler = (body: unknown, variables: readonly string[]) => Stage;

const STRIDE = 64;

/** A stage that looks at one document after the other. */
export const eachDocument = (work: (document: Document, run: Run) => Document[]): Stage =>
  function* (documents, run) {
    const results: Document[] = [];
    for (const [position, document] of documents.entries()) {
      if (position % STRIDE === STRIDE - 1) yield undefined;
      for (const result of work(document, run)) results.push(result);
    }
    return results;
  };
