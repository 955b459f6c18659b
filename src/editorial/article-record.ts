import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type ArchiveMark, readArchiveMark } from '#article/archive-mark.ts';
import {
  type ArticleRow,
  type ArticleSummary,
  copyOf,
  getArticleRow,
  getRevisionRow,
  isVisibleTo,
  mayRead,
  maySee,
  noSuchArticle,
  type Status,
  toSummary,
} from '#article/article-rows.ts';
import { type ArticleState, NEEDS_ANSWER, VERSION } from '#article/article-state.ts';
import type { Copy } from '#article/copy.ts';
import { isPlaceholder } from '#article/placeholders.ts';
import { STAGE } from '#article/stage.ts';
import { type Actor, type Agent, withApp } from '#core/actor.ts';
import { readCursor, writeCursor } from '#core/cursor.ts';
import { foldForSearch, tokenize, wordsOf } from '#core/tokenize.ts';
import { rootOf } from '#core/word-root.ts';
import type { Tx } from '#db/database.ts';
import { type GateDeps, type GateOptions, gate, gateOptions } from '#editorial/gate/gate.ts';

/** Articles searched for words in one query, and at most for one page. */
const AT_ONCE = 500;
const MOST_LOOKED_AT = 10_000;

// Articles as the newsroom and agents read them, drafts included.

export type ArticleRecord = ArticleSummary & {
  copy: Copy;
  liveSection: string | null;
  liveSlug: string | null;
  publishedAt: string | null;
  /** Where an article of an archive comes from. */
  archive: ArchiveMark | null;
  modifiedAt: string | null;
  /** The latest correction, which is shown above the article. */
  correction: { number: number; note: string; at: string } | null;
};
export type ArticleListItem = Omit<ArticleSummary, 'gate'> & {
  headline: string;
  dek: string;
  publishedAt: string | null;
  archive: ArchiveMark | null;
  savedBy: string;
} & Pick<ArticleState, 'version' | 'stage' | 'needsAnswer'>;
export type ArticlePage = { articles: ArticleListItem[]; nextCursor: string | null };
export type ArticleFilter = {
  status?: Status;
  section?: string;
  q?: string;
  cursor?: string;
  limit: number;
  /** Only articles with a journal entry after this sequence number. */
  since?: number;
  /** Only articles for which an editor waits for the next revision. */
  needsAnswer?: boolean;
};
export type RevisionLine = { number: number; headline: string; savedAt: string; savedBy: string; savedByKind: string };

/**
 * An article with its latest copy and gate. If the article is published and its owner is not the agent's editor, an agent gets only the
 * live copy, without the notes for the editors.
 * @throws not_found also for a draft the actor may not see
 */
export async function readArticle(tx: Tx, actor: Actor, id: string, deps: GateDeps): Promise<ArticleRecord> {
  const article = await getArticleRow(tx, id, actor);
  const deciding = gateOptions(deps, actor);
  if (await mayRead(tx, actor, article)) return onFile(tx, article, article.latest_revision, deciding);
  if (actor.kind !== 'agent' || article.live_revision === null) throw noSuchArticle();
  const { copy, ...live } = await onFile(tx, article, article.live_revision, deciding);
  const { editorialPacket: _, ...copyWithoutNotes } = copy;
  return { ...live, section: copy.section, slug: copy.slug, gate: [], copy: copyWithoutNotes };
}

/** One exact revision with its gate. @throws not_found */
export async function readRevision(
  tx: Tx,
  actor: Actor,
  deps: GateDeps,
  { id, number }: { id: string; number: number },
): Promise<ArticleRecord> {
  const article = await getArticleRow(tx, id);
  if (!maySee(actor, article)) throw noSuchArticle();
  return onFile(tx, article, number, gateOptions(deps, actor));
}

/** The id of the article that has an address now. @throws not_found */
export async function findArticleId(tx: Tx, section: string, slug: string): Promise<string> {
  const row = await tx
    .selectFrom('address')
    .select('article_id')
    .where('section', '=', section)
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (!row) throw noSuchArticle();
  return row.article_id;
}

