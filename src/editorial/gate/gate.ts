import { type ArticleRow, copyOf, pauseIfLong, type RevisionRow } from '#article/article-rows.ts';
import type { BodyBlock, Copy } from '#article/copy.ts';
import { canOverride, type GateCode, severityOf } from '#article/gate-codes.ts';
import { describeEntry, type FigureEntry, type GateEntry, gateEntry } from '#article/gate-entry.ts';
import { findHero, type Hero } from '#article/hero.ts';
import { isOwnPage } from '#article/own-page.ts';
import { findLastLive } from '#article/pending-correction.ts';
import { isPlaceholder } from '#article/placeholders.ts';
import { isOpenSection, isSection } from '#article/section.ts';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { prepared, type Tx } from '#db/database.ts';
import { lacksSecondPerson } from '#editorial/review/second-person.ts';
import type { Deps, Policy } from '#runtime/deps.ts';
import { publicationOf } from '#runtime/site-snapshot.ts';
import { checkWordings } from '../wordings/wordings-gate.ts';
import { checkExhibits } from './exhibits-gate.ts';
import { checkFigures } from './figures-gate.ts';

/** The inputs of the gate in addition to the revision: the policy, who would publish, and on which day. */
export type GateOptions = Policy & {
  /** The language of the site; null where it is not known. */
  language: string | null;
  by: Actor;
  /** UTC, `2026-11-21`. */
  today: string;
  /** The time of the schedule that this publication carries out. */
  scheduledFor?: string | undefined;
  /** The copy of the revision, from a caller that has just stored it. */
  copy?: Copy;
  /** Gives every open figure its own entry, not the first few hundred. */
  tellsAll?: true;
  /** Whether the article says that its figures were not settled; if absent, the stored mark of the article counts. */
  isArchive?: boolean;
};
/** The parts of `Deps` that the gate needs. */
export type GateDeps = Pick<Deps, 'policy' | 'clock' | 'site'>;

/** The gate warns this many days before the right to use a picture ends. */
const ENDS_SOON = 14;
/** Number of entries that the hint of an error names. */
const MOST_HINTED = 10;

/** The options for a publication by this actor today, under the policy of this server. */
export function gateOptions(deps: GateDeps, by: Actor): GateOptions {
  const language = publicationOf(deps.site)?.language ?? null;
  return { ...deps.policy, language, by, today: new Date(deps.clock()).toISOString().slice(0, 10) };
}

/** Every entry of the gate for a revision: the same list for every caller. */
export async function gate(
  tx: Tx,
  article: ArticleRow,
  revision: RevisionRow,
  options: GateOptions,
): Promise<GateEntry[]> {
  return (await gateWithAnchors(tx, article, revision, options)).map(withoutAnchor);
}

/** The same entries with the anchors of their figures, for the newsroom. */
export async function gateWithAnchors(
  tx: Tx,
  article: ArticleRow,
  revision: RevisionRow,
  options: GateOptions,
): Promise<FigureEntry[]> {
  const last = await findLastLive(tx, article);
  const copy = options.copy ?? copyOf(revision);
  await pauseIfLong(revision);
  const markup = checkMarkup(copy.bodyBlocks);
  await pauseIfLong(revision);
  const entries = [
    ...checkSection(article, copy),
    ...checkWords(copy, last === null),
    ...markup,
    ...(await checkSuggestions(tx, article)),
    ...(await checkByline(tx, copy)),
    ...(await checkTags(tx, copy)),
    ...(await checkHero(tx, copy, options.today)),
    ...checkHeldWords(article, revision.number),
    ...checkSources(copy),
    ...checkCorrection(last, revision.number, copy),
    ...(await checkFigures(tx, last, revision, { ...options, copy })),
    ...checkExhibits(copy),
    ...(await checkWordings(tx, article.id, copy, options)),
    ...(await checkSecondPerson(tx, article, revision, options)),
  ];
  const levelled = await applyLevels(tx, revision, entries, options);
  return (options.isArchive ?? article.archive !== null) ? allowOpenFigures(levelled) : levelled;
}

/** The archive mark tells readers that the figures were not settled, so an open figure does not prevent publication. */
export function allowOpenFigures(entries: readonly FigureEntry[]): FigureEntry[] {
  return entries.map((entry) => (OPEN.has(entry.code) ? { ...entry, severity: 'warn' } : entry));
}

