import { readConfig, tracingConfig, type Environment } from './config.ts';
import type { Log } from './log.ts';
import { collectSpans } from './spans.ts';

export interface Tracing {
  /** Sends the last spans. */
  stop(): Promise<void>;
}

const none: Tracing = { stop: async () => undefined };

/** `name=value` pairs with commas between them, the values encoded as in addresses. */
const headersOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const [name = '', ...value] = pair.split('=');
      return name.trim() === '' ? [] : [[name.trim(), decodeURIComponent(value.join('=').trim())]];
    }),
  );

/**
 * Sends the spans of this process to the collector that the environment names, if any. Throws ConfigurationInvalid.
 */
export async function startTracing(env: Environment, log: Pick<Log, 'warn'>): Promise<Tracing> {
  const config = readConfig(tracingConfig, env);
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  if (endpoint === undefined) return none;
  // A process that nobody traces does not load it.
  const { createOtlpSink } = await import('./otlp.ts');
  const sink = createOtlpSink({
    endpoint,
    headers: headersOf(config.OTEL_EXPORTER_OTLP_HEADERS),
    share: config.OTEL_TRACES_SAMPLER_ARG,
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
