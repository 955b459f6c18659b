import { html } from 'hono/html';
import type { Source } from '#article/copy.ts';
import { canOverride } from '#article/gate-codes.ts';
import { EXEMPT_CLASSES, type SettlementKind } from '#article/settlement-kinds.ts';
import { type Actor, isEditorial } from '#core/actor.ts';
import type { Failure } from '#core/failure.ts';
import {
  CLASS_LABELS,
  describeSettlement,
  STATE_LABELS,
  shortAnchor,
  stateOf,
} from '#editorial/newsroom/figure-state.ts';
import type { EarlierSettlement } from '#editorial/settle/earlier-settlement.ts';
import type { ArticleFigures } from '#editorial/settle/read-figures.ts';
import { openAlike } from '#editorial/settle/settle-alike.ts';
import type { FigureLookup, FoundPassage } from '#editorial/sources/look-up.ts';
import { holdsFigure, namedIssues } from '#evidence/figures/check-settlement.ts';
import type { LedgerFigure, Settlement } from '#evidence/figures/ledger.ts';
import { nameAround } from '#evidence/figures/numbered-names.ts';
import { type SettlementMethod, suggestedClass } from '#evidence/figures/settlement.ts';
import { LONGEST_NAME } from '#evidence/known-names.ts';
import type { Html } from '#html/html.ts';
import { type Control, field } from '#html/newsroom/kit/field.ts';
import { markHidden } from '#html/newsroom/marked.ts';

/** The values of a form that was rejected, by field. */
export type FormFields = Record<string, string>;

/** The data of the panel of a figure; `chosen` is the index of the figure. */
export type PanelProps = {
  file: ArticleFigures;
  actor: Actor;
  view: string;
  chosen: number;
  typed: FormFields;
  /** Why the form was refused, by the names of its fields. */
  failure?: Failure | null;
  /** How the figure was settled before its sentence was changed. */
  earlier: EarlierSettlement | null;
  /** The result of looking the figure up in a source. */
  looked?: FigureLookup | null;
  /** The passages that the server found for the proposals of agents, by the id of the proposal. */
  passages: ReadonlyMap<string, FoundPassage>;
};

/** Figures listed with their numbers below a formula. */
const MOST_LISTED = 200;

/** The hidden fields of every form about a figure: the exact revision, the view, the figure and the settlement. */
export function hiddenFields(file: ArticleFigures, view: string, figure: LedgerFigure, settlement?: Settlement): Html {
  return html`<input type="hidden" name="revision" value="${file.revision}"><input type="hidden" name="view" value="${view}"><input type="hidden" name="figure" value="${figure.anchor}">${settlement ? html`<input type="hidden" name="settlement" value="${settlement.id}">` : ''}`;
}

/** A form for each kind of settlement. An editor's form settles the figure; a writer's form proposes a settlement. */
export function settleForms(panel: PanelProps, figure: LedgerFigure): Html {
  const { file, actor, view, typed, failure = null } = panel;
  const action = `/newsroom/articles/${file.articleId}/figures/settle`;
  const isFirst = figure.proposals.length === 0 && stateOf(figure) !== 'settled' && !panel.earlier;
  const verb = isEditorial(actor) ? 'Settle' : 'Propose';
  const hidden = hiddenFields(file, view, figure);
  return html`<h3>${isFirst ? `${verb} it` : `${verb} it another way`}</h3>
${methodForms(file.ledger, figure, {
  action,
  hidden,
  verb,
  typed,
  failure,
  isFirst,
  maySign: isEditorial(actor),
  mayList: actor.kind === 'editor' && actor.role === 'chief',
  hasReaders: true,
  last: storedQuote(file.ledger, figure) ?? lastSourced(file.ledger, actor),
  alike: openAlike(file.ledger.figures, figure),
  noSource: addSourceForm(panel, figure),
})}`;
}

/** The data that all forms share. `isFirst`: the figure has no proposal and no settlement yet, so one form is open. */
export type MethodForms = {
  action: string;
  hidden: Html;
  verb: string;
  typed: FormFields;
  failure?: Failure | null;
  isFirst: boolean;
  maySign: boolean;
  /** Whether the person may put the name of the number on the list of names. */
  mayList?: boolean;
  /** Whether readers see how the number was settled. Then the form of a signature asks which parts of it they may see. */
  hasReaders?: boolean;
  /** The last source and place, which one button repeats. */
  last?: Sourced | null;
  /** Other open figures that state the same; a second button settles them too. */
  alike?: readonly LedgerFigure[];
  /** The message in place of the form of a source, if the revision cites no source. */
  noSource: Html;
};

type Sourced = Extract<SettlementMethod, { kind: 'sourced' }>;

