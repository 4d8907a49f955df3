/** Polyfills of functions that the oldest supported browsers (`README.md`) lack. */
export const laterFeatures: readonly (readonly [of: object, name: string])[] = [
  [AbortSignal, 'any'],
  [AbortSignal, 'timeout'],
  [Array.prototype, 'toReversed'],
  [Array.prototype, 'toSorted'],
  [Array.prototype, 'toSpliced'],
  [Promise, 'withResolvers'],
  [String.prototype, 'isWellFormed'],
  [String.prototype, 'toWellFormed'],
  [URL, 'canParse'],
];

/** Provides what this browser lacks. Newer browsers load nothing. */
export async function loadMissing(): Promise<void> {
  if (laterFeatures.every(([of, name]) => name in of)) return;
  const { provideMissing } = await import('./older-browsers.ts');
  provideMissing();
}
