import type { Actor } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import type { Tx } from '../../db/database.ts';
import type { Deps, Policy } from '../../runtime/deps.ts';
import { type ArticleRow, copyOf, type RevisionRow } from '../model/article-rows.ts';
import type { Copy } from '../model/copy.ts';
import { isDesk } from '../model/desk.ts';
import { describeEntry, type FigureEntry, type GateEntry, gateEntry } from '../model/gate-entry.ts';
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
  const copy = copyOf(revision);
  const entries = [
    ...checkDesk(copy),
    ...checkWords(copy),
    ...checkMarkup(copy.bodyBlocks),
    ...(await checkByline(tx, copy)),
    ...(await checkTags(tx, copy)),
    ...(await checkHero(tx, copy, deciding.today)),
    ...checkHeldWords(article, revision.number),
    ...checkSources(copy),
    ...checkCorrection(last, revision.number, copy),
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

function checkDesk({ section }: Copy): GateEntry[] {
  if (isDesk(section)) return [];
  return [{ ...gateEntry('unknown_desk', 'section'), desk: section }];
}

function checkWords({ headline, dek, bodyBlocks }: Copy): GateEntry[] {
  return [
    ...(headline.trim() ? [] : [gateEntry('no_headline', 'headline')]),
    ...(dek.trim() ? [] : [gateEntry('no_dek', 'dek')]),
    ...(bodyBlocks.some(({ text }) => text.trim()) ? [] : [gateEntry('no_body', 'bodyBlocks')]),
  ];
}

async function checkByline(tx: Tx, { authorId }: Copy): Promise<GateEntry[]> {
  if (authorId === undefined) return [gateEntry('no_byline', 'authorId')];
  const author = await tx.selectFrom('author').select('id').where('id', '=', authorId).executeTakeFirst();
  return author ? [] : [gateEntry('unknown_author', 'authorId')];
}

async function checkTags(tx: Tx, { tagIds: ids = [] }: Copy): Promise<GateEntry[]> {
  if (ids.length === 0) return [];
  const known = new Set(
    (await tx.selectFrom('tag').select('id').where('id', 'in', ids).execute()).map((tag) => tag.id),
  );
  return ids.flatMap((id, index) => (known.has(id) ? [] : [gateEntry('unknown_tag', `tagIds.${index}`)]));
}

/** A picture may be used until the end of its last day. */
async function checkHero(tx: Tx, { heroAssetId: id }: Copy, today: string): Promise<GateEntry[]> {
  if (!id) return [];
  const hero = (await findHeroes(tx, [id])).get(id);
  if (!hero) return [gateEntry('unknown_hero', 'heroAssetId')];
  const { endsOn } = hero;
  if (endsOn === null) return [];
  if (endsOn < today) return [gateEntry('hero_expired', 'heroAssetId', endsOn)];
  const soon = new Date(Date.parse(today) + ENDS_SOON * 86_400_000).toISOString().slice(0, 10);
  return endsOn <= soon ? [gateEntry('hero_ends_soon', 'heroAssetId', endsOn)] : [];
}

/** The words by a picture were changed in the library: readers see the new words after the next publication. */
function checkHeldWords({ live_revision: live, live_hero_words: held }: ArticleRow, number: number): GateEntry[] {
  return held === null || live !== number ? [] : [gateEntry('hero_words_held', 'heroAssetId')];
}

function checkSources({ sources = [] }: Copy): GateEntry[] {
  return sources.length > 0 ? [] : [gateEntry('no_sources', 'sources')];
}

function checkCorrection(last: RevisionRow | null, number: number, { correctionNote }: Copy): GateEntry[] {
  if (last === null || last.number === number || correctionNote) return [];
  return [gateEntry('no_correction_note', 'correctionNote')];
}

async function checkSecondPerson(tx: Tx, article: ArticleRow, revision: RevisionRow, deciding: GateOptions) {
  if (deciding.reviewBy !== 'two') return [];
  const isScheduled = deciding.scheduledFor !== undefined || article.scheduled_revision === revision.number;
  const lacks =
    isScheduled || revision.number === article.latest_revision
      ? await lacksSecondPerson(tx, revision, deciding.by)
      : `Revision ${article.latest_revision} was saved since, which voids what was approved of revision ${revision.number}.`;
  return lacks === null ? [] : [gateEntry('needs_second_person', 'review', lacks)];
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
