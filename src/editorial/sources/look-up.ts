import type { Source } from '#article/copy.ts';
import type { FoundInSource } from '#article/found-in-source.ts';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { readLedgerOf } from '#editorial/settle/read-figures.ts';
import { getFigure } from '#editorial/settle/settlement-rows.ts';
import type { Ledger, LedgerFigure } from '#evidence/figures/ledger.ts';
import type { Candidate, ClaimedNumber, Lookup } from '#evidence/lookup/find-number.ts';
import { locatorOf, quoteOf } from '#evidence/lookup/passage.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { sealFound } from './found-seal.ts';
import type { OpenedSource } from './open-child.ts';
import type { GivenSource, SourceOpener } from './open-source.ts';

/** The result of looking a figure up in one of the article's sources. `by`: how the source was opened. */
export type FigureLookup = { source: string; by: 'address' | 'file' | 'passage'; at: string } & (
  | { opened: OpenedSource; lookup: Lookup; passages: (FoundPassage | null)[] }
  | { trouble: string }
);

/** The data that settles a figure by a candidate: the place, the words around the number, and the seal that proves the finding. */
export type FoundPassage = { locator: string; quote: string; sealed: string };

/** One figure of an exact revision, the source to open, and what a person gave in its place. */
export type AskedLookup = {
  articleId: string;
  revision: number;
  anchor: string;
  source: string;
  given: { by: 'file' | 'passage'; bytes: Buffer; type: string; name: string } | null;
};

/**
 * Opens a source of an article and looks one of its figures up in it. It settles nothing: a person who sees the passage does.
 * @throws not_found (also for an article the actor may not see), validation_failed for a source that the revision does not cite, busy
 */
export async function lookUpFigure(
  deps: Deps,
  actor: Actor,
  opener: SourceOpener,
  { articleId, revision, anchor, source, given }: AskedLookup,
): Promise<FigureLookup> {
  const ledger = await readLedgerOf(deps.db.read, actor, articleId, revision);
  const figure = getFigure(ledger, anchor);
  requireCited(ledger.sources, source);
  const what: string | GivenSource = given ?? source;
  const result = await opener.lookUp(what, [claimOf(figure)]);
  const asked = { source, by: given?.by ?? ('address' as const), at: now(deps) };
  if ('trouble' in result) return { ...asked, trouble: result.trouble };
  const { opened, lookups } = result;
  const [lookup = { state: 'not_found' as const, candidates: [] }] = lookups;
  const about = { articleId, anchor, ...asked, digest: opened.digest };
  const passages = lookup.candidates.map((candidate) => sealPassage(deps, candidate, about));
  return { ...asked, opened, lookup, passages };
}

/** @throws validation_failed for a source that the revision does not cite */
export function requireCited(sources: readonly Pick<Source, 'url'>[], source: string): void {
  if (sources.some(({ url }) => url === source)) return;
  throw new Failure('validation_failed', 'This revision does not cite this source.', {
    hint: 'Choose one of the sources of the article.',
  });
}

type Opened = Pick<FoundInSource, 'by' | 'at' | 'digest'>;
type About = Opened & { articleId: string; anchor: string; source: string };

/** The data that settles a figure by a candidate; null if the candidate says another number. */
function sealPassage(
  deps: Pick<Deps, 'key'>,
  candidate: Candidate,
  { articleId, anchor, source, ...opened }: About,
): FoundPassage | null {
  const finding = foundOf(candidate, opened);
  if (!finding) return null;
  const [locator, quote] = [locatorOf(candidate), quoteOf(candidate)];
  return { locator, quote, sealed: sealFound(deps, { articleId, anchor, source, locator, quote }, finding) };
}

/** The passages that were found for the proposals of agents, and for settled numbers that were looked up, by the id of each. */
export function proposedPassages(
  deps: Pick<Deps, 'key'>,
  { articleId, ledger: { figures } }: { articleId: string; ledger: Pick<Ledger, 'figures'> },
): ReadonlyMap<string, FoundPassage> {
  const passages = new Map<string, FoundPassage>();
  for (const { anchor, proposals, settlement } of figures)
    for (const { id, settling, lookup, asked } of [...proposals, ...(settlement ? [settlement] : [])]) {
      const result = asked ?? lookup;
      if (settling.kind !== 'sourced' || settling.found || result?.state !== 'found' || !result.candidate) continue;
      const { at, digest, candidate } = result;
      const about = { articleId, anchor, source: settling.source, by: 'address' as const, at, digest };
      const passage = sealPassage(deps, candidate, about);
      if (passage) passages.set(id, passage);
    }
  return passages;
}

/** The stored form of a candidate that says the same as the figure; null for another number. */
function foundOf({ agreement, text }: Candidate, { by, at, digest }: Opened): FoundInSource | null {
  return agreement && { by, at, digest, agreement, says: text.slice(0, LONGEST_SAYING) };
}

const LONGEST_SAYING = 200;

/** The figure as it is looked up: with its sentence, and its position there. */
export function claimOf({ text, sentence, inSentence }: LedgerFigure): ClaimedNumber {
  return { text, sentence, at: inSentence };
}
