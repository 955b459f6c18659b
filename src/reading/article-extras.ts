import { readPublicProfile } from '#article/author-profile.ts';
import type { Hero } from '#article/hero.ts';
import { readPictures } from '#article/listed-pictures.ts';
import type { PublishedArticle } from '#article/published.ts';
import { agentWords, letInBy } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { type Evidence, readEvidence } from '#evidence/figures/evidence.ts';
import { type Related, readRelated } from '#reading/related/read-related.ts';
import { findSeriesPlace, type SeriesPlace } from '#reading/series/read-series.ts';
import { type ChangedText, findCorrectedText } from './corrections.ts';

/** What the page of a live article shows in addition to the article. */
export type ArticleExtras = {
  /** What to read next. */
  related: Related;
  /** The pictures of these articles, by their ids. */
  pictures: ReadonlyMap<string, Hero>;
  /** The portrait of its author. */
  portrait: Hero | null;
  /** Its place in a series; null when it is in none. */
  series: SeriesPlace | null;
  /** All its corrections, latest first. */
  corrections: { number: number; at: string; note: string }[];
  /** For an article that an agent drafted: the agent in words, who approved it, and who published (null when the server did). */
  drafted: { agent: string; letInBy: string; editedBy: string | null } | null;
  /** What the latest correction changed. */
  corrected: ChangedText;
  /** How its figures were settled; null when it was published before figures were settled. */
  evidence: Evidence | null;
};

/** Reads the extras of a live article. */
export async function readExtras(tx: Tx, article: PublishedArticle): Promise<ArticleExtras> {
  const { id, authorSlug } = article;
  const series = await findSeriesPlace(tx, id);
  const related = await readRelated(tx, article, series);
  return {
    related,
    pictures: await readPictures(
      tx,
      related.articles.map((next) => next.id),
    ),
    portrait: authorSlug === null ? null : (await readPublicProfile(tx, authorSlug)).portrait,
    series,
    corrections: article.correctionNumber === null ? [] : await listCorrections(tx, id),
    drafted: await whoDrafted(tx, article),
    corrected: await findCorrectedText(tx, article),
    evidence: await readEvidence(tx, id, article.revision),
  };
}

function listCorrections(tx: Tx, articleId: string): Promise<ArticleExtras['corrections']> {
  return tx
    .selectFrom('correction')
    .select(['seq as number', 'at', 'note'])
    .where('article_id', '=', articleId)
    .orderBy('seq', 'desc')
    .execute();
}

/** What a feed says about an article in addition to its fields. */
export type Provenance = Pick<ArticleExtras, 'drafted' | 'evidence'>;

/** Adds to live articles who drafted them and how their figures were settled. */
export function withProvenance(
  tx: Tx,
  articles: readonly PublishedArticle[],
): Promise<(PublishedArticle & Provenance)[]> {
  return Promise.all(
    articles.map(async (article) => ({
      ...article,
      drafted: await whoDrafted(tx, article),
      evidence: await readEvidence(tx, article.id, article.revision),
    })),
  );
}

async function whoDrafted(tx: Tx, { id, revision }: PublishedArticle): Promise<ArticleExtras['drafted']> {
  const drafting = await readDrafting(tx, id, revision);
  if (!drafting) return null;
  const { clientHost, letInBy: editor, editedBy } = drafting;
  return { agent: `${agentWords(clientHost)}${clientHost === null ? '' : ','}`, letInBy: editor, editedBy };
}

/** The agent that drafted a live article, and the editor who published it; null for an article of people. */
async function readDrafting(
  tx: Tx,
  id: string,
  revision: number,
): Promise<{ letInBy: string; clientHost: string | null; editedBy: string | null } | null> {
  const first = await tx
    .selectFrom('revision')
    .select(['saved_by_name', 'client_host'])
    .where('article_id', '=', id)
    .where('number', '=', 0)
    .where('saved_by_kind', '=', 'agent')
    .executeTakeFirst();
  if (!first) return null;
  const published = await tx
    .selectFrom('journal')
    .select(['actor_kind', 'actor_name', 'detail'])
    .where('subject_kind', '=', 'article')
    .where('subject_id', '=', id)
    .where('act', 'in', ['article.published', 'article.corrected'])
    .where('revision', '=', revision)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { letInBy: letInBy(first.saved_by_name), clientHost: first.client_host, editedBy: editorOf(published) };
}

/** The editor who published; `editedBy` is in databases that an early release restored from an export. */
function editorOf(entry: { actor_kind: string; actor_name: string; detail: string | null } | undefined): string | null {
  if (entry?.actor_kind === 'editor') return entry.actor_name;
  const { editedBy = null }: { editedBy?: string | null } = JSON.parse(entry?.detail ?? '{}');
  return editedBy;
}