const OPEN: ReadonlySet<GateCode> = new Set(['figure_open', 'figure_unconfirmed', 'quotation_open', 'name_open']);

/** @throws gate_blocked with the blocking entries */
export function requireOpenGate(entries: GateEntry[]): void {
  const blocking = entries.filter((entry) => entry.severity === 'block');
  if (blocking.length === 0) return;
  throw new Failure(
    'gate_blocked',
    `${blocking.length} ${blocking.length === 1 ? 'thing has' : 'things have'} to be fixed before publication.`,
    {
      hint: hintOf(blocking),
      more: { gate: entries },
    },
  );
}

function hintOf(blocking: GateEntry[]): string {
  const sentences = blocking.slice(0, MOST_HINTED).map(describeEntry);
  const rest = blocking.length - sentences.length;
  return [...sentences, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' ');
}

/** A live article can be corrected where it is, also after its section was retired. */
function checkSection({ live_section }: ArticleRow, { section }: Copy): GateEntry[] {
  if (isOpenSection(section) || isOwnPage(section)) return [];
  if (isSection(section) && live_section === section) return [];
  return [{ ...gateEntry('unknown_desk', 'section'), desk: section }];
}

/** A placeholder counts as blank. The slug of an article that was published once may be a placeholder. */
function checkWords({ headline, dek, slug, bodyBlocks }: Copy, isNew: boolean): GateEntry[] {
  const isBlank = (field: 'headline' | 'dek', text: string) => text.trim() === '' || isPlaceholder(field, text);
  return [
    ...(isBlank('headline', headline) ? [gateEntry('no_headline', 'headline')] : []),
    ...(isBlank('dek', dek) ? [gateEntry('no_dek', 'dek')] : []),
    ...(isNew && isPlaceholder('slug', slug) ? [gateEntry('no_slug', 'slug')] : []),
    ...(bodyBlocks.some(({ text }) => text.trim()) ? [] : [gateEntry('no_body', 'bodyBlocks')]),
  ];
}

async function checkSuggestions(tx: Tx, { id }: ArticleRow): Promise<GateEntry[]> {
  const { rows } = await readOpenSuggestions(tx, { articleId: id });
  const count = `${rows.length} ${rows.length === 1 ? 'suggestion is' : 'suggestions are'}`;
  return rows.length === 0 ? [] : [gateEntry('open_suggestions', 'bodyBlocks', count)];
}

const readOpenSuggestions = prepared((tx, { articleId }: { articleId: string }) =>
  tx
    .selectFrom('comment')
    .select('id')
    .where('article_id', '=', articleId)
    .where('suggestion', 'is not', null)
    .where('resolved_at', 'is', null),
);

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

/** The right to use a picture includes its last day. */
async function checkHero(tx: Tx, { heroAssetId: id }: Copy, today: string): Promise<GateEntry[]> {
  if (!id) return [];
  const hero = await findHero(tx, id);
  if (!hero) return [gateEntry('unknown_hero', 'heroAssetId')];
  return [...checkHeroText(hero), ...checkHeroEnd(hero, today)];
}

/** A picture that was uploaded in the editor may lack its texts until somebody publishes an article with it. */
function checkHeroText({ alt, credit }: Hero): GateEntry[] {
  const missing = [...(alt === '' ? ['alternative text'] : []), ...(credit === '' ? ['credit'] : [])];
  return missing.length === 0 ? [] : [gateEntry('hero_unfinished', 'heroAssetId', missing.join(' and no '))];
}

function checkHeroEnd({ endsOn }: Hero, today: string): GateEntry[] {
  if (endsOn === null) return [];
  if (endsOn < today) return [gateEntry('hero_expired', 'heroAssetId', endsOn)];
  const soon = new Date(Date.parse(today) + ENDS_SOON * 86_400_000).toISOString().slice(0, 10);
  return endsOn <= soon ? [gateEntry('hero_ends_soon', 'heroAssetId', endsOn)] : [];
}

/** The library has new words for the picture. Readers see them after the next publication. */
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

