import { z } from 'zod';

/** Ids are numbers in events, as in REST. */
export const id = z.int().positive();
export const time = z.iso.datetime();
/** Study day in the learner's calendar, such as 2026-01-31; not a date of UTC. */
export const studyDate = z.iso.date();
export const percent = z.int().min(0).max(100);
