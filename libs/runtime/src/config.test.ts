import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { processConfig, readConfig } from './index.ts';

const internalKey = 'internal-key-for-tests';

describe('configuration', () => {
  it('an invalid configuration reports every problem at once', () => {
    expect(() => readConfig(z.object(processConfig), { PORT: 'x', INTERNAL_KEY: 'short' })).toThrow(
      /PORT[\s\S]*INTERNAL_KEY/,
    );
  });

  it('a blank variable counts as absent', () => {
    const config = readConfig(z.object(processConfig), { LOG_LEVEL: ' ', INTERNAL_KEY: internalKey });
    expect(config.LOG_LEVEL).toBe('info');
  });
});
