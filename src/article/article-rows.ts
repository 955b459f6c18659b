import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Actor, Scope } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { isUuid } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import type { Tables } from '#db/schema/tables.ts';
import { optionalTextsOf } from './article-fields.ts';
import type { BodyBlock, Copy, Source } from './copy.ts';
import type { GateEntry } from './gate-entry.ts';
import { isOwnPage } from './own-page.ts';
import { sectionName } from './section.ts';

export const STATUSES = ['draft', 'published', 'changed', 'unpublished'] as const;
/** `changed` is a live article with newer, unpublished copy. */
export type Status = (typeof STATUSES)[number];

export type ArticleRow = Selectable<Tables['article']>;

/** The columns of an article that nobody reviews, assigned, scheduled or unpublished. */
export const NOT_IN_WORK = {
  review_state: null,
  review_revision: null,
  assignee_id: null,
  due_on: null,
  ordered_words: null,
  assignment_note: null,
  scheduled_for: null,
  scheduled_revision: null,
  scheduled_by: null,
  scheduled_no_correction: null,
  schedule_trouble: null,
  unpublish_reason: null,
  retraction_notice: null,
  retracted_at: null,
  binned_at: null,
  binned_by: null,
} satisfies Partial<ArticleRow>;

export type RevisionRow = Selectable<Tables['revision']>;

/** The result of a save, a publication or a withdrawal. */
export type ArticleSummary = {
  id: string;
  status: Status;
  section: string;
  slug: string;
  revision: number;
  liveRevision: number | null;
  createdAt: string;
  updatedAt: string;
  gate: GateEntry[];
  /** Set for a dry run: nothing was stored, and this is the result that the write would have had. */
  dryRun?: true;
};

/** The status is derived from the two revision pointers; it is not stored. */
export function statusOf(article: ArticleRow): Status {
  if (article.live_revision === null) return article.published_at === null ? 'draft' : 'unpublished';
  return article.live_revision === article.latest_revision ? 'published' : 'changed';
}

export function toSummary(article: ArticleRow, gate: GateEntry[]): ArticleSummary {
  return {
    id: article.id,
    status: statusOf(article),
    section: article.section,
    slug: article.slug,
    revision: article.latest_revision,
    liveRevision: article.live_revision,
    createdAt: article.created_at,
    updatedAt: article.updated_at,
    gate,
  };
}

/**
 * The row of an article.
 * @throws not_found also for a draft in the bin; the message says so to an `actor` who could see it otherwise
 */
export async function getArticleRow(tx: Tx, id: string, actor?: Actor): Promise<ArticleRow> {
  if (!isUuid(id)) throw noSuchArticle();
  const row = await tx.selectFrom('article').selectAll().where('id', '=', id.toLowerCase()).executeTakeFirst();
  if (!row) throw noSuchArticle();
  if (row.binned_at === null) return row;
  throw actor && (await mayRead(tx, actor, row)) ? inTheBin(actor) : noSuchArticle();
}

/** The row of one revision. @throws not_found */
export async function getRevisionRow(tx: Tx, articleId: string, number: number): Promise<RevisionRow> {
  const row = await tx
    .selectFrom('revision')
    .selectAll()
    .where('article_id', '=', articleId)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!row)
    throw new Failure('not_found', `This article has no revision ${number}.`, {
      hint: 'Read its list of revisions.',
    });
  return row;
}

/** Characters of body text from which other work gets a turn between two steps on it. */
const LONG_COPY = 64 * 1024;

/** Lets other work of the process run when the body text is long. */
export async function pauseIfLong({ body_blocks }: Pick<RevisionRow, 'body_blocks'>): Promise<void> {
  if (body_blocks.length >= LONG_COPY) await nextTurn();
}

/** The copy of a revision, as it was sent. */
export function copyOf(row: RevisionRow): Copy {
  return {
    bodyBlocks: JSON.parse(row.body_blocks) as BodyBlock[],
    dek: row.dek,
    headline: row.headline,
    section: row.section,
    slug: row.slug,
    ...(row.author_id !== null && { authorId: row.author_id }),
    ...(row.editorial_packet !== null && {
      editorialPacket: JSON.parse(row.editorial_packet) as Copy['editorialPacket'],
    }),
    heroAssetId: row.hero_asset_id,
    sources: JSON.parse(row.sources) as Source[],
    tagIds: JSON.parse(row.tag_ids) as string[],
    ...optionalTextsOf(row),
  };
}