/** The source and the place with which this person settled, confirmed or proposed last, if the source is still cited. */
function lastSourced({ figures, sources }: Settled, actor: Actor): Sourced | null {
  const own = figures
    .flatMap(({ settlement, proposals }) => [settlement, ...proposals])
    .filter((settlement) => settlement !== null && (settlement.confirmedBy ?? settlement.proposedBy).id === actor.id)
    .flatMap((settlement) =>
      settlement ? [{ at: settlement.confirmedAt ?? settlement.proposedAt, settling: settlement.settling }] : [],
    )
    .flatMap(({ at, settling }) => (settling.kind === 'sourced' ? [{ at, settling }] : []))
    .filter(({ settling }) => sources.some(({ url }) => url === settling.source));
  const latest = own.reduce<(typeof own)[number] | null>(
    (last, candidate) => (last && last.at > candidate.at ? last : candidate),
    null,
  );
  if (!latest) return null;
  const { quote: _, ...place } = latest.settling;
  return place;
}

/**
 * The source, the place and the quote of another figure, if the quote contains this figure too. A single digit occurs in too many quotes.
 */
function storedQuote({ figures, sources }: Settled, figure: LedgerFigure): Sourced | null {
  if (!/\d.*\d/.test(figure.text)) return null;
  return (
    figures
      .flatMap(({ settlement, proposals }) => [...(settlement ? [settlement] : []), ...proposals])
      .flatMap(({ settling }) => (settling.kind === 'sourced' && settling.quote ? [settling] : []))
      .filter(({ source }) => sources.some(({ url }) => url === source))
      .find(({ quote }) => holdsFigure(quote ?? '', figure.text)) ?? null
  );
}

/** The key that opens the form of each method. */
const FORM_KEYS: Record<SettlementKind, string> = {
  sourced: 's',
  computed: 'f',
  quoted: 'q',
  exempt: 'e',
  signed: 'v',
};

/** The words on a button after its verb, for each method. */
const KIND_WORDS: Record<SettlementKind, string> = {
  sourced: 'by this source',
  computed: 'by this calculation',
  quoted: 'by this quote',
  exempt: 'as not a measurement',
  signed: 'and sign it',
};

/** A form for each method, one of them open. */
export function methodForms(ledger: Settled, figure: LedgerFigure, forms: MethodForms): Html {
  const {
    action,
    hidden,
    verb,
    typed,
    failure = null,
    isFirst,
    maySign,
    mayList = false,
    hasReaders = false,
    last = null,
    alike = [],
    noSource,
  } = forms;
  const usual: SettlementKind = suggestedClass(figure.looksLike) ? 'exempt' : 'sourced';
  const shownFor = (kind: SettlementKind): Shown => ({ typed, failure: typed.kind === kind ? failure : null });
  const kinds: [SettlementKind, string, Html][] = [
    ['sourced', 'By a source', sourcedFields(ledger, shownFor('sourced'))],
    ['computed', 'Calculated from other numbers', computedFields(ledger, shownFor('computed'))],
    ['quoted', 'By who said it', quotedFields(shownFor('quoted'))],
    [
      'exempt',
      'Not a measurement: a date, a name or the like',
      html`${exemptFields(figure, typed)}${mayList ? listFields(figure, shownFor('exempt')) : ''}`,
    ],
    ...(maySign
      ? [
          ['signed', 'By your signature', signedFields(shownFor('signed'), hasReaders)] as [
            SettlementKind,
            string,
            Html,
          ],
        ]
      : []),
  ];
  return html`${kinds.map(
    ([
      kind,
      title,
      fields,
      // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the markup of one form, with what each method leaves out
    ]) => html`<details class="way-form" name="way" data-key="${FORM_KEYS[kind]}"${(typed.kind ?? (isFirst ? usual : '')) === kind ? html` open` : ''}><summary>${title}</summary>
${kind === 'sourced' && last ? repeatForm(ledger, last, { action, hidden, verb, alike }) : ''}${
  kind === 'sourced' && ledger.sources.length === 0
    ? noSource
    : html`<form method="post" action="${action}">${hidden}<input type="hidden" name="kind" value="${kind}">
${fields}
<p><button${isFirst && kind === usual ? '' : html` class="plain"`}>${verb} ${KIND_WORDS[kind]}</button></p>
${kind === 'exempt' ? '' : alikeButton(alike, verb)}</form>`
}</details>`,
  )}`;
}

type Settled = { figures: readonly LedgerFigure[]; sources: readonly Source[] };

