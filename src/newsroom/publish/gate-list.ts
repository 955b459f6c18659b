import { html } from 'hono/html';
import { FIELD_LABELS, PUBLISHED_PACKET_NAMES, PUBLISHED_TEXT_NAMES, valuesOf } from '#article/article-fields.ts';
import type { Copy } from '#article/copy.ts';
import { describeEntry, type FigureEntry, type GateEntry, withoutMarks } from '#article/gate-entry.ts';
import { ledgerAddress } from '#editorial/newsroom/figure-state.ts';
import type { Html } from '#html/html.ts';

/** Entries about figures that the list shows; the ledger has the rest. */
const MOST_FIGURES = 5;
/** Characters of a block by which the list names it. */
const FIRST_WORDS = 40;

/** The revision of the list: its ledger shows the figures, and its copy has the words by which blocks are named. */
export type GatePlace = { articleId: string; revision: number; copy?: Copy };

/** What stops publication, and then what only deserves a look; an entry about a figure links to the figure in the ledger. */
export function gateList(entries: readonly (GateEntry | FigureEntry)[], at: GatePlace | null = null): Html {
  if (entries.length === 0) return html`<p>Nothing has to be fixed.</p>`;
  const sorted = entries.toSorted((a, b) => Number(b.severity === 'block') - Number(a.severity === 'block'));
  const figures = sorted.filter(({ code }) => code.startsWith('figure_'));
  const left = new Set(figures.slice(MOST_FIGURES));
  return html`<ul class="gate">${sorted
    .filter((entry) => !left.has(entry))
    .map(
      (entry) => html`
<li class="${entry.severity}"><strong>${entry.severity === 'block' ? 'To fix' : 'To consider'}</strong> <span>${describeEntry(entry)}</span>${placeOf(entry, at?.copy)}${linkTo(entry, at)}</li>`,
    )}
</ul>
${left.size > 0 ? html`<p>And ${left.size} more about numbers.${at ? html` <a href="${ledgerAddress(at)}">Show all numbers</a>` : ''}</p>` : ''}`;
}

/** Where it is, in words: the first words of the block, or the name of the field. Not said where the entry quotes the text itself. */
export function placeOf({ path, sentence, words }: GateEntry, copy: Copy | undefined): Html | string {
  const block = /^bodyBlocks\.(\d+)/.exec(path)?.[1];
  if (block === undefined) return FIELD_PLACES[path] ? html` <span class="place">${FIELD_PLACES[path]}</span>` : '';
  const text = withoutMarks(copy?.bodyBlocks[Number(block)]?.text ?? '').trim();
  if (sentence !== undefined || words !== undefined || text === '') return '';
  const first =
    text.length > FIRST_WORDS
      ? `${text
          .slice(0, FIRST_WORDS)
          .toWellFormed()
          .replace(/\s+\S*$/, '')} …`
      : text;
  return html` <span class="place">“${first}”</span>`;
}

/** Fields that their entries do not name. */
const FIELD_PLACES: Record<string, string | undefined> = {
  ...Object.fromEntries(PUBLISHED_PACKET_NAMES.map((name) => [`editorialPacket.${name}`, FIELD_LABELS[name]])),
  ...valuesOf(PUBLISHED_TEXT_NAMES, (name) => FIELD_LABELS[name]),
};

function linkTo(entry: GateEntry | FigureEntry, at: GatePlace | null): Html | string {
  if (at && (entry.code === 'quotation_open' || entry.code === 'name_open'))
    return html` <a href="/newsroom/articles/${at.articleId}/wordings?revision=${at.revision}">Quotations and names</a>`;
  if (!at || !('anchor' in entry) || entry.anchor === undefined) return '';
  return html` <a href="${ledgerAddress(at, { figure: { anchor: entry.anchor } })}">Show the number</a>`;
}
