import { buildWebWhenStale } from './web-build.ts';

try {
  await buildWebWhenStale(console.log);
  console.log('The web client in apps/web/dist is up to date.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
