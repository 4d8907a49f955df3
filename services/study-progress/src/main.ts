import { startService } from '@kumbuka/service-kit';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';

await startService(createApp, loadConfig);
