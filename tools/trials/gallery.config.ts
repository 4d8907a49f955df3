import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

const { globalSetup: _, ...config } = journeys;

/** Only the pictures of the gallery, without a running product. */
export default defineConfig({ ...config, testMatch: 'gallery.journey.ts' });
