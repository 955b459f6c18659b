import * as z from 'zod';
import type { ArticleState } from '#article/article-state.ts';
import type { GateEntry } from '#article/gate-entry.ts';
import { EXEMPT_CLASSES } from '#article/settlement-kinds.ts';
import { sentBackSchema } from './review-json.ts';

// Short answers have only what an agent needs for its next step. With arguments, an agent gets the rest.

/** Most entries of the gate per code, and most settled figures, unless the caller asks for all. */
export const MOST_SHOWN = 3;
/** Most open figures in one answer, so that the answer about an article of usual length stays under 10 kB. */
const MOST_OPEN = 100;

export const GATE_FORMS = ['first', 'all'] as const;
export type GateForm = (typeof GATE_FORMS)[number];

export const openFigureSchema = z
  .strictObject({
    block: z.string().optional().describe('The id of its block.'),
    text: z.string().describe('The exact text of the number: `figure` in claimsReview.'),
    at: z.string().describe('Where it is: `path` in claimsReview.'),
    occurrence: z
      .int()
      .min(1)
      .optional()
      .describe('Which occurrence of the same text at this place; absent for the first.'),
    exempt: z.enum(EXEMPT_CLASSES).optional().describe('The class it may belong to if it is not a number to check.'),
    refused: sentBackSchema.optional(),
    reopened: sentBackSchema.optional(),
  })
  .meta({ id: 'OpenFigure', description: 'A number that nobody settled.' });
type OpenFigure = z.infer<typeof openFigureSchema>;

/** The open figures, for answers in which the gate does not list each of them. */
export const openFiguresFields = {
  openFigures: z
    .array(openFigureSchema)
    .optional()
    .describe(`All open numbers, where the gate shows the first ${MOST_SHOWN}.`),
  openFiguresLeftOut: z.int().optional().describe('Number of further open numbers: propose these, and read again.'),
};

type ShortGate = { gate: GateEntry[]; openFigures?: OpenFigure[]; openFiguresLeftOut?: number };

/** The gate with all its entries, or with the first of each code, a count of the others, and the open figures as a list. */
export function gateJson(entries: readonly GateEntry[], form: GateForm): ShortGate {
  if (form === 'all') return { gate: [...entries] };
  const groups = Map.groupBy(entries, ({ code, severity }) => `${code} ${severity}`);
  const gate = [...groups.values()].flatMap(firstOf);
  const figures = gate.some(({ code, count }) => code === 'figure_open' && count !== undefined)
    ? listOpen(entries)
    : [];
  const leftOut = figures.length - MOST_OPEN;
  return {
    gate,
    ...(figures.length > 0 && { openFigures: figures.slice(0, MOST_OPEN) }),
    ...(leftOut > 0 && { openFiguresLeftOut: leftOut }),
  };
}

/** The first entries of one code, and an entry that counts all when there are more. */
function firstOf(entries: GateEntry[]): ShortGate['gate'] {
  const [first] = entries;
  if (!first || entries.length <= MOST_SHOWN) return entries;
  const all = entries.reduce((sum, { count = 1 }) => sum + count, 0);
  const count = all - MOST_SHOWN;
  const where =
    first.code === 'figure_open' ? 'openFigures lists the numbers' : 'With gateEntries: "all" each has an entry';
  const message = `${count} more of this code, ${all} in all. ${where}.`;
  const { code, severity } = first;
  const shown = entries
    .toSorted((entry, other) => Number(isNotFound(other)) - Number(isNotFound(entry)))
    .slice(0, MOST_SHOWN);
  return [...shown, { code, severity, message, path: first.path.split('.')[0] ?? '', count }];
}

/** Whether the server looked a proposal up and its source did not confirm it, or could not be opened. Such entries come first. */
function isNotFound({ lookup }: GateEntry): boolean {
  return lookup !== undefined && lookup.state !== 'found';
}

function listOpen(entries: readonly GateEntry[]): OpenFigure[] {
  return entries.flatMap(({ code, path, figure: text, block, occurrence, exempt, refused, reopened, figures }) => {
    if (code !== 'figure_open') return [];
    if (text === undefined) return namedOf(figures);
    const said = { ...(exempt && { exempt }), ...(refused && { refused }), ...(reopened && { reopened }) };
    return [{ ...(block !== undefined && { block }), text, at: path, ...(occurrence && { occurrence }), ...said }];
  });
}

function namedOf(figures: GateEntry['figures'] = {}): OpenFigure[] {
  return Object.entries(figures).flatMap(([at, named]) =>
    named.map(({ figure: text, occurrence }) => ({ text, at, ...(occurrence && { occurrence }) })),
  );
}

/** The next step for an agent, in words of this service only. */
export function nextStep(
  { stage, needsAnswer, version }: ArticleState,
  gate: readonly GateEntry[],
  wait: number,
): string {
  const again = `Look again after ${wait} seconds, with since: ${version}.`;
  if (stage === 'changes_requested') {
    return `An editor asks for changes: \`review.note\` and the open \`comments\` say which. Save the changed copy as the next revision.`;
  }
  if (needsAnswer)
    return 'Open `comments` are about this revision. Answer them by saving the changed copy as the next revision.';
  const isOpen = gate.some(({ code }) => code === 'figure_open');
  if (isOpen && stage !== 'published') {
    return `Figures are open: propose how each is settled, in editorialPacket.claimsReview of the next revision. ${again}`;
  }
  const missed = gate.filter(isNotFound).length;
  if (missed > 0 && stage !== 'published') {
    const which = missed === 1 ? 'One number was' : `${missed} numbers were`;
    return `${which} not found in the source you named: \`lookup\` in the gate says what is there. Correct the text or the proposal in the next revision, or leave it to an editor. ${again}`;
  }
  return `${WAITS[stage]} ${again}`;
}

const WAITS: Record<ArticleState['stage'], string> = {
  draft: 'An editor has to read this draft: give them its newsroomUrl.',
  in_review: 'It is in review: an editor decides next.',
  changes_requested: '',
  approved: 'It is approved: an editor publishes it.',
  scheduled: 'It is scheduled for publication.',
  changed: 'Readers see an older revision until an editor publishes this one.',
  published: 'It is published. Nothing waits for you.',
  unpublished: 'It was unpublished; an editor decides what follows.',
};

/** The requested fields of an object, and the fields that every answer has. */
export function pick<T extends object>(
  whole: T,
  fields: readonly string[] | undefined,
  always: readonly string[],
): Partial<T> {
  if (fields === undefined) return whole;
  const wanted = new Set([...always, ...fields]);
  return Object.fromEntries(Object.entries(whole).filter(([name]) => wanted.has(name))) as Partial<T>;
}
