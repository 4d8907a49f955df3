export * from './constants.ts';
export * from './error-catalogue.ts';
export * from './errors.ts';
export * from './envelope.ts';
export * from './events/index.ts';
export * from './internal/index.ts';
export * from './rest/index.ts';
export * from './services.ts';
export { namedSentence } from './sentences.ts';
