export * from './collection.ts';
export { fileLimits } from './limits.ts';
export { previewCardFile, readCardFile } from './process/read-card-file.ts';
export { openContents } from './process/spool.ts';
export { mediaReferences, withMediaAddresses } from './html/media-references.ts';
