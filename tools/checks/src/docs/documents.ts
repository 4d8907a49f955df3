import { serviceNames } from '@kumbuka/contracts';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/**/*.md',
  '{apps,libs,services,tools}/*/README.md',
  'tools/*/{*,src/*}/README.md',
];

/** Files that name commands in comments and messages; tests name commands that are not there. */
const sources = [
  '{apps,libs,services,tools}/**/*.{ts,tsx,mjs}',
  'k8s/**/*.yaml',
  '.ci/run',
  '.env.example',
  'Dockerfile',
  'docker-compose.yml',
];
const isTest = (file: string) => /\.(test|drill)\./.test(file);

const fences = /^```.*?^```/gms;
const allOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, caught = '']) => caught);

/** Targets of the links within the repository. */
const linksIn = (text: string) =>
  allOf(text.replaceAll(fences, ''), /\]\(<?([^)\s>#]+)/g).filter((to) => !/^[a-z]+:/.test(to));

const source = /^[\w.@-]+(?:\/[\w.@-]+)+\.(?:tsx?|mjs|json|graphql|ya?ml|md)$/;
const fromRoot = /^(?:apps|libs|services|tools|docs|k8s|\.ci)\/[\w./@-]+$/;
/** Files and folders between backticks. */
const pathsIn = (text: string) =>
  allOf(text.replaceAll(fences, ''), /`([^`\s]+)`/g).filter(
    (each) => source.test(each) || fromRoot.test(each),
  );

/** Commands as typed: `check`, or `suite -- mongo` with the name of one of a family. */
const commandsIn = (text: string) => allOf(text, /\bnpm run ([\w:-]*\w(?: -- [\w-]*\w)?)/g);

/** Folders against which statements about every service and about the web client are checked. */
const models = ['services/decks', 'services/decks/src', 'apps/web', 'apps/web/src'];

/** A path may begin at the root, beside the document, at its project or the project's `src`, or at a model. */
const placesOf = (document: string, path: string) => {
  const project = /^[^/]+\/[^/]+(?=\/)/.exec(document)?.[0] ?? '.';
  return ['.', dirname(document), project, join(project, 'src'), ...models].map((from) => join(from, path));
};

/** Returns a function that says whether a command exists; names after ` -- ` count for families of commands. */
async function knownCommands(root: string): Promise<(command: string) => boolean> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { families } = await import(pathToFileURL(join(root, 'tools/stack/bootstrap/commands.mjs')).href);
  return (command) => {
    const [script = '', name] = command.split(' -- ');
    if (!Object.hasOwn(scripts, script)) return false;
    return name === undefined || !Object.hasOwn(families, script) || Object.hasOwn(families[script], name);
  };
}

/** Returns the commands in comments, messages and manifests that do not exist, one sentence each. */
export async function deadCommandsIn(root: string): Promise<string[]> {
  const isCommand = await knownCommands(root);
  return globSync(sources, { cwd: root, exclude: ['**/{node_modules,dist}/**'] })
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      commandsIn(readFileSync(join(root, file), 'utf8'))
        .filter((command) => !isCommand(command))
        .map((command) => `${file} names npm run ${command}, which is no command`),
    );
}

/** Returns links, paths and commands of the documents that do not exist, one sentence each. */
export async function missingIn(root: string): Promise<string[]> {
  const isCommand = await knownCommands(root);
  const isThere = (path: string) => existsSync(join(root, path));
  const isBegun = (path: string) => globSync(`${path}-*`, { cwd: root }).length > 0;
  /** Only a missing path needs the slower search for a longer name with this beginning, such as a decision's. */
  const placeOf = (places: readonly string[]) => places.find(isThere) ?? places.find(isBegun);
  return globSync(documents, { cwd: root, exclude: ['**/node_modules/**'] }).flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8');
    return [
      ...linksIn(text)
        .filter((to) => placeOf([join(dirname(document), decodeURI(to))]) === undefined)
        .map((to) => `${document} links to ${to}, which is not there`),
      ...pathsIn(text)
        .filter((path) => placeOf(placesOf(document, path)) === undefined)
        .map((path) => `${document} names ${path}, which is not there`),
      ...commandsIn(text)
        .filter((command) => !isCommand(command))
        .map((command) => `${document} names npm run ${command}, which is no command`),
    ];
  });
}

/** Names with a hyphen in the line of a README that begins with a label, such as `- **Publishes**` or `| Publishes`. */
const eventsIn = (readme: string, label: string) => {
  const line = new RegExp(`^(?:- \\*\\*|\\| )${label}\\b.*`, 'm').exec(readme)?.[0] ?? '';
  const names = new Set(line.match(/[a-z]+(?:-[a-z]+)+/g));
  return [...names].filter((name) => !serviceNames.some((service) => service === name));
};

/** Compares the lines Publishes and Consumes of a README with the names of events. Returns one sentence per difference. */
export function wrongEventsIn(document: string, readme: string, events: Record<string, readonly string[]>) {
  return Object.entries(events).flatMap(([label, names]) => {
    const named = eventsIn(readme, label);
    return [
      ...names
        .filter((name) => !named.includes(name))
        .map((name) => `${document} lacks ${name} in its line ${label}`),
      ...named
        .filter((name) => !names.includes(name))
        .map((name) => `${document} names ${name} in its line ${label}, which is wrong`),
    ];
  });
}