async function checkSecondPerson(tx: Tx, article: ArticleRow, revision: RevisionRow, options: GateOptions) {
  if (options.reviewBy !== 'two') return [];
  const isScheduled = options.scheduledFor !== undefined || article.scheduled_revision === revision.number;
  const lacks =
    isScheduled || revision.number === article.latest_revision
      ? await lacksSecondPerson(tx, revision, options.by)
      : 'A later revision was saved, so the approval of this one no longer counts.';
  return lacks === null ? [] : [gateEntry('needs_second_person', 'review', lacks)];
}

/** Applies the severities that GATE_LEVELS sets, and turns the entries that a chief overrode into warnings. */
export async function applyLevels(
  tx: Tx,
  { article_id, number }: { article_id: string; number: number },
  entries: readonly FigureEntry[],
  { gateLevels }: Pick<Policy, 'gateLevels'>,
): Promise<FigureEntry[]> {
  const set = entries.map((entry) => ({ ...entry, severity: severityOf(entry.code, gateLevels) }));
  if (!set.some(({ code, severity }) => severity === 'block' && canOverride(code))) return set;
  const { rows: passed } = await findOverrides(tx, { article_id, number });
  if (passed.length === 0) return set;
  const keys = new Set(passed.map(keyOf));
  const isPassed = (entry: FigureEntry) =>
    entry.severity === 'block' && canOverride(entry.code) && keys.has(keyOf(entry));
  return set.map((entry) => (isPassed(entry) ? asOverridden(entry) : entry));
}

const findOverrides = prepared((tx, { article_id, number }: { article_id: string; number: number }) =>
  tx
    .selectFrom('gate_override')
    .select(['code', 'path'])
    .where('article_id', '=', article_id)
    .where('revision', '=', number),
);

/** The entry as agents and the API see it. */
function withoutAnchor({ anchor: _, ...entry }: FigureEntry): GateEntry {
  return entry;
}

function keyOf({ code, path }: { code: string; path: string }): string {
  return `${code} ${path}`;
}

function asOverridden(entry: FigureEntry): FigureEntry {
  return { ...entry, severity: 'warn', message: `${entry.message} A chief let it pass.` };
}

/** Most blocks that get their own entry. */
const MOST_TOLD = 20;

/** Matches every text that a pattern below matches, at a twentieth of the cost. */
const MAYBE_MARKUP = /[<&#~|\n]|```|!\[/;
const TAG =
  /<\/?(?:p|br|div|span|b|i|em|strong|a|ul|ol|li|h[1-6]|blockquote|table|t[rdh]|img|code|pre)(?:\s[^<>]{0,200})?\/?>/i;
const ENTITY = /&(?:nbsp|amp|lt|gt|quot|#\d{1,6}|#x[0-9a-f]{1,6});/i;
const HEADING = /^ {0,3}#{1,6} \S/m;
const FENCE = /^ {0,3}(?:```|~~~)/m;
const ROW = /^\|.*\|\s*$/m;
const PICTURE = /!\[[^\]\n]{0,200}\]\(/;
const ITEMS = /^(?:[-*] |\d{1,3}\. )\S.*\n(?:[-*] |\d{1,3}\. )\S/m;
const PARAGRAPHS = /\S\s*\n[^\S\n]*\n\s*\S/;

/** Warnings about blocks whose text is HTML, or Markdown beyond the inline marks that a block can have. */
function checkMarkup(blocks: readonly BodyBlock[]): GateEntry[] {
  const warnings = blocks.flatMap((block, position) => {
    if (!MAYBE_MARKUP.test(block.text)) return [];
    const path = `bodyBlocks.${position}.text`;
    if (TAG.test(block.text) || ENTITY.test(block.text)) return [gateEntry('looks_like_html', path)];
    return isMarkdown(block) ? [gateEntry('looks_like_markdown', path)] : [];
  });
  if (warnings.length <= MOST_TOLD) return warnings;
  const rest = warnings.length - MOST_TOLD;
  const message = `${rest} more blocks look like HTML or Markdown. Fix the ones above, and the next answer names others.`;
  return [...warnings.slice(0, MOST_TOLD), { ...gateEntry('looks_like_markdown', 'bodyBlocks'), message }];
}

function isMarkdown({ type, text }: BodyBlock): boolean {
  if (HEADING.test(text) || FENCE.test(text) || ROW.test(text) || PICTURE.test(text)) return true;
  return type !== 'list' && (ITEMS.test(text) || PARAGRAPHS.test(text));
}
