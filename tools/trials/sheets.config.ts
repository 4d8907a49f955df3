import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** Contact sheets of every route, made on request only. */
export default defineConfig({ ...journeys, testMatch: 'contact-sheets.ts', timeout: 1_800_000 });
