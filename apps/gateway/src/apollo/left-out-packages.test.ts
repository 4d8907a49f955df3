import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const repository = join(import.meta.dirname, '../../../..');
const { overrides } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  overrides: Record<string, Record<string, string>>;
};
const leftOut = Object.keys(overrides['@apollo/gateway'] ?? {});
const gateway = dirname(createRequire(import.meta.url).resolve('@apollo/gateway/package.json'));

/** Packages that a module requires. */
const required = (text: string) =>
  [...text.matchAll(/require\("((?:@[^/"]+\/)?[^/"]+)[^"]*"\)/g)].map(([, name = '']) => name);

it('a new version of @apollo/gateway requires packages that are left out only where an earlier one did', () => {
  const users = globSync('dist/**/*.js', { cwd: gateway }).flatMap((file) => {
    const found = required(readFileSync(join(gateway, file), 'utf8')).filter((name) =>
      leftOut.includes(name),
    );
    return found.map((name) => `${relative('dist', file)} ${name}`);
  });
  expect(users.toSorted()).toEqual([
    'datasources/RemoteGraphQLDataSource.js make-fetch-happen',
    'supergraphManagers/UplinkSupergraphManager/index.js make-fetch-happen',
    'utilities/opentelemetry.js @opentelemetry/exporter-metrics-otlp-http',
    'utilities/opentelemetry.js @opentelemetry/resource-detector-alibaba-cloud',
    'utilities/opentelemetry.js @opentelemetry/resource-detector-aws',
    'utilities/opentelemetry.js @opentelemetry/resource-detector-azure',
    'utilities/opentelemetry.js @opentelemetry/resource-detector-gcp',
    'utilities/opentelemetry.js @opentelemetry/resources',
    'utilities/opentelemetry.js @opentelemetry/sdk-metrics',
    'utilities/opentelemetry.js node-cpu-count',
  ]);
});

it('a new version of @apollo/gateway depends on the same packages as the earlier one', () => {
  const { dependencies } = JSON.parse(readFileSync(join(gateway, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const installed = Object.keys(dependencies).filter((name) => !leftOut.includes(name));
  expect(installed.toSorted()).toEqual([
    '@apollo/composition',
    '@apollo/federation-internals',
    '@apollo/query-planner',
    '@apollo/server-gateway-interface',
    '@apollo/usage-reporting-protobuf',
    '@apollo/utils.createhash',
    '@apollo/utils.fetcher',
    '@apollo/utils.isnodelike',
    '@apollo/utils.keyvaluecache',
    '@apollo/utils.logger',
    '@josephg/resolvable',
    '@opentelemetry/api',
    '@opentelemetry/core',
    '@opentelemetry/semantic-conventions',
    '@types/node-fetch',
    'async-retry',
    'loglevel',
    'node-abort-controller',
    'node-fetch',
  ]);
});
