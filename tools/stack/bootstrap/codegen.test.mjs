import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureGenerated } from './codegen.mjs';

const TYPES = 'services/decks/src/graphql/generated/types.ts';
// Stands in for the generator: writes the one file and counts its runs.
const generator = `
  import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
  mkdirSync('services/decks/src/graphql/generated', { recursive: true });
  writeFileSync('${TYPES}', '');
  appendFileSync('runs', 'x');
`;

let root;
const write = (file, text) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};
const runs = () => readFileSync(join(root, 'runs'), 'utf8').length;
const generate = () => ensureGenerated(root, process.execPath);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'codegen-'));
  write('package-lock.json', '{}');
  write('services/decks/schema.graphql', 'type Query { decks: Int }');
  write('tools/codegen/src/supergraph/compose.ts', '');
  write('tools/codegen/src/graphql-types/main.ts', generator);
  mkdirSync(join(root, 'apps/web/src'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

it('the bootstrap generates types once as long as nothing changes', () => {
  generate();
  generate();
  expect(runs()).toBe(1);
});

it('the bootstrap generates types again when a schema changed or a file was deleted', () => {
  generate();
  appendFileSync(join(root, 'services/decks/schema.graphql'), '# changed');
  generate();
  expect(runs()).toBe(2);
  rmSync(join(root, TYPES));
  generate();
  expect(runs()).toBe(3);
});

it('the bootstrap reports a failed generator and runs it again the next time', () => {
  write('tools/codegen/src/graphql-types/main.ts', 'process.exit(1)');
  expect(generate).toThrow('could not be generated');
  write('tools/codegen/src/graphql-types/main.ts', generator);
  generate();
  expect(runs()).toBe(1);
});
