export { allowed, codeLanguages, formulaAttribute, type CodeLanguage } from './allow-list.ts';
export { isTooDeep, maxDepth } from './markdown.ts';
