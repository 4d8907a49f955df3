export * from './collection.ts';
