import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

const { globalSetup: _, ...config } = journeys;

/** The pictures of the gallery alone, for which no product is started. */
export default defineConfig({ ...config, testMatch: 'gallery.journey.ts' });
