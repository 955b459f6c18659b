import * as z from 'zod';
import { articleUrl } from '#article/addresses.ts';
import { archiveMarkSchema, archiveMember } from '#article/archive-words.ts';
import { sectionSchema } from '#article/pages/article-json.ts';
import { perSections } from '#article/section.ts';
import type { Change, ChangeAct, ChangesPage } from '#changes/public-changes.ts';
import { afterSchema } from '#http/query-parameters.ts';
import type { Publication } from '#runtime/config/config.ts';

/** Longest long poll, in seconds. Proxies often end a silent request after a minute. */
export const LONGEST_WAIT = 50;

/** What a caller can ask of the changes. */
export const changesQuerySchema = perSections(() =>
  z.object({
    after: afterSchema.describe('Only changes after this number. 0 begins with the first publication.'),
    limit: z.coerce.number().int().min(1).max(1000).default(200).describe('The number of changes per page.'),
    section: sectionSchema()
      .optional()
      .describe('Only changes of articles of this section, and of articles that moved into or out of it.'),
    wait: z.coerce
      .number()
      .int()
      .min(0)
      .max(LONGEST_WAIT)
      .default(0)
      .describe('Seconds to wait for a change when none has come yet.'),
  }),
);

/** What changed when an article was `recaptioned`. */
export const BESIDE_TEXT = 'the words of its picture, its tags, its series or what to read next';

const TYPES: Record<ChangeAct, string> = {
  published: 'article.published',
  corrected: 'article.corrected',
  recaptioned: 'article.recaptioned',
  moved: 'article.moved',
  withdrawn: 'article.withdrawn',
};

/** One change; also the body of a webhook. */
export const changeSchema = z
  .strictObject({
    seq: z.int().min(1).describe('The number of the change. Numbers rise, with gaps.'),
    at: z.iso.datetime(),
    type: z
      .enum(Object.values(TYPES) as [string, ...string[]])
      .describe(`\`recaptioned\`: ${BESIDE_TEXT} changed. The article and its times did not.`),
    id: z.uuid().describe('The article. It keeps this id when it moves.'),
    url: z.url().describe('The address after the change; of a withdrawal, the address that answers no more.'),
    previousUrl: z.url().nullable().describe('The address before a move. It redirects.'),
    section: z.string(),
    slug: z.string(),
    revision: z.int().min(0).nullable().describe('The revision that readers see since; null after a withdrawal.'),
    modifiedAt: z.iso.datetime().nullable().describe('`modifiedAt` of the article after a publication or correction.'),
    correctionNote: z.string().nullable(),
    archive: archiveMarkSchema.optional(),
  })
  .meta({ id: 'Change', description: 'One public change of an article.' });

export const changesSchema = z
  .strictObject({
    changes: z.array(changeSchema).describe('Oldest first.'),
    nextAfter: z.int().min(0).describe('Send it as `after` to go on.'),
  })
  .meta({ id: 'Changes', description: 'What changed, from the publication log.' });

/** The message by which a chief tests a webhook. */
export const webhookTestSchema = z
  .strictObject({
    type: z.literal('webhook.test'),
    at: z.iso.datetime(),
    url: z.url().describe('The site that sends it.'),
  })
  .meta({ id: 'WebhookTest', description: 'A message that tells of no change.' });

/** One change, as JSON and in the stream. */
export function changeJson(publication: Publication, change: Change) {
  const { seq, at, act, articleId, section, slug, moved, revision, correctionNote, modifiedAt, archive } = change;
  return {
    seq,
    at,
    type: TYPES[act],
    id: articleId,
    url: articleUrl(publication, change),
    previousUrl: moved && articleUrl(publication, moved),
    section,
    slug,
    revision,
    modifiedAt,
    correctionNote,
    ...archiveMember(archive),
  };
}

export function changesJson(publication: Publication, { changes, nextAfter }: ChangesPage) {
  return { changes: changes.map((change) => changeJson(publication, change)), nextAfter };
}
