import type { Selectable } from 'kysely';
import type { Actor, Scope } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import { isUuid } from '../../core/text.ts';
import type { Tx } from '../../db/database.ts';
import type { Tables } from '../../db/schema/tables.ts';
import { optionalTextsOf } from './article-fields.ts';
import type { BodyBlock, Copy, Source } from './copy.ts';
import { deskName } from './desk.ts';
import type { GateEntry } from './gate-entry.ts';

export const STATUSES = ['draft', 'published', 'changed', 'unpublished'] as const;
/** `changed` is published with newer copy waiting. */
export type Status = (typeof STATUSES)[number];

export type ArticleRow = Selectable<Tables['article']>;
export type RevisionRow = Selectable<Tables['revision']>;

/** What a save, a publication or a withdrawal answers. */
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
  /** Nothing was stored: this is what the write would have answered. */
  dryRun?: true;
};

/** The stage is derived from the two pointers; it is stored nowhere. */
export function statusOf(article: ArticleRow): Status {
  if (article.live_revision === null) return article.published_at === null ? 'draft' : 'unpublished';
  return article.live_revision === article.latest_revision ? 'published' : 'changed';
}

export function toSummary(article: ArticleRow, gate: GateEntry[]): ArticleSummary {
  return {
    id: article.id,
    status: statusOf(article),
    section: article.desk,
    slug: article.slug,
    revision: article.latest_revision,
    liveRevision: article.live_revision,
    createdAt: article.created_at,
    updatedAt: article.updated_at,
    gate,
  };
}

/** The row of an article. @throws not_found */
export async function getArticleRow(tx: Tx, id: string): Promise<ArticleRow> {
  if (!isUuid(id)) throw noSuchArticle();
  const row = await tx.selectFrom('article').selectAll().where('id', '=', id.toLowerCase()).executeTakeFirst();
  if (!row) throw noSuchArticle();
  return row;
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
      hint: 'Look at its list of revisions.',
    });
  return row;
}

/** The copy a revision holds, as it was sent. */
export function copyOf(row: RevisionRow): Copy {
  return {
    bodyBlocks: JSON.parse(row.body_blocks) as BodyBlock[],
    dek: row.dek,
    headline: row.headline,
    section: row.desk,
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
 * Whether the actor may see the working copy: editors all, a writer their own, an agent those of the editor who let it in,
 * as far as its grant goes: with `article:edit`, at the desks it was granted. What it filed itself: see `mayRead`.
 */
export function maySee(actor: Actor, article: Pick<ArticleRow, 'owner_id' | 'desk'>): boolean {
  if (actor.kind === 'house') return true;
  if (actor.kind === 'agent')
    return (
      article.owner_id === actor.editorId &&
      actor.scopes.includes('article:edit') &&
      (actor.desks?.includes(article.desk) ?? true)
    );
  return actor.role !== 'writer' || article.owner_id === actor.id;
}

/** The same, and for an agent whatever was filed under its own grant. */
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
 * Whether the actor may save a revision: of the working copies it may see, and an agent of its editor's articles and any
 * published one. How far its grant goes is checked besides, so that it is told which scope or desk it lacks.
 */
export function mayRevise(actor: Actor, article: ArticleRow): boolean {
  if (actor.kind === 'agent') return article.live_revision !== null || article.owner_id === actor.editorId;
  return maySee(actor, article);
}

/** A draft of others and no draft at all answer alike. */
export function noSuchArticle(): Failure {
  return new Failure('not_found', 'There is no such article, or it is not yours to see.', {
    hint: 'List the articles you may see, with list_articles over MCP or on the newsroom board.',
  });
}

/** @throws insufficient_scope unless an agent's token carries `scope`; people need none. */
export function requireScope(actor: Actor, scope: Scope): void {
  if (actor.kind !== 'agent' || actor.scopes.includes(scope)) return;
  throw new Failure('insufficient_scope', `This token does not carry the scope ${scope}.`, {
    hint: 'Ask an editor to let you in again, with this scope.',
    more: { scope },
  });
}

/** @throws insufficient_scope unless an agent may write for all these desks; people may write for any. */
export function requireDesks(actor: Actor, ...desks: readonly string[]): void {
  if (actor.kind !== 'agent' || !actor.desks) return;
  const granted = actor.desks;
  const outside = desks.find((desk) => !granted.includes(desk));
  if (outside === undefined) return;
  throw new Failure('insufficient_scope', `You were not let in for the desk "${deskName(outside)}".`, {
    hint: `You may write for ${granted.join(', ')}. For another desk, ask an editor to let you in again.`,
    more: { desks: granted },
  });
}
