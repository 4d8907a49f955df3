export * from './contents.ts';
export { fileLimits } from './limits.ts';
export { previewCardFile, readCardFile } from './process/read-card-file.ts';
export { openContents } from './process/spool.ts';
export { writeApkg, writeArchive } from './write/package.ts';
export { writeCsv, writeJson, writeMarkdown } from './write/text.ts';
