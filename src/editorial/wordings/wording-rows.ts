import type { Copy } from '#article/copy.ts';
import { prepared, type Tx } from '#db/database.ts';
import { findWordings, type Wording } from '#evidence/wordings/find-wordings.ts';
import type { WordingLookup } from '#evidence/wordings/search-wordings.ts';
import type { LookupResult } from '../sources/open-child.ts';

// One row has what each opened source says about a quotation or a name, and what an editor decided. A row belongs to the words, not to
// their place: moved text keeps its row, and changed words have none.

/** The finding about a wording in one source. `by`: how it was opened. `digest`: SHA-256 of its bytes, in hexadecimal. */
export type WordingLook = { source: string; by: 'address' | 'file' | 'passage'; at: string } & (
  | { trouble: string }
  | ({ digest: string } & WordingLookup)
);
/** A look at a source that could be opened. */
export type OpenedLook = Extract<WordingLook, { digest: string }>;

/** The decision of an editor: `seen`, by the passage on screen; `vouched`, for a reason. */
export type WordingSettled = { by: { id: string; name: string }; at: string } & (
  | { way: 'seen'; source: string; place: string }
  | { way: 'vouched'; reason: string }
);

/** `settled`: an editor decided, or a source spells the name the same. `unopened`: no source was opened. The others: the best finding. */
export type WordingState = 'settled' | 'found' | 'near' | 'not_found' | 'unopened';

export type ArticleWording = Wording & {
  state: WordingState;
  looks: readonly WordingLook[];
  best: OpenedLook | null;
  settled: WordingSettled | null;
};

/** The quotations and names of a copy, each with its row. Lookups in sources that the copy does not cite are left out. */
export async function readWordings(
  tx: Tx,
  articleId: string,
  copy: Pick<Copy, 'dek' | 'bodyBlocks' | 'sources'>,
): Promise<ArticleWording[]> {
  const wordings = findWordings(copy);
  if (wordings.length === 0) return [];
  const { rows } = await listRows(tx, { articleId });
  const known = new Map(rows.map((row) => [row.words_hash, row]));
  const cited = new Set(copy.sources?.map(({ url }) => url));
  return wordings.map((wording) => {
    const row = known.get(wording.hash);
    const looks = readLooks(row?.looks).filter(({ source }) => cited.has(source));
    const best = bestOf(looks);
    const settled: WordingSettled | null = row?.settled ? JSON.parse(row.settled) : null;
    return { ...wording, looks, best, settled, state: stateOf(wording, best, settled) };
  });
}

const listRows = prepared((tx, { articleId }: { articleId: string }) =>
  tx.selectFrom('wording').select(['words_hash', 'looks', 'settled']).where('article_id', '=', articleId),
);

function readLooks(looks: string | undefined): WordingLook[] {
  return looks === undefined ? [] : JSON.parse(looks);
}

const BEST_FIRST = ['found', 'near', 'not_found'] as const;

function bestOf(looks: readonly WordingLook[]): OpenedLook | null {
  const opened = looks.filter((look): look is OpenedLook => 'digest' in look);
  return BEST_FIRST.flatMap((state) => opened.filter((look) => look.state === state))[0] ?? null;
}

function stateOf({ kind }: Wording, best: OpenedLook | null, settled: WordingSettled | null): WordingState {
  if (settled !== null || (kind === 'name' && best?.state === 'found')) return 'settled';
  return best?.state ?? 'unopened';
}

/** Stores what a source says about wordings, in place of what it said before. */
export async function storeWordingLooks(
  tx: Tx,
  articleId: string,
  wordings: readonly Wording[],
  { result, ...asked }: { source: string; by: WordingLook['by']; at: string; result: LookupResult },
): Promise<void> {
  if (wordings.length === 0) return;
  const { rows } = await listRows(tx, { articleId });
  const known = new Map(rows.map((row) => [row.words_hash, readLooks(row.looks)]));
  for (const [at, wording] of wordings.entries()) {
    const look: WordingLook =
      'trouble' in result
        ? { ...asked, trouble: result.trouble }
        : { ...asked, digest: result.opened.digest, ...(result.wordings[at] ?? { state: 'not_found' as const }) };
    const others = known.get(wording.hash)?.filter(({ source }) => source !== asked.source) ?? [];
    await keepRow(tx, articleId, wording, { looks: JSON.stringify([...others, look]) });
  }
}

/** Changes the row of a wording, or creates it. */
export async function keepRow(
  tx: Tx,
  articleId: string,
  { hash, kind, text }: Wording,
  change: { looks: string } | { settled: string | null },
): Promise<void> {
  await tx
    .insertInto('wording')
    .values({ article_id: articleId, words_hash: hash, kind, words: text, looks: '[]', settled: null, ...change })
    .onConflict((conflict) => conflict.columns(['article_id', 'words_hash']).doUpdateSet(change))
    .execute();
}
