import { entryOf } from '@kumbuka/stack/commands';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../../..');
const config = join(root, 'tools/containers/config');
const text = (file: string) => readFileSync(file, 'utf8');

const alerts: { alert: string; expr: string }[] = parse(text(join(config, 'alerts.yml'))).groups[0].rules;
const dashboard: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
  text(join(config, 'grafana/dashboards/kumbuka.json')),
);
const runbook = text(join(root, 'docs/runbook.md'));
const entries = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);

const sourcesBelow = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.(?:test|drill))\.ts$/.test(file) && !file.includes('node_modules'))
    .map((file) => text(join(root, folder, file)))
    .join('\n');
const code = `${sourcesBelow('libs')}\n${sourcesBelow('services')}`;
const metricsIn = (expression: string) =>
  [...expression.matchAll(/\b(?:http|events|store|billing|ai)_[a-z_]+/g)].map(([name]) =>
    name.replace(/_(?:count|bucket|sum)$/, ''),
  );

/** Returns the commands and files that the runbook names as proof of an alert. */
const proofsOf = (alert: string): string[] => {
  const [, entry = ''] = runbook.split(`\n## ${alert}\n`);
  const [, tried = ''] = /^Tried: ([^]*?)(?:\n\n|\n*$)/m.exec(entry.split('\n## ')[0] ?? '') ?? [];
  return [...tried.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
};
const exists = (name: string) => {
  const [, command = '', words = ''] = /^npm run ([\w-]+) -- (.*)$/.exec(name) ?? [];
  return existsSync(join(root, command === '' ? name : entryOf(command, words.split(' ')).entry));
};

describe('alerts', () => {
  it.each(alerts)('the runbook names an existing proof of $alert', ({ alert }) => {
    const proofs = proofsOf(alert);
    expect(proofs).not.toEqual([]);
    expect(proofs.filter((name) => !exists(name))).toEqual([]);
  });

  it.each(alerts)('$alert has an entry in the runbook', ({ alert }) => expect(entries).toContain(alert));

  it.each(alerts)('$alert uses only metrics that the processes export', ({ expr }) => {
    for (const metric of metricsIn(expr)) expect(code).toContain(`'${metric}'`);
  });
});

describe('the dashboard', () => {
  it.each(dashboard.panels)('$title shows metrics that the processes export', ({ targets }) => {
    const metrics = targets.flatMap(({ expr }) => metricsIn(expr));
    expect(metrics).not.toEqual([]);
    for (const metric of metrics) expect(code).toContain(`'${metric}'`);
  });
});

describe('Prometheus', () => {
  it('scrapes every process of the containers', () => {
    const { scrape_configs: jobs } = parse(text(join(config, 'prometheus.yml')));
    const scraped = jobs.flatMap((job: { static_configs: { targets: string[] }[] }) =>
      job.static_configs.flatMap(({ targets }) => targets),
    );
    const { services } = parse(text(join(root, 'docker-compose.yml')), { merge: true });
    const ours = Object.entries<{ read_only?: boolean }>(services).filter(([, each]) => each.read_only);
    expect(scraped.toSorted()).toEqual(ours.map(([name]) => `${name}:8080`).toSorted());
  });
});
