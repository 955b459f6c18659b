import * as z from 'zod';
import { articleUrl, revisionUrl } from '#article/addresses.ts';
import { archiveSentence } from '#article/archive-words.ts';
import { frontMatterNames } from '#article/article-fields.ts';
import { citationOf } from '#article/citation.ts';
import { findNamed } from '#article/named-article.ts';
import type { PublishedArticle } from '#article/published.ts';
import { findRetraction } from '#article/retraction.ts';
import { Failure } from '#core/failure.ts';
import { type Evidence, readEvidence } from '#evidence/figures/evidence.ts';
import { evidenceUrl } from '#evidence/pages/evidence-json.ts';
import { readRevisionThen } from '#evidence/revision-then.ts';
import { budgetOf } from '#http/define-reader-tool.ts';
import type { Publication } from '#runtime/config/config.ts';
import { readArticleName } from './article-name.ts';
import { type Excerpt, type PublicCaller, publicTool } from './tool.ts';

const input = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(2000)
    .describe('The id of a search result; or the url or permalink of an article, or its section/slug.'),
  after: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe(
      'To read on in a long article: metadata.endsAt of the previous answer. The text begins after that place.',
    ),
  budget: budgetOf(40_000, 'The text ends with a whole block, at least one; metadata.next says how to read on.'),
});

type Input = z.output<typeof input>;

export const FETCH = publicTool(
  {
    name: 'fetch',
    title: 'Read an article',
    description:
      'Returns one published article as JSON: id, title, text, url, metadata. text is its Markdown: a correction above the body; footnotes, sources and the evidence of its numbers below it; a long article comes in parts. url is the address to cite; a block has the fragment #b- and its id. metadata: next (what to do next), cite (a ready citation), permalink (this revision, which never changes), author, revision (the first is 0), publishedAt, modifiedAt; where there is one, correctedAt and correctionNote (mention it when you cite), archive (the article is from another site: say it when you cite), evidence (how each number was settled, as JSON); endsAt, where the text was cut.',
  },
  input,
  async (caller, asked) => {
    const { publication } = caller;
    const { article, evidence, live } = await findArticle(caller, asked.id);
    const { after, budget } = asked;
    const isLive = article.revision === live.revision;
    const excerpt = await caller.readExcerpt(article, evidence, { after, budget });
    if (!excerpt) throw noSuchPlace(asked, article);
    return {
      id: article.id,
      title: article.headline,
      text: excerpt.text,
      url: isLive ? articleUrl(publication, article) : revisionUrl(publication, article),
      metadata: {
        ...metadataOf(publication, article, excerpt, live),
        ...(evidence && isLive && { evidence: evidenceUrl(publication, article) }),
      },
    };
  },
);

/** The texts that the Markdown of an article has in its front matter, which `text` does not have. */
const FACTS = frontMatterNames('article');

/** What was named: an article as it is live, or one of its revisions. */
type Fetched = { article: PublishedArticle; evidence: Evidence | null; live: PublishedArticle };

async function findArticle({ publication, read }: PublicCaller, id: string): Promise<Fetched> {
  const { name, revision } = readArticleName(publication, id);
  const live = await read((tx) => findNamed(tx, name));
  if (live && (revision ?? live.revision) === live.revision)
    return { article: live, evidence: await read((tx) => readEvidence(tx, live.id, live.revision)), live };
  const then = live && (await read((tx) => readRevisionThen(tx, live.id, revision ?? 0)));
  if (then) return { ...then, live };
  if (live)
    throw new Failure('not_found', `Revision ${revision} of this article was never public.`, {
      hint: `Fetch ${articleUrl(publication, live)}, which is revision ${live.revision} now.`,
    });
  const retraction = 'slug' in name ? await read((tx) => findRetraction(tx, name.section, name.slug)) : null;
  if (retraction)
    throw new Failure('not_found', 'This article was withdrawn.', {
      hint: 'Do not cite it. notice says why, in the words of an editor.',
      more: { withdrawnAt: retraction.at, notice: retraction.notice },
    });
  throw new Failure('not_found', 'No published article has this id.', {
    hint: 'Call search, and send the id of a result. An article that was withdrawn has no text any more; changes lists withdrawals.',
  });
}

function noSuchPlace({ after = '' }: Input, { revision }: PublishedArticle): Failure {
  return new Failure('bad_request', `Revision ${revision} of the article has no place ${after.slice(0, 80)}.`, {
    hint: 'after is metadata.endsAt of the previous answer. The article may have changed since: fetch it again without after.',
  });
}

function metadataOf(
  publication: Publication,
  article: PublishedArticle,
  { endsAt, left }: Excerpt,
  live: PublishedArticle,
) {
  const { correctedAt, correctionNote, archive } = article;
  return {
    next: `${supersededBy(publication, article, live)}${
      endsAt !== null
        ? `The text was cut at a block: ${left} characters follow. Call fetch again with id: ${JSON.stringify(revisionUrl(publication, article))} and after: ${JSON.stringify(endsAt)}.`
        : `This is the end of the article. Cite it as in cite${correctionNote ? ', with the correction' : ''}${archive ? ', with the notice in archive' : ''}.`
    }`,
    cite: citationOf(publication, article),
    permalink: revisionUrl(publication, article),
    author: article.author ?? publication.byline,
    revision: String(article.revision),
    publishedAt: article.publishedAt,
    modifiedAt: article.modifiedAt,
    ...(archive && { archive: archiveSentence(archive) }),
    ...(correctedAt && { correctedAt }),
    ...(correctionNote && { correctionNote }),
    ...Object.fromEntries(FACTS.flatMap(({ name, key }) => (article[name] ? [[key, article[name]]] : []))),
    ...(endsAt !== null && { endsAt }),
  };
}

function supersededBy(publication: Publication, article: PublishedArticle, live: PublishedArticle): string {
  if (article.revision === live.revision) return '';
  return `This is not what readers see now: revision ${live.revision} is live, at ${articleUrl(publication, live)}. `;
}
