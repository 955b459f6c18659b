import type { Actor } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import type { Tx } from '../../db/database.ts';
import type { Deps, Policy } from '../../runtime/deps.ts';
import type { ArticleRow, RevisionRow } from '../model/article-rows.ts';
import { DESK_SLUGS, isDesk } from '../model/desk.ts';
import { describeEntry, type FigureEntry, type GateEntry } from '../model/gate-entry.ts';
import { findHeroes } from '../model/hero.ts';
import { findLastLive } from '../model/pending-correction.ts';
import { lacksSecondPerson } from '../review/second-person.ts';
import { checkFigures } from './figures-gate.ts';
import { checkMarkup } from './markup-check.ts';

/** Who would publish, or asks what would stand in the way, and what the house has set for it; for when it was scheduled. */
export type GateOptions = Policy & {
  by: Actor;
  today: string;
  scheduledFor?: string | undefined;
  /** Whether every open figure is told, not the first few hundred. */
  tellsAll?: true;
};
/** What of a press the gate goes by. */
export type GateDeps = Pick<Deps, 'policy' | 'clock'>;

/** Days before the end of a picture's right of use from which the gate warns. */
const ENDS_SOON = 14;
/** Entries named in the hint of a refusal. */
const MOST_HINTED = 10;

/** Who would publish now: by the house's policy, on this day, `2026-11-21`, UTC. */
export function gateOptions(deps: GateDeps, by: Actor): GateOptions {
  return { ...deps.policy, by, today: new Date(deps.clock()).toISOString().slice(0, 10) };
}

/** The one list of what stands between a revision and publication, whoever asks. */
export async function gate(
  tx: Tx,
  article: ArticleRow,
  revision: RevisionRow,
  deciding: GateOptions,
): Promise<GateEntry[]> {
  return (await gateWithAnchors(tx, article, revision, deciding)).map(withoutAnchor);
}

/** The same, with the anchors of the figures that entries are about. */
export async function gateWithAnchors(
  tx: Tx,
  article: ArticleRow,
  revision: RevisionRow,
  deciding: GateOptions,
): Promise<FigureEntry[]> {
  const last = await findLastLive(tx, article);
  const entries = [
    ...checkDesk(revision),
    ...checkWords(revision),
    ...checkMarkup(JSON.parse(revision.body_blocks)),
    ...(await checkByline(tx, revision)),
    ...(await checkTags(tx, revision)),
    ...(await checkHero(tx, revision, deciding)),
    ...checkHeldWords(article, revision),
    ...checkSources(revision),
    ...checkCorrection(last, revision),
    ...(await checkFigures(tx, last, revision, deciding)),
    ...(await checkSecondPerson(tx, article, revision, deciding)),
  ];
  return applyLevels(tx, revision, entries, deciding);
}

/** @throws gate_blocked with the blocking entries */
export function requireOpenGate(entries: GateEntry[]): void {
  const blocking = entries.filter((entry) => entry.severity === 'block');
  if (blocking.length === 0) return;
  throw new Failure(
    'gate_blocked',
    `${blocking.length} thing${blocking.length === 1 ? ' stands' : 's stand'} in the way of publication.`,
    {
      hint: hintOf(blocking),
      more: { gate: entries },
    },
  );
}

function hintOf(blocking: GateEntry[]): string {
  const told = blocking.slice(0, MOST_HINTED).map(describeEntry);
  const rest = blocking.length - told.length;
  return [...told, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' ');
}

function checkDesk(revision: RevisionRow): GateEntry[] {
  if (isDesk(revision.desk)) return [];
  const message = `There is no desk of this name; the desks are ${DESK_SLUGS.join(', ')}.`;
  return [{ ...block('unknown_desk', 'section', message), desk: revision.desk }];
}

function checkWords(revision: RevisionRow): GateEntry[] {
  const blocks = JSON.parse(revision.body_blocks) as { text: string }[];
  return [
    ...(revision.headline.trim() ? [] : [block('no_headline', 'headline', 'The headline is blank.')]),
    ...(revision.dek.trim() ? [] : [block('no_dek', 'dek', 'The dek is blank.')]),
    ...(blocks.some((one) => one.text.trim()) ? [] : [block('no_body', 'bodyBlocks', 'The body is blank.')]),
  ];
}

async function checkByline(tx: Tx, revision: RevisionRow): Promise<GateEntry[]> {
  if (revision.author_id === null) {
    return [warn('no_byline', 'authorId', 'No author is named; the house byline will be printed.')];
  }
  const author = await tx.selectFrom('author').select('id').where('id', '=', revision.author_id).executeTakeFirst();
  return author ? [] : [block('unknown_author', 'authorId', 'No author of the masthead has this id.')];
}

