import { join } from 'node:path';
import { root } from './images.ts';
import { output, succeeds } from './shell.ts';

/** First words of a command that renders a kustomization; the folder follows. */
export type Renderer = readonly [command: string, subcommand: string];

const isVersion5 = (command: string, args: readonly string[]) =>
  succeeds(command, args) && /\bv5\.\d/.test(output(command, args));

/**
 * Returns kubectl or kustomize, whichever is installed and has kustomize 5. Older ones, such as Debian's kubectl 1.20,
 * cannot read components.
 */
export function findRenderer(): Renderer | undefined {
  if (isVersion5('kubectl', ['version', '--client'])) return ['kubectl', 'kustomize'];
  if (isVersion5('kustomize', ['version'])) return ['kustomize', 'build'];
  return undefined;
}

/** Returns the manifests of an overlay as YAML documents. */
export const renderOverlay = ([command, subcommand]: Renderer, overlay: string): string =>
  output(command, [subcommand, join(root, 'k8s/overlays', overlay)]);
