import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '../../..');
const read = (file: string): unknown => parse(readFileSync(join(root, file), 'utf8'), { merge: true });

const names = z.array(z.string()).min(1);
const anyPart = z.record(z.string(), z.unknown());
const at = z.strictObject({ endpoint: z.string() });
const otlpReceiver = z.strictObject({ otlp: z.strictObject({ protocols: z.strictObject({ http: at }) }) });

/** Allowed keys of these files; any other is a typo. */
const collectorFile = z.strictObject({
  receivers: otlpReceiver,
  processors: anyPart,
  exporters: z.strictObject({ otlphttp: at }),
  service: z.strictObject({
    pipelines: z.strictObject({
      traces: z.strictObject({ receivers: names, processors: names, exporters: names }),
    }),
  }),
});
const place = z.strictObject({ path: z.string().startsWith('/var/tempo/') });
const tempoFile = z.strictObject({
  server: z.strictObject({ http_listen_port: z.int() }),
  distributor: z.strictObject({ receivers: otlpReceiver }),
  storage: z.strictObject({
    trace: z.strictObject({ backend: z.literal('local'), wal: place, local: place }),
  }),
  compactor: z.strictObject({ compaction: z.strictObject({ block_retention: z.string() }) }),
  usage_report: z.strictObject({ reporting_enabled: z.literal(false) }),
});
const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      profiles: names.optional(),
      command: z.array(z.string()).optional(),
      tmpfs: names.optional(),
      volumes: z.array(z.string()).optional(),
    }),
  ),
});
const sourcesFile = z.object({ datasources: z.array(z.object({ uid: z.string(), url: z.url() })) });

const config = 'tools/containers/config';
const collector = collectorFile.parse(read(`${config}/collector.yml`));
const tempo = tempoFile.parse(read(`${config}/tempo.yml`));
const { services } = composeFile.parse(read('docker-compose.yml'));
const portOf = (endpoint: string) => Number(endpoint.split(':').at(-1));

describe('traces in containers', () => {
  it('the pipeline of traces in containers has all its parts', () => {
    const { receivers, processors, exporters, service } = collector;
    const { traces } = service.pipelines;
    expect(Object.keys(receivers)).toEqual(traces.receivers);
    expect(Object.keys(processors)).toEqual(traces.processors);
    expect(Object.keys(exporters)).toEqual(traces.exporters);
  });

  it('are sent to the store at the port where it listens', () => {
    const { hostname, port } = new URL(collector.exporters.otlphttp.endpoint);
    expect(services).toHaveProperty([hostname, 'profiles'], ['observability']);
    expect(Number(port)).toBe(portOf(tempo.distributor.receivers.otlp.protocols.http.endpoint));
  });

  it('reach the collector at the address that the compose file and its example name', () => {
    const port = portOf(collector.receivers.otlp.protocols.http.endpoint);
    expect(services).toHaveProperty(['collector', 'profiles'], ['observability']);
    for (const file of ['docker-compose.yml', '.env.example'])
      expect(readFileSync(join(root, file), 'utf8')).toContain(
        `OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:${port}`,
      );
  });

  it.each(['collector', 'tempo'])('%s reads a file of the volume that is mounted for it', (name) => {
    const { command = [], volumes = [] } = services[name] ?? {};
    expect(volumes).toEqual(['config:/config:ro']);
    const [, file] = /^--?config(?:\.file)?=\/config\/(.+)$/.exec(command[0] ?? '') ?? [];
    expect(readdirSync(join(root, config))).toContain(file);
  });

  it('the store of traces in containers may write to its directory', () => {
    expect(services['tempo']?.tmpfs?.[0]).toMatch(/^\/var\/tempo:/);
  });

  it('Grafana reads traces in containers from the port of the store', () => {
    const folder = `${config}/grafana/provisioning/datasources`;
    const urls = readdirSync(join(root, folder)).flatMap(
      (file) => sourcesFile.parse(read(`${folder}/${file}`)).datasources,
    );
    const source = urls.find(({ uid }) => uid === 'tempo');
    expect(source?.url).toBe(`http://tempo:${tempo.server.http_listen_port}`);
    expect(urls.every(({ url }) => new URL(url).hostname in services)).toBe(true);
  });
});