async function checkTags(tx: Tx, revision: RevisionRow): Promise<GateEntry[]> {
  const ids = JSON.parse(revision.tag_ids) as string[];
  if (ids.length === 0) return [];
  const known = new Set(
    (await tx.selectFrom('tag').select('id').where('id', 'in', ids).execute()).map((tag) => tag.id),
  );
  return ids.flatMap((id, index) =>
    known.has(id) ? [] : [block('unknown_tag', `tagIds.${index}`, 'No tag has this id.')],
  );
}

/** A picture may be used until the end of its last day. */
async function checkHero(tx: Tx, { hero_asset_id: id }: RevisionRow, { today }: GateOptions): Promise<GateEntry[]> {
  if (id === null) return [];
  const hero = (await findHeroes(tx, [id])).get(id);
  if (!hero) return [block('unknown_hero', 'heroAssetId', 'No picture in the media library has this id.')];
  const { endsOn } = hero;
  if (endsOn === null) return [];
  if (endsOn < today)
    return [block('hero_expired', 'heroAssetId', `The picture could be used until ${endsOn}; take another one.`)];
  const soon = new Date(Date.parse(today) + ENDS_SOON * 86_400_000).toISOString().slice(0, 10);
  return endsOn <= soon ? [warn('hero_ends_soon', 'heroAssetId', `The picture may be used until ${endsOn} only.`)] : [];
}

/** Changed words of a picture wait for the next publication of the article readers see it over. */
function checkHeldWords(
  { live_revision: live, live_hero_words: kept }: ArticleRow,
  revision: RevisionRow,
): GateEntry[] {
  if (kept === null || live !== revision.number) return [];
  const message = 'The words by its picture were changed; readers see them when this revision is published again.';
  return [warn('hero_words_held', 'heroAssetId', message)];
}

function checkSources(revision: RevisionRow): GateEntry[] {
  if (revision.sources !== '[]') return [];
  return [warn('no_sources', 'sources', 'No source is cited; a number without a source cannot be verified.')];
}

function checkCorrection(last: RevisionRow | null, revision: RevisionRow): GateEntry[] {
  if (last === null || last.number === revision.number || revision.correction_note) return [];
  return [
    warn(
      'no_correction_note',
      'correctionNote',
      'This changes a published article; if a statement was wrong, add a correction note.',
    ),
  ];
}

async function checkSecondPerson(tx: Tx, article: ArticleRow, revision: RevisionRow, deciding: GateOptions) {
  if (deciding.reviewBy !== 'two') return [];
  const isScheduled = deciding.scheduledFor !== undefined || article.scheduled_revision === revision.number;
  const lacks =
    isScheduled || revision.number === article.latest_revision
      ? await lacksSecondPerson(tx, revision, deciding.by)
      : `Revision ${article.latest_revision} was saved since, which voids what was approved of revision ${revision.number}.`;
  return lacks === null ? [] : [block('needs_second_person', 'review', lacks)];
}

function block(code: string, path: string, message: string): GateEntry {
  return { code, severity: 'block', message, path };
}

function warn(code: string, path: string, message: string): GateEntry {
  return { code, severity: 'warn', message, path };
}

/** The gate's entries at the levels the house has set, those let pass by a chief as warnings. */
export async function applyLevels(
  tx: Tx,
  { article_id, number }: { article_id: string; number: number },
  entries: readonly FigureEntry[],
  { gateLevels }: Pick<Policy, 'gateLevels'>,
): Promise<FigureEntry[]> {
  const set = entries.map((entry) => ({ ...entry, severity: gateLevels?.[entry.code] ?? entry.severity }));
  if (!set.some(({ severity }) => severity === 'block')) return set;
  const passed = await tx
    .selectFrom('gate_override')
    .select(['code', 'path', 'anchor'])
    .where('article_id', '=', article_id)
    .where('revision', '=', number)
    .execute();
  if (passed.length === 0) return set;
  const keys = new Set(passed.map(keyOf));
  return set.map((entry) => (entry.severity === 'block' && keys.has(keyOf(entry)) ? letPass(entry) : entry));
}

/** An entry as it is told: without the anchor of its figure, which is for the newsroom. */
export function withoutAnchor({ anchor: _, ...entry }: FigureEntry): GateEntry {
  return entry;
}

/** The figure is the same whether it is open or waits to be confirmed. */
function keyOf({ code, path, anchor }: { code: string; path: string; anchor?: string | null }): string {
  return anchor ? `figure ${anchor}` : `${code} ${path}`;
}

function letPass(entry: FigureEntry): FigureEntry {
  return { ...entry, severity: 'warn', message: `${entry.message} A chief let it pass.` };
}
