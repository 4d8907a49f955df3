export { allowed, codeLanguages, formulaAttribute, type CodeLanguage } from './allow-list.ts';
