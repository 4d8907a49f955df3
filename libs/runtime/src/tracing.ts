import { readConfig, tracingConfig, type Environment } from './config.ts';
import type { Log } from './log.ts';
import { collectSpans } from './spans.ts';

export interface Tracing {
  /** Sends the last spans. */
  stop(): Promise<void>;
}

const none: Tracing = { stop: async () => undefined };

/** `name=value` pairs separated by commas, values percent-encoded. */
const headersOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const [name = '', ...value] = pair.split('=');
      return name.trim() === '' ? [] : [[name.trim(), decodeURIComponent(value.join('=').trim())]];
    }),
  );

/** Exports the spans of this process to the configured collector, if any. Throws `ConfigurationInvalid`. */
export async function startTracing(
  env: Environment,
  log: Pick<Log, 'warn'>,
  times: { sendMs?: number } = {},
): Promise<Tracing> {
  const config = readConfig(tracingConfig, env);
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  if (endpoint === undefined) return none;
  // Loaded only when tracing is configured.
  const { createOtlpSink } = await import('./otlp.ts');
  const sink = createOtlpSink({
    endpoint,
    headers: headersOf(config.OTEL_EXPORTER_OTLP_HEADERS),
    share: config.OTEL_TRACES_SAMPLER_ARG,
    ...times,
    onLoss: (error) => log.warn({ err: error }, 'spans are lost'),
  });
  collectSpans(sink);
  return {
    async stop() {
      collectSpans(null);
      await sink.stop();
    },
  };
}
