import { html } from 'hono/html';
import { FIELD_LABELS } from '#article/article-fields.ts';
import type { GateCode } from '#article/gate-codes.ts';
import { describeEntry, type FigureEntry } from '#article/gate-entry.ts';
import { searchWords } from '#article/search-words.ts';
import { ledgerAddress } from '#editorial/newsroom/figure-state.ts';
import { type ChecklistPoint, readChecklist } from '#editorial/review/checklist.ts';
import type { Html } from '#html/html.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { pill } from '#html/newsroom/kit/pill.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { heroOf } from '#newsroom/kit/copy-names.ts';
import { placeOf } from './gate-list.ts';
import type { PublishView } from './publish-view.ts';

/** `done`: in order. `block`: it stops publication. `warn`: an editor should look at it. `note`: a fact. */
type Check = { tone: 'done' | 'block' | 'warn' | 'note'; text: Html | string; link?: Html };

/** Characters after which search engines cut a title. */
const SEARCH_TITLE = 60;
/** Entries about numbers that the list shows; the page of the numbers has the rest. */
const MOST_FIGURES = 5;

/** The place of the list: the panel of the editor, or the publish drawer. */
export type ChecksPlace = 'panel' | 'drawer';

/** What was checked: what stops publication first, each with a link to its place. The buttons of the checklist are of `checklistForm`. */
export async function checkList(c: Context, view: PublishView, place: ChecksPlace): Promise<Html> {
  const points = await readChecklist(c.var.deps.db.read, view.file.id, view.file.copy.section);
  const checks = [
    ...unfinishedChecks(view),
    ...gateChecks(view),
    ...points.map((point) => pointCheck(point, place)),
    ...(await facts(c, view)),
  ];
  const sorted = ORDER.flatMap((tone) => checks.filter((check) => check.tone === tone));
  return html`<ul class="checks">${sorted.map(
    ({ tone, text, link }) =>
      html`<li class="is-${tone}"><span class="unseen">${TONE_WORDS[tone]}</span><span>${text}</span>${link ?? ''}</li>`,
  )}</ul>`;
}

const ORDER = ['block', 'warn', 'done', 'note'] as const;
const TONE_WORDS = { done: 'Done: ', block: 'To fix: ', warn: 'To consider: ', note: '' };

/** The form that ticks a point of the checklist, outside of the form that publishes. */
export function checklistForm({ file, number, workingCopy }: PublishView, place: ChecksPlace): Html {
  return html`<form id="checklist-${place}" method="post" action="/newsroom/articles/${file.id}/checklist"><input type="hidden" name="place" value="${place}">${
    workingCopy === null
      ? html`<input type="hidden" name="revision" value="${number}">`
      : html`<input type="hidden" name="copy" value="mine">`
  }</form>`;
}

function pointCheck({ point, ticked }: ChecklistPoint, place: ChecksPlace): Check {
  const act = ticked ? { text: 'Open again', name: 'untick' } : { text: 'Tick', name: 'tick' };
  return {
    tone: ticked ? 'done' : 'warn',
    text: ticked
      ? html`${point} <span class="hint">${ticked.by}, revision ${ticked.revision}, ${formatTime(ticked.at)}</span>`
      : point,
    link: button({
      text: html`${act.text}<span class="unseen"> “${point}”</span>`,
      ...{ name: act.name, value: point, weight: 'quiet', form: `checklist-${place}` },
    }),
  };
}

/** Whether something stops the publication, in a word. */
export function checksPill(view: PublishView): Html {
  const blocks = countStops(view);
  if (blocks === 0) return pill('Nothing blocks', 'ready');
  return pill(`${blocks} to fix`, 'block');
}

/** Number of things that stop the publication of what the view shows. What a note answers is asked for in the panel. */
export function countStops(view: PublishView): number {
  const { file, unfinished } = view;
  if (unfinished.length > 0) return unfinished.length;
  return file.gate.filter(({ severity, code }) => severity === 'block' && !(asksNote(view) && OF_NOTES.has(code)))
    .length;
}

/** What a correction note answers. */
const OF_NOTES: ReadonlySet<string> = new Set<GateCode>(['no_correction_note', 'figure_changed_needs_note']);

/** Whether the panel asks for a correction note, which is saved with the revision that it publishes. */
function asksNote({ correcting, number, reviewBy, file, workingCopy }: PublishView): boolean {
  return correcting.asks && reviewBy === 'one' && (workingCopy !== null || number === file.revision);
}

/** The place of a path in the editor. The script of the editor goes there without loading the page. */
function editorLink(articleId: string, path: string, words = 'Edit'): Html {
  return html`<a href="/newsroom/articles/${articleId}/edit#at=${path}" data-place="${path}">${words}</a>`;
}

