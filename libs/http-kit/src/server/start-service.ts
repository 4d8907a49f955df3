import type { FastifyInstance } from 'fastify';
import {
  ConfigurationInvalid,
  startTracing,
  withFileVariables,
  type Environment,
  type Lifecycle,
} from '@kumbuka/runtime';

/** Service or app that can be started and stopped. */
export interface RunningApp extends Lifecycle {
  app: FastifyInstance;
}

const stopWithinMs = 10_000;
/** Exit code for an invalid configuration, EX_CONFIG of sysexits. */
const configurationExit = 78;

/** Ends the process after a configuration error, and prints it without a stack. */
function exitIfMisconfigured(error: unknown): never {
  if (!(error instanceof ConfigurationInvalid)) throw error;
  console.error(error.message);
  process.exit(configurationExit);
}

function configure<Config>(loadConfig: (env: Environment) => Config, env: Environment): Config {
  try {
    return loadConfig(env);
  } catch (error) {
    return exitIfMisconfigured(error);
  }
}

/**
 * Entry point of a process: reads the environment, starts, and stops on SIGTERM or SIGINT within 10 s with
 * exit code 0.
 */
export async function startService<Config>(
  createApp: (config: Config) => Promise<RunningApp> | RunningApp,
  loadConfig: (env: Environment) => Config,
) {
  const env = withFileVariables(process.env);
  const running = await createApp(configure(loadConfig, env));
  const tracing = await startTracing(env, running.app.log).catch(exitIfMisconfigured);
  let stopping = false;

  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    running.app.log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    await running.stop();
    await tracing.stop();
    process.exit(0);
  };

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const early = process.listeners(signal);
    process.on(signal, () => void stop(signal).catch(() => process.exit(1)));
    // After the new listener is installed, so that no signal is lost.
    early.forEach((listener) => process.off(signal, listener));
  }
  await running.start().catch(exitIfMisconfigured);
  if (!stopping) running.app.log.info({ address: running.app.server.address() }, 'started');
}
