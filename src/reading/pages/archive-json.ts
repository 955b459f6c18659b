import * as z from 'zod';
import { monthPath, tagPath } from '#article/addresses.ts';
import type { ListedTag } from '#reading/tag-pages.ts';
import type { Publication } from '#runtime/config/config.ts';

const articles = z.int().min(1).describe('The number of its articles.');

export const archiveSchema = z
  .strictObject({
    months: z
      .array(
        z.strictObject({
          month: z
            .string()
            .regex(/^\d{4}-\d\d$/)
            .describe('The month in UTC.'),
          articles,
          url: z.url().describe('Its articles as a page, as Markdown and as JSON, by `Accept`.'),
        }),
      )
      .describe('Latest first.'),
  })
  .meta({ id: 'ArchiveIndex', description: 'The months in which articles were first published.' });

export const tagIndexSchema = z
  .strictObject({
    tags: z
      .array(
        z.strictObject({
          slug: z.string(),
          name: z.string(),
          articles,
          url: z.url().describe('Its articles as a page, as Markdown and as JSON, by `Accept`.'),
        }),
      )
      .describe('By name.'),
  })
  .meta({ id: 'TagIndex', description: 'The tags of published articles.' });

export type ListedMonth = { month: string; articles: number };

export function archiveJson({ baseUrl }: Publication, months: readonly ListedMonth[]): z.infer<typeof archiveSchema> {
  return { months: months.map((month) => ({ ...month, url: baseUrl + monthPath(month.month) })) };
}

export function tagIndexJson({ baseUrl }: Publication, tags: readonly ListedTag[]): z.infer<typeof tagIndexSchema> {
  return { tags: tags.map((tag) => ({ ...tag, url: baseUrl + tagPath(tag.slug) })) };
}
