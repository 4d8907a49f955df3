import { describe, expect, it } from 'vitest';
import { withFileVariables } from './file-variables.ts';

const files: Record<string, string> = { '/run/secrets/internal-key': 'a-key-of-a-file\n' };
const read = (file: string) => {
  const text = files[file];
  if (text === undefined) throw new Error(`ENOENT ${file}`);
  return text;
};

describe('variables in files', () => {
  it('variables in files: a secret comes from the file that its variable names', () => {
    const env = withFileVariables({ INTERNAL_KEY_FILE: '/run/secrets/internal-key', PORT: '1' }, read);
    expect(env).toMatchObject({ INTERNAL_KEY: 'a-key-of-a-file', PORT: '1' });
  });

  it('variables in files: the headers of the trace collector, which contain its token, come from a file', () => {
    const env = withFileVariables({ OTEL_EXPORTER_OTLP_HEADERS_FILE: '/run/secrets/internal-key' }, read);
    expect(env).toMatchObject({ OTEL_EXPORTER_OTLP_HEADERS: 'a-key-of-a-file' });
  });

  it('variables in files leaves names of other programs alone', () => {
    const env = { SSL_CERT_FILE: '/nowhere', MONGO_URL_FILE: ' ' };
    expect(withFileVariables(env, read)).toEqual(env);
  });

  it('variables in files: the error lists every unreadable file and every duplicate variable', () => {
    const env = {
      INTERNAL_KEY: 'in the environment',
      INTERNAL_KEY_FILE: '/run/secrets/internal-key',
      MONGO_URL_FILE: '/nowhere',
    };
    expect(() => withFileVariables(env, read)).toThrow(/INTERNAL_KEY[\s\S]*\/nowhere/);
  });
});
