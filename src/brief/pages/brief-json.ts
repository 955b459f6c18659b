import * as z from 'zod';
import { articleUrl } from '#article/addresses.ts';
import { blockSchema } from '#article/copy.ts';
import type { ArchivedBrief, PublishedBrief } from '#brief/issues/archive.ts';
import type { Publication } from '#runtime/config/config.ts';

const archived = {
  day: z.iso.date().describe('The day that names the brief.'),
  number: z.int().min(1),
  subject: z.string(),
  sentAt: z.iso.datetime(),
  url: z.url().describe('The brief as a page, as Markdown and as JSON, by `Accept`.'),
};

export const briefIndexSchema = z
  .strictObject({ briefs: z.array(z.strictObject(archived)).describe('Latest first.') })
  .meta({ id: 'BriefIndex', description: 'The archive of the Field Brief.' });

const place = {
  headline: z.string(),
  section: z.string(),
  slug: z.string(),
  url: z.url().describe('The canonical address of the story.'),
};

export const publicBriefSchema = z
  .strictObject({
    ...archived,
    intro: z.array(blockSchema),
    corrections: z.array(z.strictObject({ number: z.int(), at: z.iso.datetime(), note: z.string(), ...place })),
    stories: z.array(
      z.strictObject({
        ...place,
        dek: z.string(),
        sentence: z.string().nullable().describe('What the editor said about it.'),
        disclosure: z.string().nullable().describe('Why readers should know that it is sponsored.'),
      }),
    ),
    withdrawn: z.int().min(0).describe('Stories of the brief that were taken back since it was sent.'),
    sponsor: z.strictObject({ name: z.string(), label: z.literal('Advertisement') }).nullable(),
  })
  .meta({ id: 'PublicBrief', description: 'A Field Brief as it was sent. It has the words of that day.' });
export type PublicBrief = z.infer<typeof publicBriefSchema>;

export function briefIndexJson(publication: Publication, briefs: readonly ArchivedBrief[]) {
  return { briefs: briefs.map((brief) => archivedJson(publication, brief)) };
}

function archivedJson({ baseUrl }: Publication, { day, number, subject, sentAt }: ArchivedBrief) {
  return { day, number, subject, sentAt, url: `${baseUrl}/brief/${day}` };
}

export function briefJson(publication: Publication, brief: PublishedBrief): PublicBrief {
  const placed = ({ headline, section, slug }: { headline: string; section: string; slug: string }) => ({
    headline,
    section,
    slug,
    url: articleUrl(publication, { section, slug }),
  });
  return {
    ...archivedJson(publication, brief),
    intro: brief.intro,
    corrections: brief.corrections.map((correction) => ({
      number: correction.seq,
      at: correction.at,
      note: correction.note,
      ...placed(correction),
    })),
    stories: brief.stories.map((story) => ({
      ...placed(story),
      dek: story.dek,
      sentence: story.sentence || null,
      disclosure: story.disclosure,
    })),
    withdrawn: brief.withdrawn,
    sponsor: brief.sponsor && { name: brief.sponsor.name, label: 'Advertisement' },
  };
}
