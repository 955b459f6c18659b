import { GATE_CHECKS, type GateCode, type GateSeverity } from './gate-codes.ts';
import type { ExemptClass, SettlementKind } from './settlement-kinds.ts';

/**
 * A finding about a revision; only a `block` stops its publication. `message` has only words of this service. Words from the copy
 * are in the fields of `GateData`, so that copy cannot pass for a message of the service.
 */
export type GateEntry = { code: GateCode; severity: GateSeverity; message: string; path: string } & GateData;

/**
 * An entry as the newsroom sees it: with the anchor of the figure it is about, by which a chief can override it, and whether
 * a chief did. The API shows neither.
 */
export type FigureEntry = GateEntry & { anchor?: string; isOverridden?: true };

/** The subject of an entry, as data. */
export type GateData = {
  /** How many more findings of this code the entry stands for. */
  count?: number;
  /** The desk that does not exist. */
  desk?: string;
  /** The exact text of the figure. */
  figure?: string;
  /** Which occurrence of the same text in its block, from 1; left out for the first. */
  occurrence?: number;
  /** The id of its block. */
  block?: string;
  /** The words around it. */
  sentence?: string;
  /** The class of exemption that the figure looks like. */
  exempt?: ExemptClass;
  /** The proposed way to settle it. */
  settlement?: SettlementKind;
  /** The last proposal, which an editor refused. */
  refused?: SentBack;
  /** The last settlement, which an editor opened again. */
  reopened?: SentBack;
  /** Figures without an entry of their own, by the path of their text. */
  figures?: Record<string, NamedFigure[]>;
  /** Settled figures of the live article that this revision no longer has. */
  changed?: string[];
  /** Unknown keys of an entry of claimsReview. */
  keys?: string[];
};

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

/** An entry as text for people: its message with the quoted copy and the reason. Agents read the fields. */
export function describeEntry(entry: GateEntry): string {
  const { message, figure, desk, changed, refused, reopened } = entry;
  const because = (refused ?? reopened)?.because;
  const words = message
    .replace(/^This figure\b/, (told) => (figure === undefined ? told : `The figure ${quoteFigure(entry)}`))
    .replace(/^There is no desk of this name\b/, (told) => (desk === undefined ? told : `There is no desk "${desk}"`));
  return [
    words,
    ...(because ? [`The reason: “${because}”`] : []),
    ...(changed ? [`They are ${listed(changed)}.`] : []),
  ].join(' ');
}

/** Names a figure by its text, block and sentence, and by its occurrence when the block has the same text more than once. */
function quoteFigure({ figure = '', occurrence = 1, block, sentence }: GateEntry): string {
  const turn = occurrence > 1 ? `, occurrence ${occurrence},` : '';
  const where = block === undefined ? '' : ` in block "${block}"`;
  return `"${figure}"${turn}${where}${sentence === undefined ? '' : ` (“${sentence}”)`}`;
}

function listed(texts: readonly string[]): string {
  const named = texts.slice(0, MOST_NAMED).map((text) => `"${text}"`);
  const rest = texts.length - named.length;
  return `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