/**
 * Whether the actor may see unpublished copy: editors all, a writer their own and those assigned to them,
 * ad sales none. An agent with `article:edit` sees the articles of
 * the editor who approved it, at the sections of its grant. For drafts that the agent created itself, see `mayRead`.
 */
export function maySee(actor: Actor, article: Pick<ArticleRow, 'owner_id' | 'assignee_id' | 'section'>): boolean {
  if (actor.kind === 'house') return true;
  if (actor.kind === 'agent')
    return (
      article.owner_id === actor.editorId &&
      actor.scopes.includes('article:edit') &&
      (actor.sections?.includes(article.section) ?? true)
    );
  if (actor.sellsAds) return false;
  return actor.role !== 'writer' || article.owner_id === actor.id || article.assignee_id === actor.id;
}

/** The same, and for an agent also the drafts created with its own grant. */
export async function mayRead(tx: Tx, actor: Actor, article: ArticleRow): Promise<boolean> {
  if (maySee(actor, article)) return true;
  if (actor.kind !== 'agent' || article.owner_id !== actor.editorId) return false;
  const first = await tx
    .selectFrom('revision')
    .select('claim_id')
    .where('article_id', '=', article.id)
    .where('number', '=', 0)
    .executeTakeFirst();
  return first?.claim_id === actor.claimId;
}

/**
 * Whether the actor may save a revision: people for the articles that they may see, an agent for its editor's articles and any live one.
 * Scopes and sections of the grant are checked separately, so that the error names the missing one.
 */
export function mayRevise(actor: Actor, article: ArticleRow): boolean {
  if (actor.kind === 'agent') return article.live_revision !== null || article.owner_id === actor.editorId;
  return maySee(actor, article);
}

/** Limits a query over `article` to what a writer sees, by the same rule; other people see every article. */
export function isVisibleTo(actor: Actor): RawBuilder<SqlBool> {
  if (actor.kind !== 'editor' || actor.role !== 'writer') return sql`true`;
  return sql`(article.owner_id = ${actor.id} or article.assignee_id = ${actor.id})`;
}

/** The same error for a draft of somebody else and for an unknown id, so that it does not reveal drafts. */
export function noSuchArticle(): Failure {
  return new Failure('not_found', 'There is no such article, or you may not see it.', {
    hint: 'Take the id from the list of articles you may see: list_articles over MCP, GET /api/agent/articles over REST, or the newsroom board.',
    hintForPeople: 'Look for it among the articles; a draft may be in the bin, or belong to somebody else.',
  });
}

function inTheBin(actor: Actor): Failure {
  const hint =
    actor.kind === 'agent'
      ? 'A person decided that it is not needed. Do not file it again unless an editor asks you to.'
      : 'Open the bin from the board to restore it.';
  return new Failure('not_found', 'This draft is in the bin.', { hint });
}

/** @throws insufficient_scope unless an agent's token carries `scope`; people need none. */
export function requireScope(actor: Actor, scope: Scope): void {
  if (actor.kind !== 'agent' || actor.scopes.includes(scope)) return;
  throw new Failure('insufficient_scope', `This token does not carry the scope ${scope}.`, {
    hint: 'Ask an editor to approve a new access request with this scope.',
    more: { scope },
  });
}

/** @throws insufficient_scope unless an agent may write for all these sections; people may write for any. */
export function requireSections(actor: Actor, ...sections: readonly string[]): void {
  if (actor.kind !== 'agent' || !actor.sections) return;
  const granted = actor.sections;
  const outside = sections.find((section) => !granted.includes(section));
  if (outside === undefined) return;
  throw new Failure('insufficient_scope', `You do not have access to the section "${sectionName(outside)}".`, {
    hint: `You may write for ${granted.join(', ')}. For another section, ask an editor to approve a new access request.`,
    more: { sections: granted },
  });
}

/** Refuses a custom page, which no list of articles may have. @throws validation_failed */
export function refusePage({ live_section, section }: Pick<ArticleRow, 'live_section' | 'section'>): void {
  if (!isOwnPage(live_section ?? section)) return;
  throw new Failure('validation_failed', 'This is a page, and pages are in no list of articles.', {
    hint: 'Choose an article.',
  });
}

/** Refuses an archive article: neither the home page nor other articles may lead readers to unsettled figures. @throws validation_failed */
export function refuseArchived({ archive }: Pick<ArticleRow, 'archive'>): void {
  if (archive === null) return;
  throw new Failure(
    'validation_failed',
    'This article is from the archive of another site, and its numbers are open.',
    {
      hint: 'Settle its numbers and take it out of the archive, or choose another article.',
    },
  );
}
