import { processConfig, readConfig, type Environment } from '@kumbuka/runtime';
import { serviceConfig, storeConfig } from '@kumbuka/service-kit';
import { z } from 'zod';

/** Folder of pictures and sounds, or a bucket; without one none can be uploaded. A bucket such as `s3+https://key:secret@host/bucket?region=eu-west-1`. */
const mediaStore = z.string().min(1).optional();

const variables = z.object({ ...processConfig, ...storeConfig, AUTH_URL: z.url(), MEDIA_STORE: mediaStore });

const gigabyte = 1024 ** 3;
const schema = variables
  .extend({
    STUDY_PROGRESS_URL: z.url(),
    BILLING_URL: z.url(),
    IMPORT_FOLDER: z.string().min(1).optional(),
    IMPORT_GIGABYTES: z.coerce.number().min(0.001).default(10),
  })
  .transform((env) => ({
    ...serviceConfig('decks', env),
    auth: { url: env.AUTH_URL },
    mediaStore: env.MEDIA_STORE ?? null,
    studyProgress: { url: env.STUDY_PROGRESS_URL },
    billing: { url: env.BILLING_URL },
    imports: { folder: env.IMPORT_FOLDER ?? null, bytes: env.IMPORT_GIGABYTES * gigabyte },
  }));

export type Config = z.output<typeof schema>;
/** Reads the configuration from the environment. Throws `ConfigurationInvalid` with all problems. */
export const loadConfig = (env: Environment): Config => readConfig(schema, env);

const rebuildSchema = variables.extend({ STUDY_PROGRESS_URL: z.url() }).transform((env) => ({
  ...serviceConfig('decks', env),
  studyProgress: { url: env.STUDY_PROGRESS_URL },
}));

/** Reads the configuration of the rebuild command. */
export const loadRebuildConfig = (env: Environment) => readConfig(rebuildSchema, env);
