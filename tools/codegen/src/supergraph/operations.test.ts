import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clientOperations, operationsFile, operationsText, webOperations } from './operations.ts';

describe('the manifest of operations', () => {
  it('the manifest contains the operations that the web client sends now', () => {
    expect(operationsText()).toBe(readFileSync(operationsFile, 'utf8'));
  });

  it('leaves out fragments without an operation', () => {
    expect(clientOperations().map(({ name }) => name)).not.toContain('');
    expect(clientOperations()).toHaveLength(webOperations().length);
  });
});
