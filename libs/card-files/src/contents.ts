export { builtInNoteTypes } from './built-in-types.ts';
export * from './collection.ts';
export {
  addressGrowth,
  mediaReferences,
  withMediaAddresses,
  withMediaMarks,
} from './html/media-references.ts';
