/**
 * Functions beyond ES2022 that browser code may call: those in `laterFeatures`, which are loaded where they are missing,
 * and those of the oldest supported browsers. `tsconfig.oldest.json` checks the client against ES2022 and this file.
 */
interface ReadonlyArray<T> {
  // Chrome 97, Firefox 104, Safari 15.4.
  findLast<S extends T>(
    predicate: (value: T, index: number, array: readonly T[]) => value is S,
  ): S | undefined;
  findLast(predicate: (value: T, index: number, array: readonly T[]) => unknown): T | undefined;
  findLastIndex(predicate: (value: T, index: number, array: readonly T[]) => unknown): number;
  toReversed(): T[];
  toSorted(compare?: (a: T, b: T) => number): T[];
  toSpliced(start: number, deleteCount: number, ...items: T[]): T[];
}

interface Array<T> {
  findLast<S extends T>(predicate: (value: T, index: number, array: T[]) => value is S): S | undefined;
  findLast(predicate: (value: T, index: number, array: T[]) => unknown): T | undefined;
  findLastIndex(predicate: (value: T, index: number, array: T[]) => unknown): number;
  toReversed(): T[];
  toSorted(compare?: (a: T, b: T) => number): T[];
  toSpliced(start: number, deleteCount: number, ...items: T[]): T[];
}

interface PromiseConstructor {
  withResolvers<T>(): {
    promise: Promise<T>;
    resolve: (value: T | PromiseLike<T>) => void;
    reject: (reason?: unknown) => void;
  };
}

interface String {
  isWellFormed(): boolean;
  toWellFormed(): string;
}

/** Functions of Vite that the build replaces. */
interface ImportMeta {
  readonly env: Readonly<Record<string, string>>;
  glob<T>(pattern: string): Record<string, () => Promise<T>>;
}

declare module '*?url' {
  const address: string;
  export default address;
}

/** Styles of a lazy chunk. */
declare module '*.css';