/** The revisions of an article, latest first. @throws not_found */
export async function listRevisions(tx: Tx, actor: Actor, id: string): Promise<RevisionLine[]> {
  const article = await getArticleRow(tx, id);
  if (!maySee(actor, article)) throw noSuchArticle();
  const rows = await tx
    .selectFrom('revision')
    .select(['number', 'headline', 'saved_at', 'saved_by_name', 'saved_by_kind', 'client_host'])
    .where('article_id', '=', article.id)
    .orderBy('number', 'desc')
    .execute();
  return rows.map((row) => ({
    number: row.number,
    headline: row.headline,
    savedAt: row.saved_at,
    savedBy: withApp(row.saved_by_name, row.client_host),
    savedByKind: row.saved_by_kind,
  }));
}

/** The revisions with text that somebody wrote. The first revision of an article started in the newsroom only says “Untitled”. */
export function writtenRevisions(revisions: readonly RevisionLine[]): RevisionLine[] {
  return revisions.filter(({ number, headline }) => number > 0 || !isPlaceholder('headline', headline));
}

/**
 * Articles that the actor may see (agents also see every live article), last changed first. With `q`, only articles whose
 * headline and dek contain each of its words, in any inflection; such a page can have fewer than `limit` articles and still have a next page.
 * @throws bad_request for a cursor that this function did not issue
 */
export async function listArticles(tx: Tx, actor: Actor, filter: ArticleFilter): Promise<ArticlePage> {
  const { q, limit, cursor } = filter;
  if (q === undefined) return pageOf(await readLines(tx, actor, { filter, cursor, limit: limit + 1 }), limit);
  const words = tokenize(q);
  const matches: Line[] = [];
  let after = words.length === 0 ? null : (cursor ?? '');
  for (let looked = 0; looked < MOST_LOOKED_AT && matches.length <= limit && after !== null; looked += AT_ONCE) {
    const lines = await readLines(tx, actor, { filter, cursor: after === '' ? undefined : after, limit: AT_ONCE });
    matches.push(...lines.filter((line) => mentions(line, words)));
    const last = lines.at(-1);
    after = last && lines.length === AT_ONCE ? writeCursor(last.updated_at, last.id) : null;
    await nextTurn();
  }
  return matches.length > limit ? pageOf(matches, limit) : { ...pageOf(matches, limit), nextCursor: after };
}

type Line = Awaited<ReturnType<typeof readLines>>[number];

function readLines(
  tx: Tx,
  actor: Actor,
  { filter, cursor, limit }: { filter: ArticleFilter; cursor: string | undefined; limit: number },
) {
  let articles = tx
    .selectFrom('article')
    .selectAll('article')
    .where('article.binned_at', 'is', null)
    .select(shownRevision(actor).as('shown_revision'))
    .select([VERSION.as('version'), STAGE.as('stage'), needsAnswer(actor).as('needs_answer')])
    .orderBy('article.updated_at', 'desc')
    .orderBy('article.id', 'desc')
    .limit(limit);
  if (actor.kind === 'editor' && actor.role === 'writer') articles = articles.where(isVisibleTo(actor));
  if (actor.kind === 'agent') articles = articles.where(sql<SqlBool>`${shownRevision(actor)} is not null`);
  if (filter.section) articles = articles.where(isShownAt(actor, filter.section));
  if (filter.status) articles = articles.where(hasStatus(filter.status));
  if (filter.since !== undefined) articles = articles.where(changedAfter(filter.since));
  if (filter.needsAnswer) {
    articles = articles.where(needsAnswer(actor), '=', 1);
    // The condition above implies this one, which has an index.
    if (actor.kind === 'agent') articles = articles.where('article.owner_id', '=', actor.editorId);
  }
  if (cursor !== undefined) {
    const { at, id } = readCursor(cursor);
    articles = articles.where((where) =>
      where(where.refTuple('article.updated_at', 'article.id'), '<', where.tuple(at, id)),
    );
  }
  // Selects the articles in a subquery before any join, so that the result does not depend on the planner.
  return tx
    .selectFrom(articles.as('line'))
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'line.id').onRef('revision.number', '=', 'line.shown_revision'),
    )
    .selectAll('line')
    .select(['revision.section as shown_section', 'revision.slug as shown_slug', 'revision.headline', 'revision.dek'])
    .select('revision.saved_by_name')
    .orderBy('line.updated_at', 'desc')
    .orderBy('line.id', 'desc')
    .execute();
}

