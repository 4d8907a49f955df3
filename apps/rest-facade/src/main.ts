import { startService } from '@kumbuka/http-kit';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';

await startService(createApp, loadConfig);