function unfinishedChecks({ file, unfinished }: PublishView): Check[] {
  const labels: Record<string, string | undefined> = FIELD_LABELS;
  return unfinished.map(({ path, message }) => ({
    tone: 'block',
    text: /\.$/.test(message)
      ? message
      : html`${labels[path.replace(/^editorialPacket\./, '')] ?? labels[path.split('.')[0] ?? ''] ?? path} ${message}.`,
    ...(path !== '' && { link: editorLink(file.id, path) }),
  }));
}

function gateChecks(view: PublishView): Check[] {
  const { file, number, unfinished } = view;
  if (unfinished.length > 0) return [];
  const gate = file.gate
    .filter(({ code }) => !(code === 'no_correction_note' && asksNote(view)))
    .map((entry) => (asksNote(view) && OF_NOTES.has(entry.code) ? { ...entry, severity: 'warn' as const } : entry));
  const figures = gate.filter(({ code }) => code.startsWith('figure_'));
  const left = new Set<unknown>(figures.slice(MOST_FIGURES));
  const at = { articleId: file.id, revision: number };
  const shown = gate
    .filter((entry) => !left.has(entry))
    .map((entry: FigureEntry): Check => {
      const { anchor, path, severity, code } = entry;
      const link =
        anchor !== undefined
          ? html`<a href="${ledgerAddress(at, { figure: { anchor } })}" data-place="${path}" data-figure="${anchor}">Show</a>`
          : code === 'needs_second_person'
            ? html`<a href="/newsroom/articles/${file.id}#decide">Review</a>`
            : WORDING.has(code)
              ? html`<a href="/newsroom/articles/${file.id}/wordings?revision=${number}">Show</a>`
              : editorLink(file.id, path);
      return { tone: severity, text: html`${describeEntry(entry)}${placeOf(entry, file.copy)}`, link };
    });
  if (left.size === 0) return shown;
  const tone = figures.slice(MOST_FIGURES).some(({ severity }) => severity === 'block') ? 'block' : 'warn';
  return [
    ...shown,
    { tone, text: `And ${left.size} more about numbers.`, link: numbersLink(file.id, number, 'Show all') },
  ];
}

/** Entries about quotations and names: they have their own page. */
const WORDING: ReadonlySet<GateCode> = new Set(['quotation_open', 'name_open']);

function numbersLink(articleId: string, revision: number, words = 'See'): Html {
  return html`<a href="${ledgerAddress({ articleId, revision })}" data-place="numbers">${words}</a>`;
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one line for each check
async function facts(c: Context, view: PublishView): Promise<Check[]> {
  const { file, number, figures, unfinished } = view;
  if (unfinished.length > 0) return [];
  const { copy, id } = file;
  const hero = await heroOf(c, copy);
  const title = searchWords(JSON.stringify(copy.editorialPacket ?? {})).title ?? copy.headline;
  const sources = copy.sources?.length ?? 0;
  const cited = sources === 0 ? 'No source' : `${sources} ${sources === 1 ? 'source' : 'sources'}`;
  const picture = hero ? `picture with ${hero.credit ? 'credit and description' : 'description'}` : 'no picture';
  return [
    ...(figures.total > 0
      ? [
          {
            tone: figures.settled === figures.total ? 'done' : 'note',
            text: `${figures.settled} of ${figures.total} ${figures.total === 1 ? 'number' : 'numbers'} settled`,
            // A number of a revision that is not saved has no page.
            ...(view.workingCopy === null && { link: numbersLink(id, number) }),
          } as const,
        ]
      : []),
    ...(sources > 0 || hero
      ? [{ tone: sources > 0 && hero ? 'done' : 'note', text: `${cited}, ${picture}` } as const]
      : []),
    reviewCheck(view),
    ...(title.length > SEARCH_TITLE
      ? [
          {
            tone: 'warn',
            text: `The headline has ${title.length} characters; search shows about ${SEARCH_TITLE}`,
            link: editorLink(id, 'editorialPacket.seoTitle'),
          } as const,
        ]
      : []),
  ];
}

function reviewCheck({ review, number, workingCopy, file }: PublishView): Check {
  const lines = review.lines.filter(({ revision }) => revision === number);
  const other = lines.findIndex(({ state }) => state !== 'approved');
  const approvers = workingCopy === null ? (other === -1 ? lines : lines.slice(0, other)) : [];
  if (approvers.length > 0)
    return { tone: 'done', text: `Approved by ${approvers.map(({ by }) => by).join(' and ')}, this revision` };
  const link = html`<a href="/newsroom/articles/${file.id}#decide">Review</a>`;
  if (review.decided?.state === 'changes_requested' && review.decided.revision === number)
    return { tone: 'warn', text: `${lines[0]?.by ?? 'An editor'} requested changes to this revision`, link };
  const was = review.decided?.state === 'approved' ? `; the approval was of revision ${review.decided.revision}` : '';
  return { tone: 'note', text: `Nobody has approved this revision${was}`, link };
}
