import { GATE_CHECKS, type GateCode, type GateSeverity } from './gate-codes.ts';
import type { ExemptClass, SettlementKind } from './settlement-kinds.ts';

/**
 * A finding about a revision; only a `block` stops its publication. `message` has only words of this service. Words from the copy
 * are in the fields of `GateData`, so that copy cannot pass for a message of the service.
 */
export type GateEntry = { code: GateCode; severity: GateSeverity; message: string; path: string } & GateData;

/** An entry as the newsroom sees it: with the anchor of the figure it is about. The API does not show that. */
export type FigureEntry = GateEntry & { anchor?: string };

/** The subject of an entry, as data. */
export type GateData = {
  /** The number of further findings of this code in this entry. */
  count?: number;
  /** The section that does not exist. */
  desk?: string;
  /** The exact text of the figure. */
  figure?: string;
  /** Which occurrence of the same text in its block, from 1; left out for the first. */
  occurrence?: number;
  /** The id of its block. */
  block?: string;
  /** The words around it. */
  sentence?: string;
  /** The words of a quotation or a name, or the caption of a table or chart. */
  words?: string;
  /** The class of exemption that the figure looks like. */
  exempt?: ExemptClass;
  /** The proposed way to settle it. */
  settlement?: SettlementKind;
  /** What the server found in the source: of a proposal, of a settled figure to check again, of a quotation or a name. */
  lookup?: LookupTold;
  /** The last proposal, which an editor refused. */
  refused?: SentBack;
  /** The last settlement, which an editor opened again. */
  reopened?: SentBack;
  /** Figures without their own entry, by the path of their text. */
  figures?: Record<string, NamedFigure[]>;
  /** Settled figures of the live article that this revision no longer has. */
  changed?: string[];
  /** Unknown keys of an entry of claimsReview. */
  keys?: string[];
};

/**
 * Whether the source of a proposal has its number. `says`, `place` and `passage` come from the source: the number, or the words in its
 * place. `because` says in words of this service why the source could not be opened.
 */
export type LookupTold = {
  state: 'found' | 'near' | 'not_found' | 'unreachable';
  says?: string;
  place?: string;
  passage?: string;
  because?: string;
};

/** What a source says now in place of the passage that settled a number. */
export type ChangedPassage = Pick<LookupTold, 'says' | 'place' | 'passage'> & { state: 'near' | 'not_found' };

/** A figure as claimsReview names it. */
export type NamedFigure = { figure: string; occurrence?: number };

/** A proposal or a settlement that an editor undid; `because` is null when no reason was given. */
export type SentBack = {
  settlement: SettlementKind;
  by: 'editor' | 'chief';
  at: string;
  because: string | null;
  proposedRevision: number;
};

type Facts<Code extends GateCode> = (typeof GATE_CHECKS)[Code] extends { message: infer Message }
  ? Message extends (...facts: infer All extends string[]) => string
    ? All
    : []
  : [message: string];

/** An entry with the usual severity of its check. Its message comes from the table, with these facts, or is passed in. */
export function gateEntry<Code extends GateCode>(code: Code, path: string, ...facts: Facts<Code>): GateEntry {
  const { severity, message }: { severity: GateSeverity; message?: string | ((...all: string[]) => string) } =
    GATE_CHECKS[code];
  const words = typeof message === 'function' ? message(...facts) : (message ?? facts[0] ?? '');
  return { code, severity, message: words, path };
}

/** Most figures named in a message for people; the ledger has all of them. */
const MOST_NAMED = 5;

/** Messages for people, for checks with a message that speaks to an agent. */
const FOR_PEOPLE: Partial<Record<GateCode, string>> = {
  looks_like_html: 'This text has HTML tags, which readers would see as they are.',
  looks_like_markdown:
    'This text has marks of several paragraphs, headings or lists; readers would see it as one. Divide it.',
  unknown_author: 'The author is not in the list of bylines. Choose another one.',
  unknown_tag: 'A tag does not exist any more.',
  unknown_hero: 'The picture is not in the library any more.',
  exhibits_proposed:
    'An agent proposes tables and charts. Take them over below the text fields, under Tables and charts.',
  exhibits_unreadable: 'An agent proposed tables and charts, and they could not be read.',
  claims_review_unreadable: 'An agent proposed how to settle numbers, and nothing of it could be read.',
  claims_review_too_many: 'An agent proposed how to settle more numbers than are read at once.',
  claims_review_malformed: 'An agent proposed how to settle a number, and it could not be read.',
  claims_review_unknown_figure: 'An agent proposed how to settle a number that is not in the text.',
  claims_review_refused_before: 'An agent proposed again what an editor refused.',
  claims_review_refused: 'An agent proposed how to settle a number, and it does not fit.',
  claims_review_repeated: 'An agent proposed twice how to settle the same number.',
};

/** An entry as text for people: what is wrong, with the words that it is about and the reason. Agents read the fields. */
export function describeEntry(entry: GateEntry): string {
  const { code, message, figure, words, desk, changed, refused, reopened } = entry;
  const because = (refused ?? reopened)?.because;
  const sentence = (FOR_PEOPLE[code] ?? message)
    .replace(/ ?Settle it as sourced \(.*$/s, '')
    .replace(/: the field `\w+` has the (?:reason|passage)\b/, '')
    .replace(/^This (quotation|name|table or chart)\b/, (match, kind) =>
      words === undefined ? match : `The ${kind} “${withoutMarks(words)}”`,
    )
    .replace(/ ?(?:The field `figures`|Fix the ones above, and the next) .*$/s, '')
    .replace(/^This number\b/, (match) => (figure === undefined ? match : `The number ${quoteFigure(entry)}`))
    .replace(/\bfigure(s?)\b/g, 'number$1')
    .replace(/^There is no section of this name\b/, (match) =>
      desk === undefined ? match : `There is no section "${desk}"`,
    );
  return [
    sentence,
    ...(because ? [`The reason: “${because}”`] : []),
    ...(changed ? [`They are ${listed(changed)}.`] : []),
  ].join(' ');
}

/** Names a figure by its text and its sentence, and by its occurrence when the block has the same text more than once. */
function quoteFigure({ figure = '', occurrence = 1, sentence }: GateEntry): string {
  const turn = occurrence > 1 ? `, occurrence ${occurrence},` : '';
  return `"${figure}"${turn}${sentence === undefined ? '' : ` (“${withoutMarks(sentence)}”)`}`;
}

/** Body text without its inline marks, as closely as a quotation of a few words needs. */
export function withoutMarks(text: string): string {
  return text.replace(/\[([^[\]]{1,500})\]\(https:[^\s()]{1,2000}\)/g, '$1').replace(/[*`]/g, '');
}

function listed(texts: readonly string[]): string {
  const named = texts.slice(0, MOST_NAMED).map((text) => `"${text}"`);
  const rest = texts.length - named.length;
  return `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
