import * as z from 'zod';
import { text } from '#core/text.ts';

/** Name and line of description of a series. */
export const seriesSchema = z.strictObject({
  name: text({ min: 1, max: 110 }),
  description: text({ min: 1, max: 240 }),
});

/** The last part of the address of a series; empty for one that is made from its name. */
export const seriesSlugSchema = z
  .string()
  .max(110)
  .regex(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/, { error: 'may hold only letters from a to z, digits and single hyphens' });

/** The most parts of a series. */
export const MOST_PARTS = 100;
