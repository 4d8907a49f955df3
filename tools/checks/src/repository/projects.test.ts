import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNodesV2 } from '../../targets/plugin.mjs';
import { has, projects, root } from '../files.ts';

const [, addTargets] = createNodesV2;

function targetsOf(project: string): string[] {
  const manifest = join(project, 'package.json');
  const results = addTargets([manifest], undefined, { workspaceRoot: root });
  return results.flatMap(([, found]) => Object.keys(found.projects[project]?.targets ?? {}));
}

const testsIn = (project: string) =>
  readdirSync(join(root, project), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(test|drill)\.\w+$/.test(file) && !file.includes('node_modules/'))
    .map((file) => join(project, file));

function testsThatRun(): string[] {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const listed = spawnSync(process.execPath, [vitest, 'list', '--filesOnly', '--json'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, LANE: undefined },
  });
  const files: { file: string }[] = JSON.parse(listed.stdout);
  return files.map(({ file }) => relative(root, file));
}

describe('every project', () => {
  it.each(projects)('the project %s has the Nx targets that its files require', (project) => {
    const targets = targetsOf(project);
    expect(targets).toContain('lint');
    expect(targets.includes('types')).toBe(has(project, 'tsconfig.json'));
    expect(targets.includes('test')).toBe(testsIn(project).length > 0);
    expect(targets.includes('drill')).toBe(targets.includes('test'));
  });

  it('every test file of every project runs', () => {
    expect(testsThatRun().toSorted()).toEqual(projects.flatMap(testsIn).toSorted());
  }, 60_000);
});
