import { z } from 'zod';

/** Ids are numbers in events, as in REST. */
export const id = z.int().positive();
export const time = z.iso.datetime();
export const percent = z.int().min(0).max(100);
