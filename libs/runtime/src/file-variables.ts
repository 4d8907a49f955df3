import { readFileSync } from 'node:fs';
import { ConfigurationInvalid, type Environment } from './config.ts';

/** Variables that may be read from a file: secrets, and addresses that contain one. */
const namesAFile = /^[A-Z][A-Z_]*(?:KEY|SECRET|CHALLENGE|LOGINS?|URL|STORE|PREVIOUS|HEADERS)_FILE$/;

const readText = (file: string) => readFileSync(file, 'utf8');

/**
 * Resolves variables that name files, as clusters mount secrets:
 * `INTERNAL_KEY_FILE=/run/secrets/internal-key` gives `INTERNAL_KEY`, trimmed. Throws `ConfigurationInvalid`
 * with every unreadable file and every variable that is set twice.
 */
export function withFileVariables(env: Environment, read = readText): Environment {
  const problems: string[] = [];
  const result = { ...env };
  for (const [variable, file] of Object.entries(env)) {
    if (!namesAFile.test(variable) || !file?.trim()) continue;
    const name = variable.slice(0, -'_FILE'.length);
    if (env[name]?.trim()) problems.push(`${name}: is set twice, also by ${variable}`);
    else result[name] = attempt(() => read(file).trim(), problems, `${variable}: ${file} cannot be read`);
  }
  if (problems.length > 0) throw new ConfigurationInvalid(problems);
  return result;
}

function attempt(read: () => string, problems: string[], problem: string): string | undefined {
  try {
    return read();
  } catch {
    problems.push(problem);
    return undefined;
  }
}
