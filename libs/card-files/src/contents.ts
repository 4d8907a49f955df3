export { builtInNoteTypes } from './built-in-types.ts';
export * from './collection.ts';
export { archiveLimits } from './limits.ts';
export {
  addressGrowth,
  mediaReferences,
  withMediaAddresses,
  withMediaMarks,
} from './html/media-references.ts';
