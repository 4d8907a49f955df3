import { readFileSync } from 'node:fs';
import { ConfigurationInvalid, type Environment } from './config.ts';

/** What may stand in a file: secrets, and addresses that carry one. */
const namesAFile = /^[A-Z][A-Z_]*(?:KEY|SECRET|CHALLENGE|LOGIN|URL|PREVIOUS)_FILE$/;

const readText = (file: string) => readFileSync(file, 'utf8');

/**
 * The environment with what its files say, as clusters mount secrets: `INTERNAL_KEY_FILE=/run/secrets/internal-key`
 * gives `INTERNAL_KEY`, without the blanks around it. Throws ConfigurationInvalid with every file that cannot be read
 * and every name that is given twice.
 */
export function withFileVariables(env: Environment, read = readText): Environment {
  const problems: string[] = [];
  const result = { ...env };
  for (const [variable, file] of Object.entries(env)) {
    if (!namesAFile.test(variable) || !file?.trim()) continue;
    const name = variable.slice(0, -'_FILE'.length);
    if (env[name]?.trim()) problems.push(`${name}: is given twice, also by ${variable}`);
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