function pageOf(lines: Line[], limit: number): ArticlePage {
  const page = lines.slice(0, limit);
  const last = page.at(-1);
  return {
    articles: page.map((row) => {
      const { gate: _, ...line } = toSummary({ ...row, section: row.shown_section, slug: row.shown_slug }, []);
      return {
        ...line,
        headline: row.headline,
        dek: row.dek,
        publishedAt: row.published_at,
        archive: readArchiveMark(row.archive),
        savedBy: row.saved_by_name,
        version: row.version,
        stage: row.needs_answer === null ? 'published' : row.stage,
        needsAnswer: row.needs_answer === 1,
      };
    }),
    nextCursor: lines.length > limit && last ? writeCursor(last.updated_at, last.id) : null,
  };
}

/** Whether the shown revision belongs to a section. If it is the working copy, the section of the article counts. */
function isShownAt(actor: Actor, section: string): RawBuilder<SqlBool> {
  if (actor.kind !== 'agent') return sql`article.section = ${section}`;
  return sql`case when ${isOpenTo(actor)} then article.section else article.live_section end = ${section}`;
}

function changedAfter(seq: number): RawBuilder<SqlBool> {
  return sql`article.id in (select subject_id from journal where seq > ${seq} and subject_kind = 'article')`;
}

/** 1 or 0 if the actor may see the working copy, otherwise null. */
function needsAnswer(actor: Actor): RawBuilder<0 | 1 | null> {
  return actor.kind === 'agent' ? sql`case when ${isOpenTo(actor)} then ${NEEDS_ANSWER} end` : NEEDS_ANSWER;
}

/** Whether headline or dek contains each word, whole, inflected or as part of a longer word, ignoring case and accents. */
function mentions({ headline, dek }: Line, words: readonly string[]): boolean {
  const text = foldForSearch(`${headline} ${dek}`);
  const missing = words.filter((word) => !text.includes(word));
  if (missing.length === 0) return true;
  const roots = new Set(wordsOf(text).map(rootOf));
  return missing.every((word) => roots.has(rootOf(word)));
}

/** The latest revision if the actor may see it; otherwise, for an agent, the live one. */
function shownRevision(actor: Actor): RawBuilder<number> {
  if (actor.kind !== 'agent') return sql`article.latest_revision`;
  return sql`case when ${isOpenTo(actor)} then article.latest_revision else article.live_revision end`;
}

/** Whether an agent may read the working copy; `mayRead` is the same for one article. */
function isOpenTo({ editorId, claimId, scopes, sections }: Agent): RawBuilder<SqlBool> {
  const own = sql<SqlBool>`article.owner_id = ${editorId}`;
  const filed = sql<SqlBool>`exists (select 1 from revision as first where first.article_id = article.id
    and first.number = 0 and first.claim_id = ${claimId})`;
  if (!scopes.includes('article:edit')) return sql`(${own} and ${filed})`;
  if (!sections) return own;
  return sql`(${own} and (article.section in (${sql.join([...sections, ''])}) or ${filed}))`;
}

function hasStatus(status: Status): RawBuilder<SqlBool> {
  switch (status) {
    case 'draft':
      return sql`article.live_revision is null and article.published_at is null`;
    case 'unpublished':
      return sql`article.live_revision is null and article.published_at is not null`;
    case 'published':
      return sql`article.live_revision = article.latest_revision`;
    case 'changed':
      return sql`article.live_revision <> article.latest_revision`;
  }
}

async function onFile(tx: Tx, article: ArticleRow, number: number, deciding: GateOptions): Promise<ArticleRecord> {
  const revision = await getRevisionRow(tx, article.id, number);
  return {
    ...toSummary(article, await gate(tx, article, revision, deciding)),
    copy: copyOf(revision),
    liveSection: article.live_section,
    liveSlug: article.live_slug,
    publishedAt: article.published_at,
    archive: readArchiveMark(article.archive),
    modifiedAt: article.modified_at,
    correction: await latestCorrection(tx, article),
  };
}

async function latestCorrection(tx: Tx, article: ArticleRow): Promise<ArticleRecord['correction']> {
  if (article.correction_seq === null) return null;
  return tx
    .selectFrom('correction')
    .select(['seq as number', 'note', 'at'])
    .where('seq', '=', article.correction_seq)
    .executeTakeFirstOrThrow();
}
