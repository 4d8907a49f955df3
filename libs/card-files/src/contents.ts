export { builtInNoteTypes } from './built-in-types.ts';
export * from './collection.ts';
export { mediaReferences, withMediaAddresses } from './html/media-references.ts';
