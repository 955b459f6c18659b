import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import { type Sign, sign } from './sign.ts';
import { cityOf, zoneOfCity, zonesByRegion } from './zones.ts';

// A labelled control for each kind of value. `form.ts` draws whole forms with it; a page with one search field calls it alone.

/** The kinds of text of one line. */
type LineType =
  | 'text'
  | 'email'
  | 'password'
  | 'url'
  | 'search'
  | 'tel'
  | 'number'
  | 'date'
  | 'time'
  | 'datetime-local'
  | 'month';

export type Option = { value: string; text: Html | string; hint?: Html | string };

export type Control = {
  label: Html | string;
  hint?: Html | string;
  /** Nothing has to be typed or chosen. */
  optional?: true;
  autofocus?: true;
} & (
  | {
      kind?: LineType;
      autocomplete?: string;
      /** Most characters, shown while a person types; the schema checks it. */
      most?: number;
      min?: string;
      max?: string;
      step?: string;
      pattern?: string;
      placeholder?: string;
      /** Texts that the browser proposes. */
      proposals?: readonly string[];
      readOnly?: true;
    }
  | { kind: 'area'; rows?: number; most?: number }
  | { kind: 'select'; options: readonly Option[] /** The text of no choice. */; none?: string }
  | { kind: 'choice'; options: readonly Option[] }
  | { kind: 'boxes'; options: readonly Option[] }
  | { kind: 'switch' }
  | {
      kind: 'colour' /** The note about the colour: its contrast. */;
      told?: (colour: string) => { text: string; isBad: boolean };
      /** The colour where none is typed. */
      none?: string;
    }
  | { kind: 'zone' /** The text of no choice. */; none?: string }
  | { kind: 'links'; rowName: string; labels: readonly [string, string] }
  | { kind: 'lines'; rowName: string; type?: 'text' | 'url' }
  | {
      kind: 'file';
      accept?: string /** What is stored now. */;
      shown?: Html /** The id of its form. */;
      form?: string;
    }
);
export type ControlKind = NonNullable<Control['kind']>;

export type FieldProps = {
  name: string;
  /** The typed values: all values of each sent name. */
  typed: URLSearchParams;
  /** Its error, as a sentence. */
  wrong?: string | undefined;
  /** The id of the control, if it differs from the name: two forms of a page may have the same field. */
  id?: string;
  /** The stored value as typed text, if it differs from the typed one; the script counts changes from it. */
  saved?: string | undefined;
};

/** A field with its label, its hint and its error. */
export function field(control: Control, props: FieldProps): Html {
  const { id = props.name, wrong, saved } = props;
  const { label, hint } = control;
  const kind = control.kind ?? 'text';
  const below = html`${wrong ? html`<span class="wrong" id="${id}-wrong">${wrong}</span>` : ''}${hint ? html`<span class="hint" id="${id}-hint">${hint}</span>` : ''}`;
  const savedHere = saved === undefined ? '' : html` data-saved="${saved}"`;
  if (GROUPS.has(kind))
    return html`<fieldset class="field ${kind === 'links' || kind === 'lines' ? 'rows' : 'options'}" id="${id}"${described({ ...props, hint })}${savedHere}><legend>${label}</legend>
${groupInner(control, { ...props, id })}${below}</fieldset>`;
  if (kind === 'switch')
    return html`<div class="field switch"${savedHere}><label for="${id}">${label}</label>${switchInput({ ...props, hint })}${below}</div>`;
  return html`<div class="field"${savedHere}><label for="${id}">${label}</label>
${single(control, { ...props, id })}
${below}</div>`;
}

const GROUPS: ReadonlySet<ControlKind> = new Set<ControlKind>(['choice', 'boxes', 'links', 'lines']);

type Within = FieldProps & { id: string };

function described({ id, name, wrong, hint }: FieldProps & { hint?: unknown }): Html {
  const at = id ?? name;
  const ids = [...(wrong ? [`${at}-wrong`] : []), ...(hint ? [`${at}-hint`] : [])].join(' ');
  return html`${wrong ? html` aria-invalid="true"` : ''}${ids ? html` aria-describedby="${ids}"` : ''}`;
}

function common(control: Control, props: Within): Html {
  return html`${named(props)}${rest(control, props)}`;
}

function named({ id, name }: Within): Html {
  return html` id="${id}" name="${name}"`;
}

function rest(control: Control, props: Within): Html {
  return html`${control.optional ? '' : html` required`}${control.autofocus ? html` autofocus` : ''}${described({ ...props, hint: control.hint })}`;
}

function single(control: Control, props: Within): Html {
  const value = props.typed.get(props.name) ?? '';
  switch (control.kind) {
    case 'area':
      return html`<textarea${common(control, props)} rows="${control.rows ?? 3}"${control.most ? html` data-most="${control.most}"` : ''}>
${value}</textarea>`;
    case 'select':
      return html`<select${common(control, props)}>${control.none === undefined ? '' : html`<option value="">${control.none}</option>`}${control.options.map(
        (option) =>
          html`<option value="${option.value}"${option.value === value ? html` selected` : ''}>${option.text}</option>`,
      )}</select>`;
    case 'zone':
      return zoneSelect(common(control, props), value, control.none);
    case 'colour':
      return colourInput(control, props, value);
    case 'file':
      return html`<div class="picture">${control.shown ?? ''}<input type="file"${common(control, props)}${control.accept ? html` accept="${control.accept}"` : ''}${control.form ? html` form="${control.form}"` : ''}></div>`;
    case 'choice':
    case 'boxes':
    case 'switch':
    case 'links':
    case 'lines':
      return html``; // drawn as groups
    default:
      return lineInput(control, props, value);
  }
}

