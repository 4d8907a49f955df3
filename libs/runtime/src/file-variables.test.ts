import { describe, expect, it } from 'vitest';
import { withFileVariables } from './file-variables.ts';

const files: Record<string, string> = { '/run/secrets/internal-key': 'a-key-of-a-file\n' };
const read = (file: string) => {
  const text = files[file];
  if (text === undefined) throw new Error(`ENOENT ${file}`);
  return text;
};

describe('variables in files', () => {
  it('a secret is read from the file that its variable names', () => {
    const env = withFileVariables({ INTERNAL_KEY_FILE: '/run/secrets/internal-key', PORT: '1' }, read);
    expect(env).toMatchObject({ INTERNAL_KEY: 'a-key-of-a-file', PORT: '1' });
  });

  it('the headers of the trace collector, which contain its token, are read from a file', () => {
    const env = withFileVariables({ OTEL_EXPORTER_OTLP_HEADERS_FILE: '/run/secrets/internal-key' }, read);
    expect(env).toMatchObject({ OTEL_EXPORTER_OTLP_HEADERS: 'a-key-of-a-file' });
  });

  it('variables of other programs are not read as files', () => {
    const env = { SSL_CERT_FILE: '/nowhere', MONGO_URL_FILE: ' ' };
    expect(withFileVariables(env, read)).toEqual(env);
  });

  it('the error lists every unreadable file and every variable that is set twice', () => {
    const env = {
      INTERNAL_KEY: 'in the environment',
      INTERNAL_KEY_FILE: '/run/secrets/internal-key',
      MONGO_URL_FILE: '/nowhere',
    };
    expect(() => withFileVariables(env, read)).toThrow(/INTERNAL_KEY[\s\S]*\/nowhere/);
  });
});
