import { PACKET_TEXT_NAMES, valuesOf } from '#article/article-fields.ts';
import { sectionSlugs } from '#article/section.ts';
import { FORM } from '#evidence/figures/claims-form.ts';
import type { FieldHints } from '#http/declared.ts';

// Hints for the errors of a payload, by field of an article.

const BLOCK =
  '{"id": "b1", "type": "paragraph", "text": "…"}, where type is paragraph, heading, subheading, quote or list';
const SOURCE = '{"title": "…", "url": "https://…"}, with publisher and note where they are known';

const SHAPES: Record<string, string | undefined> = {
  bodyBlocks: `send a list of blocks, each ${BLOCK}`,
  'bodyBlocks.*': `a block is ${BLOCK}`,
  sources: `send a list of sources, each ${SOURCE}`,
  'sources.*': `a source is ${SOURCE}`,
  'bodyBlocks.*.id': 'send a string such as "b1"',
  'bodyBlocks.*.type':
    'h1 and h2 are heading here, h3 is subheading, p is paragraph, blockquote is quote, ul and ol are list',
  'bodyBlocks.*.text': 'send one string: in a list block each line is an item, and every paragraph is its own block',
  'sources.*.url': 'send the https address of the page',
  heroAssetId:
    'send the id of a picture in the library, or leave it out and describe the picture in editorialPacket.heroBrief',
  fields: 'send a list of names, such as ["headline", "gate"]',
  since: 'send the number that an earlier answer has as `version`',
  needs: 'or leave it out',
  get section() {
    return `the sections are ${sectionSlugs().join(', ')}`;
  },
  editorialPacket: 'send an object of texts, such as {"factCheckNotes": "…"}',
  'editorialPacket.claimsReview': `send JSON text, a string that holds ${FORM}`,
  articleId: 'send the id of the article, as list_articles gives it',
  baseRevision: 'send the revision you read, as get_article gives it',
  id: 'send the id that list_articles gives, or section and slug in place of it',
  authorId: 'list_articles with names: true lists the ids of authors',
  tagIds: 'list_articles with names: true lists the ids of tags',
  'tagIds.*': 'list_articles with names: true lists the ids of tags',
};

const OTHER_NAMES: Record<string, string | undefined> = {
  desk: 'section',
  category: 'section',
  body: 'bodyBlocks',
  blocks: 'bodyBlocks',
  content: 'bodyBlocks text',
  title: 'headline',
  summary: 'dek',
  excerpt: 'dek',
  subtitle: 'dek',
  author: 'authorId',
  tags: 'tagIds',
  id: 'articleId',
  article: 'articleId',
  articleId: 'id',
  revision: 'baseRevision',
  query: 'q',
  search: 'q',
  href: 'url',
  link: 'url',
  name: 'title',
  items: 'text',
  children: 'text',
  markdown: 'bodyBlocks text',
  html: 'bodyBlocks text',
  kind: 'type',
  section_slug: 'section',
  base_revision: 'baseRevision',
  base: 'baseRevision',
  parentRevision: 'baseRevision',
  ...valuesOf(PACKET_TEXT_NAMES, () => 'editorialPacket'),
};

export const fieldHints: FieldHints = { shapes: SHAPES, otherNames: OTHER_NAMES };
