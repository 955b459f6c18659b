import { type ArchiveMark, readArchiveMark } from '#article/archive-mark.ts';
import type { Tx } from '#db/database.ts';
import { type EvidenceFigure, readEvidence } from '#evidence/figures/evidence.ts';
import { matchSimilar, type QuotedPassage, textOfPlace } from './compare-quote.ts';
import type { Found } from './find-in-article.ts';
import type { LiveText } from './live-texts.ts';
import type { QuoteCheck, QuotePlace, QuoteSince } from './quote-check.ts';
import type { QuoteWord } from './quote-words.ts';

type Parts = readonly (readonly QuoteWord[])[];
/** A live text that replaced the passage may differ in half of its words. */
const ONE_IN_NOW = 2;

/**
 * The result of a check for a passage. It repeats no text of a withdrawn article and does not say which words are right: otherwise one
 * could find the text again by trying words.
 */
export async function tellFound(tx: Tx, hit: Found, parts: Parts): Promise<QuoteCheck> {
  const { articleId, match, text, live, stands, section, slug } = hit;
  const isWithdrawn = stands === 'withdrawn';
  const first = match.passages[0]?.place;
  const block = typeof first === 'number' ? (text.blocks[first] ?? null) : null;
  return {
    match: match.isVerbatim && !isWithdrawn ? 'verbatim' : 'near',
    stands,
    articleId,
    section,
    slug,
    revision: text.revision,
    headline: isWithdrawn ? null : text.fields.headline,
    blocks: isWithdrawn ? [] : text.blocks,
    liveBlocks: live?.blocks ?? [],
    blockId: isWithdrawn ? null : (block?.id ?? null),
    places: isWithdrawn ? [] : placesOf(text, match.passages),
    figures: isWithdrawn ? [] : await figuresIn(tx, hit),
    differences: isWithdrawn ? [] : match.differences,
    since: await sinceOf(tx, hit, parts),
    archive: await archiveOf(tx, articleId, text.revision),
  };
}

async function archiveOf(tx: Tx, articleId: string, revision: number): Promise<ArchiveMark | null> {
  const row = await tx
    .selectFrom('public_revision')
    .select('archive')
    .where('article_id', '=', articleId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return readArchiveMark(row?.archive ?? null);
}

function placesOf(text: LiveText, passages: readonly QuotedPassage[]): QuotePlace[] {
  return passages.map(({ place, from, to, isAfterGap }) => ({
    place: typeof place === 'number' ? 'body' : place,
    block: typeof place === 'number' ? (text.blocks[place] ?? null) : null,
    text: textOfPlace(text, place),
    from,
    to,
    isAfterGap,
  }));
}

/** The figures within the passages, as they were settled for this revision. */
async function figuresIn(tx: Tx, { articleId, text, match }: Found): Promise<EvidenceFigure[]> {
  const evidence = await readEvidence(tx, articleId, text.revision);
  return (evidence?.figures ?? []).filter((figure) =>
    match.passages.some(
      ({ place, from, to }) => isAt(figure, text, place) && figure.at >= from && figure.at + figure.text.length <= to,
    ),
  );
}

function isAt(
  { field, block, blockTurn }: EvidenceFigure,
  { blocks }: LiveText,
  place: QuotedPassage['place'],
): boolean {
  if (typeof place !== 'number') return field === place;
  const id = blocks[place]?.id;
  const turn = blocks.slice(0, place + 1).filter((other) => other.id === id).length;
  return field === 'body' && block === id && blockTurn === turn;
}

async function sinceOf(tx: Tx, hit: Found, parts: Parts): Promise<QuoteSince | null> {
  const { articleId, ended, stands, live } = hit;
  if (!ended || stands === 'true') return null;
  const { at, revision } = ended;
  if (stands === 'withdrawn') return { at, act: stands, revision, note: await noticeOf(tx, articleId), now: [] };
  const note = revision !== null && stands === 'corrected' ? await noteOf(tx, articleId, revision) : null;
  return { at, act: stands, revision, note, now: live ? nowOf(live, parts) : [] };
}

/** The text of the live article in place of the quote. */
function nowOf(live: LiveText, parts: Parts): QuotePlace[] {
  const words = parts.reduce((sum, part) => sum + part.length, 0);
  const match = matchSimilar(live, parts, Math.floor(words / ONE_IN_NOW));
  return match ? placesOf(live, match.passages) : [];
}

async function noteOf(tx: Tx, articleId: string, revision: number): Promise<string | null> {
  const row = await tx
    .selectFrom('correction')
    .select('note')
    .where('article_id', '=', articleId)
    .where('revision', '=', revision)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.note ?? null;
}

async function noticeOf(tx: Tx, articleId: string): Promise<string | null> {
  const row = await tx.selectFrom('article').select('retraction_notice').where('id', '=', articleId).executeTakeFirst();
  return row?.retraction_notice ?? null;
}
