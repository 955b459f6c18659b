import { html } from 'hono/html';
import type * as z from 'zod';
import { Failure } from '#core/failure.ts';
import { issueWords } from '#core/text.ts';
import type { Html } from '#html/html.ts';
import { readForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { type Control, field } from './field.ts';
import { zoneOfCity } from './zones.ts';

// One declaration of its fields reads and draws a form. All errors are reported at once, each beside its field. Typed text is kept, and
// people never see the text of a validator.

/** A field: its control, and the schema of its value. An optional field that is empty is null. */
export type FieldDeclaration = Control & {
  schema?: z.ZodType;
  /** The subject of a sentence about it, if that is not its label. */
  subject?: string;
};
export type Fields = Readonly<Record<string, FieldDeclaration>>;

type ValueOf<F> = F extends { schema: infer S extends z.ZodType }
  ? z.output<S> | (F extends { optional: true } ? null : never)
  : F extends { kind: 'boxes' | 'lines' }
    ? string[]
    : F extends { kind: 'switch' }
      ? boolean
      : F extends { kind: 'links' }
        ? { label: string; href: string }[]
        : string | (F extends { optional: true } ? null : never);
export type Values<F extends Fields> = { -readonly [Name in keyof F]: ValueOf<F[Name]> };

/** The fields of a form with their types. */
export function formFields<const F extends Fields>(fields: F): F {
  return fields;
}

/** A form as it is shown: its typed values, and why it was refused. */
export type ShownForm = { typed: URLSearchParams; failure?: Failure | null | undefined };

/** The sent fields, each name as often as it was sent, trimmed except for passwords. @throws bad_request, as readForm */
export async function readTyped(c: Context): Promise<URLSearchParams> {
  const sent = [...(await readForm(c.req.raw))];
  if (sent.some(([, value]) => value.includes('\0')))
    throw new Failure('bad_request', 'A field contains a NUL character.', { hint: 'Type the text again.' });
  return new URLSearchParams(
    sent.map(([name, value]) => [name, /password/i.test(name) ? value : value.replaceAll('\r\n', '\n').trim()]),
  );
}

/** Stored values as a form sends them. */
export function typedOf(fields: Fields, values: Readonly<Record<string, unknown>>): URLSearchParams {
  const typed = new URLSearchParams();
  for (const [name, { kind }] of Object.entries(fields)) {
    const value = values[name] ?? null;
    if (value === null || value === false) continue;
    if (kind === 'links') appendLinks(typed, name, value as { label: string; href: string }[]);
    else for (const entry of [value].flat()) typed.append(name, entry === true ? 'on' : String(entry));
  }
  return typed;
}

function appendLinks(typed: URLSearchParams, name: string, links: { label: string; href: string }[]): void {
  for (const { label, href } of links) {
    typed.append(`${name}.label`, label);
    typed.append(`${name}.href`, href);
  }
}

/**
 * Reads the fields that were sent.
 * @throws validation_failed that names every wrong field, with `issues: [{path, message}]`
 */
export function readFields<F extends Fields>(fields: F, typed: URLSearchParams): Values<F> {
  const values: Record<string, unknown> = {};
  const issues: FormIssue[] = [];
  for (const [name, declared] of Object.entries(fields)) {
    const read = readOne(declared, name, typed);
    if ('value' in read) values[name] = read.value;
    else issues.push({ path: name, message: `${subjectOf(declared)} ${read.wrong}.` });
  }
  if (issues.length > 0) throw wrongFields(issues);
  return values as Values<F>;
}

/** The error of a field, as a sentence; `path` is its name. */
export type FormIssue = { path: string; message: string };

/** The refusal of a form with wrong fields. */
export function wrongFields(issues: readonly FormIssue[]): Failure {
  return new Failure('validation_failed', issues.map(({ message }) => message).join(' '), {
    hint: 'What you typed is kept. Correct it and send the form again.',
    more: { issues: [...issues] },
  });
}

/** Turns the refusal of an act into one about a field of the form, which is shown there. A refusal that names fields stays as it is. */
export function aboutField(failure: Failure, path: string): Failure {
  if (issuesOf(failure).length > 0) return failure;
  const { kind, message, detail } = failure;
  return new Failure(kind, message, { ...detail, more: { ...detail.more, issues: [{ path, message }] } });
}

function readOne(
  declared: FieldDeclaration,
  name: string,
  typed: URLSearchParams,
): { value: unknown } | { wrong: string } {
  const sent = sentValue(declared, name, typed);
  const isEmpty = sent === '' || (Array.isArray(sent) && sent.length === 0);
  if (isEmpty && declared.optional) return { value: Array.isArray(sent) ? [] : null };
  if (sent === '' && declared.kind !== 'switch') return { wrong: 'must not be empty' };
  if (declared.kind === 'number' && Number.isNaN(sent)) return { wrong: 'must be a number' };
  if (!declared.schema) return { value: sent };
  const read = declared.schema.safeParse(sent);
  if (read.success) return { value: read.data };
  const [issue] = read.error.issues;
  return { wrong: `${rowOf(declared, issue?.path)}${issueWords(issue)}` };
}

function sentValue({ kind }: FieldDeclaration, name: string, typed: URLSearchParams): unknown {
  if (kind === 'boxes') return typed.getAll(name);
  if (kind === 'lines') return typed.getAll(name).filter((line) => line !== '');
  if (kind === 'switch') return typed.has(name);
  if (kind === 'links') {
    const hrefs = typed.getAll(`${name}.href`);
    const links = typed.getAll(`${name}.label`).map((label, at) => ({ label, href: hrefs[at] ?? '' }));
    return links.filter(({ label, href }) => label !== '' || href !== '');
  }
  const text = typed.get(name) ?? '';
  if (kind === 'zone') return zoneOfCity(text);
  return kind === 'number' && text !== '' ? Number(text) : text;
}

/** `link 2: its address `, before the error of a row. */
function rowOf(declared: FieldDeclaration, path: readonly PropertyKey[] = []): string {
  if ((declared.kind !== 'links' && declared.kind !== 'lines') || typeof path[0] !== 'number') return '';
  const part =
    declared.kind === 'links'
      ? `, ${(path[1] === 'label' ? declared.labels[0] : declared.labels[1]).toLowerCase()},`
      : '';
  return `${declared.rowName.toLowerCase()} ${path[0] + 1}${part} `;
}

function subjectOf({ subject, label }: FieldDeclaration): string {
  return subject ?? String(label);
}

/** The wrong fields of a refused form: those of `readFields`, and those that an act named. */
export function issuesOf(failure: Failure | null | undefined): FormIssue[] {
  const issues = failure?.detail.more?.issues;
  return Array.isArray(issues) ? (issues as FormIssue[]) : [];
}

/** The error of the field of this name. */
export function wrongOf(failure: Failure | null | undefined, name: string): string | undefined {
  return issuesOf(failure).find(({ path }) => path === name || path.startsWith(`${name}.`))?.message;
}

/** The fields of a form, all or those named, in the order of their declaration. */
export function drawFields<F extends Fields>(
  fields: F,
  { typed, failure }: ShownForm,
  options: { only?: readonly (keyof F & string)[]; ids?: string; saved?: URLSearchParams } = {},
): Html {
  const { only = Object.keys(fields), ids = '', saved } = options;
  const drawn = only.map((name) => {
    const control = fields[name];
    if (!control) return '';
    const before = saved ? savedText(control, name, saved) : undefined;
    const isChanged = saved !== undefined && before !== savedText(control, name, typed);
    return field(control, {
      name,
      id: `${ids}${name}`,
      typed,
      wrong: wrongOf(failure, name),
      saved: isChanged ? before : undefined,
    });
  });
  return html`${drawn.map((markup) => html`${markup}\n`)}`;
}

/** The names of fields with a text that differs from the stored one. */
export function changedFields(fields: Fields, typed: URLSearchParams, saved: URLSearchParams): string[] {
  return Object.entries(fields)
    .filter(([name, control]) => savedText(control, name, typed) !== savedText(control, name, saved))
    .map(([name]) => name);
}

/** A field as one text, to see whether it has changed; the script of the kit does the same. Empty rows do not count. */
function savedText(control: Control, name: string, typed: URLSearchParams): string {
  const names = control.kind === 'links' ? [`${name}.label`, `${name}.href`] : [name];
  const [first = [], second = []] = names.map((key) => typed.getAll(key));
  if (control.kind === 'zone') return zoneOfCity(first[0] ?? '');
  const rows = first.map((text, at) => [text, second[at] ?? ''].join('\n').trim()).filter((row) => row !== '');
  return rows.join('\n\n');
}

/** The note above a refused form; each error links to its field. `ids` is the prefix of the ids of this form's fields. */
export function refusalSummary(failure: Failure | null | undefined, ids = ''): Html | string {
  if (!failure) return '';
  const issues = issuesOf(failure);
  const rest =
    issues.length === 0
      ? html`<p><strong>${failure.message}</strong></p>`
      : html`${issues.length > 1 ? html`<p><strong>${issues.length} fields are not right yet.</strong></p>` : ''}<ul>${issues.map(({ path, message }) => html`<li><a href="#${ids}${path}">${message}</a></li>`)}</ul>`;
  return html`<div class="refusal" role="alert">${rest}<p>${failure.detail.hint ?? ''}</p></div>`;
}

/** The button that Enter in a field presses, before any other button of the form. */
export const ENTER_SAVES = html`<button class="unseen" tabindex="-1" aria-hidden="true" name="act" value="save">Save</button>`;

/**
 * Applies the button of a list of rows: `navigation up 1`, `navigation add`. Returns the typed values after it; null for any other button.
 */
export function moveRow(fields: Fields, typed: URLSearchParams): { typed: URLSearchParams; field: string } | null {
  const [, name = '', act, place = ''] =
    /^(\S+) (up|down|remove|add)(?: (\d{1,3}))?$/.exec(typed.get('act') ?? '') ?? [];
  const declared = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (declared?.kind !== 'links' && declared?.kind !== 'lines') return null;
  const at = Number(place);
  const moved = new URLSearchParams(typed);
  moved.delete('act');
  for (const column of declared.kind === 'links' ? [`${name}.label`, `${name}.href`] : [name]) {
    moved.delete(column);
    for (const text of changedRows(typed.getAll(column), act, at)) moved.append(column, text);
  }
  return { typed: moved, field: name };
}

function changedRows(rows: string[], act: string | undefined, at: number): string[] {
  if (act === 'add') return [...rows, ''];
  if (at >= rows.length) return rows;
  const changed = rows.toSpliced(at, 1);
  if (act === 'remove') return changed;
  return changed.toSpliced(Math.max(0, act === 'up' ? at - 1 : at + 1), 0, rows[at] ?? '');
}