type LineControl = Extract<Control, { kind?: LineType }>;

function lineInput(control: LineControl, props: Within, value: string): Html {
  const {
    kind = 'text',
    autocomplete = 'off',
    most,
    min,
    max,
    step,
    pattern,
    placeholder,
    proposals,
    readOnly,
  } = control;
  const input = html`<input${named(props)} type="${kind}" value="${kind === 'password' ? '' : value}" autocomplete="${autocomplete}"${rest(control, props)}${most ? html` data-most="${most}"` : ''}${min ? html` min="${min}"` : ''}${max ? html` max="${max}"` : ''}${step ? html` step="${step}"` : ''}${pattern ? html` pattern="${pattern}"` : ''}${placeholder ? html` placeholder="${placeholder}"` : ''}${readOnly ? html` readonly` : ''}${proposals ? html` list="${props.id}-list"` : ''}>`;
  return proposals
    ? html`${input}<datalist id="${props.id}-list">${proposals.map((text) => html`<option value="${text}">`)}</datalist>`
    : input;
}

/** A script shows the swatch; without the script, people type the colour. */
function colourInput(control: Extract<Control, { kind: 'colour' }>, props: Within, value: string): Html {
  const note = /^#[0-9a-f]{6}$/i.test(value) ? control.told?.(value.toLowerCase()) : null;
  return html`<span class="colour"><input type="color" value="${/^#[0-9a-f]{6}$/i.test(value) ? value : (control.none ?? '#000000')}" aria-label="${control.label}: choose" data-swatch hidden><input type="text"${common(control, props)} value="${value}" autocomplete="off" spellcheck="false" maxlength="7" placeholder="#rrggbb"><output class="told${note?.isBad ? ' bad' : ''}" for="${props.id}">${note?.text ?? ''}</output></span>`;
}

function zoneSelect(attributes: Html, value: string, none?: string): Html {
  const chosen = zoneOfCity(value);
  return html`<select${attributes} data-zone>${none === undefined ? '' : html`<option value="">${none}</option>`}${zonesByRegion(
    chosen,
  ).map(
    ([region, zones]) =>
      html`<optgroup label="${region}">${zones.map((zone) => html`<option${zone === chosen ? html` value="${zone}" selected` : ''}>${cityOf(zone)}`)}</optgroup>`,
  )}</select>`;
}

function switchInput({ name, id = name, typed, wrong, hint }: FieldProps & { hint?: Html | string | undefined }): Html {
  return html`<input type="checkbox" role="switch" id="${id}" name="${name}" value="on"${typed.has(name) ? html` checked` : ''}${described({ name, id, typed, wrong, hint })}>`;
}

function groupInner(control: Control, props: Within): Html {
  switch (control.kind) {
    case 'choice':
    case 'boxes':
      return optionInputs(control, props);
    case 'links': {
      const [label, href] = [`${props.name}.label`, `${props.name}.href`];
      const [labels, hrefs] = [props.typed.getAll(label), props.typed.getAll(href)];
      const rows = labels.map((text, at) => [text, hrefs[at] ?? '']);
      return rowInputs(control, props, rows.length > 0 ? rows : [['', '']], [label, href]);
    }
    case 'lines': {
      const rows = props.typed.getAll(props.name).map((text) => [text]);
      return rowInputs(control, props, rows.length > 0 ? rows : [['']], [props.name]);
    }
    default:
      return html``;
  }
}

function optionInputs(control: Extract<Control, { kind: 'choice' | 'boxes' }>, { name, id, typed }: Within): Html {
  const chosen = typed.getAll(name);
  const type = control.kind === 'choice' ? 'radio' : 'checkbox';
  return html`${control.options.map(
    ({ value, text, hint }, at) =>
      html`<label class="option"><input type="${type}" id="${id}-${at}" name="${name}" value="${value}"${chosen.includes(value) ? html` checked` : ''}${type === 'radio' && !control.optional ? html` required` : ''}><span>${text}${hint ? html` <span class="hint">${hint}</span>` : ''}</span></label>`,
  )}`;
}

/** Rows that are moved by buttons; a script moves them in place and lets them be dragged. */
function rowInputs(
  control: Extract<Control, { kind: 'links' | 'lines' }>,
  { name }: Within,
  rows: readonly (readonly string[])[],
  names: readonly string[],
): Html {
  const { rowName } = control;
  const parts = control.kind === 'links' ? control.labels : [''];
  const row = (values: readonly string[], at: number) => {
    const move = (words: string, act: string, shown: Sign, isOff = false) =>
      html`<button class="btn quiet icon" name="act" value="${name} ${act} ${at}" formnovalidate aria-label="${words} ${rowName} ${at + 1}" title="${words}"${isOff ? html` disabled` : ''}>${sign(shown)}</button>`;
    return html`
<li><span class="handle" aria-hidden="true"></span>${names.map(
      (inputName, part) =>
        html`<input name="${inputName}" value="${values[part] ?? ''}" autocomplete="off" aria-label="${rowName} ${at + 1}${parts[part] ? `: ${parts[part]}` : ''}"${parts[part] ? html` placeholder="${parts[part]}"` : ''}>`,
    )}${move('Move up', 'up', 'up', at === 0)}${move('Move down', 'down', 'down', at === rows.length - 1)}${move('Remove', 'remove', 'cross')}</li>`;
  };
  return html`<ol data-rows="${name}">${rows.map(row)}
</ol>
<button class="btn quiet" name="act" value="${name} add" formnovalidate>Add a ${rowName.toLowerCase()}</button>`;
}
