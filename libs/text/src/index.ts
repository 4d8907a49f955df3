export * from './accounts.ts';
export { asciiDigits, isBlank, isWellFormed, trimText, wellFormed, withoutIgnorables } from './characters.ts';
export * from './clean.ts';
export * from './cut.ts';
export { escapeHtml } from './html.ts';
export * from './keys.ts';
export * from './line-ends.ts';
export * from './pairs/parse-pairs.ts';
export { separatorNames, type Separator } from './pairs/separators.ts';
