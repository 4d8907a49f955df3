import { z } from 'zod';

/** Integer ids travel as numbers in events, as they do in REST. */
export const id = z.int().positive();
export const time = z.iso.datetime();
export const percent = z.int().min(0).max(100);
