import type { Copy } from '#article/copy.ts';
import { severityOf } from '#article/gate-codes.ts';
import { type GateEntry, gateEntry, type LookupTold } from '#article/gate-entry.ts';
import type { Tx } from '#db/database.ts';
import type { WordingKind } from '#evidence/wordings/find-wordings.ts';
import type { Policy } from '#runtime/deps.ts';
import { short } from '../gate/figures-gate.ts';
import { type ArticleWording, type OpenedLook, readWordings } from './wording-rows.ts';

/** Entries about single quotations and names. */
const MOST_TOLD = 40;
const LONGEST_TOLD = 160;

/**
 * The gate entries about quotations and names. A quotation is open until an editor settles it. A name is open if a source spells it
 * differently; where open names prevent publication, a name is also open until the sources were opened.
 */
export async function checkWordings(
  tx: Tx,
  articleId: string,
  copy: Copy,
  { unchecked = [], gateLevels }: Policy,
): Promise<GateEntry[]> {
  if (unchecked.length === 2) return [];
  const open = (await readWordings(tx, articleId, copy)).filter(
    ({ kind, state }) => state !== 'settled' && !unchecked.includes(kind),
  );
  const single = open.filter(({ kind, state }) => kind === 'quotation' || state === 'near');
  const left = open.filter(({ kind, state }) => kind === 'name' && state === 'unopened').length;
  const isAsked = left > 0 && severityOf('name_open', gateLevels) === 'block' && (copy.sources?.length ?? 0) > 0;
  return [
    ...single.slice(0, MOST_TOLD).map(entryOf),
    ...(single.length > MOST_TOLD
      ? [gateEntry('quotation_open', 'bodyBlocks', `${single.length - MOST_TOLD} more quotations and names are open.`)]
      : []),
    ...(isAsked
      ? [
          gateEntry(
            'name_open',
            'bodyBlocks',
            left === 1
              ? '1 name has not been compared with the sources.'
              : `${left} names have not been compared with the sources.`,
          ),
        ]
      : []),
  ];
}

const CODES = { quotation: 'quotation_open', name: 'name_open' } as const satisfies Record<WordingKind, string>;

const MESSAGES: Record<WordingKind, Record<Exclude<ArticleWording['state'], 'settled'>, string>> = {
  quotation: {
    unopened: 'This quotation has not been looked up in a source.',
    found: 'This quotation is in a source, and waits for an editor to confirm it.',
    near: 'This quotation differs in its source: the field `lookup` has the passage.',
    not_found: 'This quotation is in none of the sources that were opened.',
  },
  name: {
    unopened: 'This name has not been compared with the sources.',
    found: 'This name is in a source.',
    near: 'This name is spelled differently in a source: the field `lookup` has the passage.',
    not_found: 'This name is in none of the sources that were opened.',
  },
};

function entryOf({ kind, state, text, path, best }: ArticleWording): GateEntry {
  const message = state === 'settled' ? '' : MESSAGES[kind][state];
  return {
    ...gateEntry(CODES[kind], path, message),
    words: short(text, LONGEST_TOLD),
    ...(best && { lookup: tellLook(best) }),
  };
}

function tellLook({ state, says, place, passage }: OpenedLook): LookupTold {
  return { state, ...(says && { says }), ...(place && { place }), ...(passage && { passage }) };
}
