export { allowed, codeLanguages, formulaAttribute, partsAttribute, type CodeLanguage } from './allow-list.ts';
export { writtenFormat } from './written-format.ts';