/** A second button of a form, which settles the other open figures with the same text too; each is shown in its sentence. */
function alikeButton(alike: readonly LedgerFigure[], verb: string): Html | string {
  const [first] = alike;
  if (!first) return '';
  const others = alike.length === 1 ? 'the other one that says' : `the other ${alike.length} that say`;
  return html`<p><button class="plain" name="also" value="${alike.map(shortAnchor).join(' ')}">${verb} also ${others} “${markHidden(first.text)}”</button> <span class="hint" data-keys hidden><kbd>Shift</kbd> <kbd>Enter</kbd></span></p>
<details><summary>Where ${alike.length === 1 ? 'it is' : 'they are'}</summary><ul>${alike.map((figure) => html`<li>${markHidden(figure.sentence)}</li>`)}</ul></details>`;
}

/** A form that shows the source and the place in full, and settles by them with one more key. */
function repeatForm(
  { figures, sources }: Settled,
  last: Sourced,
  { action, hidden, verb, alike = [] }: Pick<MethodForms, 'action' | 'hidden' | 'verb' | 'alike'>,
): Html {
  const words = last.quote
    ? 'A quote that is stored with this article holds this number'
    : 'Your last source and place';
  const { source, locator, quote = '' } = last;
  return html`<form method="post" action="${action}" class="repeat">${hidden}<input type="hidden" name="kind" value="sourced"><input type="hidden" name="source" value="${source}"><input type="hidden" name="locator" value="${locator}"><input type="hidden" name="quote" value="${quote}">
<p id="repeat-words">${words}: ${describeSettlement(last, { figures, sources })}</p>
<p><button class="plain" data-key="r" aria-describedby="repeat-words">${verb} by the same</button> <span class="hint" data-keys hidden><kbd>r</kbd></span></p>
${alikeButton(alike, verb)}</form>`;
}

/** Adds a source to the article, then opens it and looks the number up in it. */
function addSourceForm({ file, view, typed, failure = null }: PanelProps, figure: LedgerFigure): Html {
  if (file.revision !== file.latestRevision)
    return html`<p>This revision cites no source, and a later one was saved. <a href="/newsroom/articles/${file.articleId}/figures">Settle the numbers of revision ${file.latestRevision}</a></p>`;
  const shown = { typed, failure };
  return html`<p>This revision cites no source. Add it here: the server opens it and looks the number up.</p>
<form method="post" enctype="multipart/form-data" action="/newsroom/articles/${file.articleId}/figures/lookup#figure">${hiddenFields(file, view, figure)}
${methodField(shown, 'url', { label: 'Address', hint: 'It begins with https://', most: 2000 })}${methodField(shown, 'title', { label: 'Title', hint: 'Readers see it at the foot of the article.', most: 240 })}
<p><button>Add the source and look the number up</button></p>
<p class="hint">It is saved as revision ${file.revision + 1}, with the same words.</p></form>`;
}

function sourcedFields(ledger: Settled, shown: Shown): Html {
  const { typed } = shown;
  return html`<p class="field"><label for="source">Source</label>
<select id="source" name="source">${ledger.sources.map(
    ({ url, title }, at) =>
      html`<option value="${url}"${typed.source === url ? html` selected` : ''}>${at + 1}. ${title}</option>`,
  )}</select></p>
${methodField(shown, 'locator', { label: 'Where in it', hint: 'The page, table, section or paragraph.', most: 300 })}
${methodField(shown, 'quote', { label: 'Quote, if it helps a reader', isArea: true, most: 300, isRequired: false })}`;
}

function computedFields(ledger: Settled, shown: Shown): Html {
  const listed = ledger.figures.slice(0, MOST_LISTED);
  return html`${methodField(shown, 'formula', { label: 'Formula', hint: 'Name each number as in the list below, for example f1 - f2, or 100 * f3 / f4.', most: 300 })}
<details><summary>What each number is called here</summary>
<ol class="numbers">${listed.map((figure) => html`<li><code>f${ledger.figures.indexOf(figure) + 1}</code> ${markHidden(figure.text)} <span class="hint">${STATE_LABELS[stateOf(figure)]}</span></li>`)}</ol>
${ledger.figures.length > listed.length ? html`<p>The numbers continue to f${ledger.figures.length}.</p>` : ''}</details>`;
}

function quotedFields(shown: Shown): Html {
  return html`${methodField(shown, 'who', { label: 'Who said it', most: 200 })}${methodField(shown, 'when', { label: 'When', hint: 'A day, or an occasion.', most: 100 })}`;
}

function exemptFields(figure: LedgerFigure, typed: FormFields): Html {
  const usual = typed.class ?? suggestedClass(figure.looksLike);
  return html`<p class="field"><label for="class">It is</label>
<select id="class" name="class">${EXEMPT_CLASSES.map((exemptClass) => html`<option value="${exemptClass}"${exemptClass === usual ? html` selected` : ''}>${CLASS_LABELS[exemptClass].one}</option>`)}</select></p>`;
}

/** Puts the name that contains the number on the list of names, so that nobody has to settle it again. */
function listFields(figure: LedgerFigure, { typed, failure }: Shown): Html {
  const shown = { typed: { listedName: nameAround(figure), ...typed }, failure };
  return html`
<p><input type="checkbox" id="everywhere" name="everywhere" value="yes"${typed.everywhere === 'yes' ? html` checked` : ''} aria-describedby="everywhere-hint"> <label for="everywhere">It is part of this name in every article</label><br>
<span class="hint" id="everywhere-hint">The name goes on the <a href="/newsroom/names">list of names</a>.</span></p>
${methodField(shown, 'listedName', { label: 'The whole name', most: LONGEST_NAME, isRequired: false })}`;
}

function signedFields(shown: Shown, hasReaders: boolean): Html {
  const { typed } = shown;
  const reason = methodField(shown, 'reason', {
    label: 'Why no source has it, and why you vouch for it',
    isArea: true,
    most: 1000,
  });
  if (!hasReaders) return html`${reason}<p class="hint">The reason is stored, but never published.</p>`;
  const isShown = typed.kind !== 'signed' || typed.readers === 'yes';
  return html`${reason}<p><input type="checkbox" id="readers" name="readers" value="yes"${isShown ? html` checked` : ''} aria-describedby="readers-hint"> <label for="readers">Readers may see this reason and your byline</label><br>
<span class="hint" id="readers-hint">Without it they see that an editor signed, and the reason stays in the newsroom.</span></p>`;
}

/** The typed values of a form, and why it was refused. */
type Shown = { typed: FormFields; failure: Failure | null };

type MethodField = { label: string; hint?: string; most: number; isArea?: boolean; isRequired?: boolean };

function methodField({ typed, failure }: Shown, name: string, control: MethodField): Html {
  const wrong = failure === null ? undefined : wrongMethodField(failure, name);
  const { label, hint, most, isArea = false, isRequired = true } = control;
  const ids = [...(wrong ? [`${name}-wrong`] : []), ...(hint ? [`${name}-hint`] : [])].join(' ');
  const about = html`${isRequired ? html` required` : ''}${wrong ? html` aria-invalid="true"` : ''}${ids ? html` aria-describedby="${ids}"` : ''}`;
  const value = typed[name] ?? '';
  return html`<div class="field"><label for="${name}">${label}</label>
${isArea ? html`<textarea id="${name}" name="${name}" rows="3" maxlength="${most}"${about}>${value}</textarea>` : html`<input id="${name}" name="${name}" value="${value}" maxlength="${most}" autocomplete="off"${about}>`}
${wrong ? html`<span class="wrong" id="${name}-wrong">${wrong}</span>` : ''}${hint ? html`<span class="hint" id="${name}-hint">${hint}</span>` : ''}</div>`;
}

function wrongMethodField(failure: Failure, name: string): string | undefined {
  return namedIssues(failure).find(({ path }) => path === name)?.message;
}

const PASS_REASON: Control = { label: 'Why it may be published anyway', kind: 'area', most: 1000 };

type Passing = Pick<PanelProps, 'file' | 'actor' | 'view' | 'typed' | 'failure'>;

/** The form with which a chief overrides one entry of the gate. */
export function passForm(
  { file, actor, view, typed, failure = null }: Passing,
  entry: ArticleFigures['gate'][number],
): Html | string {
  if (actor.kind !== 'editor' || actor.role !== 'chief' || !canOverride(entry.code)) return '';
  const id = `reason-${entry.code}-${entry.path.replace(/\W/g, '-')}`;
  const isOpen = typed.code === entry.code && typed.path === entry.path;
  return html`<details class="pass"${isOpen ? html` open` : ''}><summary>Let it pass …</summary>
<form method="post" action="/newsroom/articles/${file.articleId}/figures/override">
<input type="hidden" name="revision" value="${file.revision}"><input type="hidden" name="view" value="${view}"><input type="hidden" name="code" value="${entry.code}"><input type="hidden" name="path" value="${entry.path}">
${field(PASS_REASON, { name: 'reason', id, typed: new URLSearchParams({ reason: isOpen ? (typed.reason ?? '') : '' }), wrong: isOpen && failure ? wrongMethodField(failure, 'reason') : undefined })}
<p class="hint">For revision ${file.revision} only. The activity log stores your name and the reason.</p>
<p><button class="plain">Let it pass in revision ${file.revision}</button></p></form></details>`;
}
