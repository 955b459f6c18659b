import { OPTIONAL_TEXT_NAMES, OPTIONAL_TEXTS, REQUIRED_TEXTS } from '#article/article-fields.ts';
import { newsroomCopySchema, packetSchema } from '#article/copy.ts';
import { codePoints, slugOf } from '#core/text.ts';
import type { FieldValues } from './field-values.ts';
import { find, showFieldError } from './page.ts';
import type { FieldIssue } from './server.ts';
import { openSources } from './sources.ts';
import { troubleIn } from './trouble-in.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Fields that may be empty. */
const MAY_BE_EMPTY = ['authorId', 'heroAssetId', ...OPTIONAL_TEXT_NAMES];
const ONE_LINE = ['headline', 'dek', 'slug'];
const LIMITED: Record<string, { max: number; hasLines?: true }> = { ...REQUIRED_TEXTS, ...OPTIONAL_TEXTS };

/**
 * The fields of the sheet and of the panel, validated by the schemas of the API while typing. `reveal` opens the part of the page with a
 * field that has an error.
 */
export function openFields(form: HTMLFormElement, changed: () => void, reveal: (field: HTMLElement) => void) {
  const named = [...form.elements].filter((element): element is Field => 'name' in element && element.name !== '');
  const fields = named.filter(({ name }) => name !== 'tagIds');
  const tags = named.filter((field): field is HTMLInputElement => field.name === 'tagIds');
  const sources = openSources(changed);
  const slug = find<HTMLInputElement>('f-slug');
  let headline = '';

  /** The slug of an article that was never published follows the headline until somebody types another slug. */
  function followHeadline(next: string): void {
    if (form.dataset.slug === 'follows' && (slug.value === '' || slug.value === slugOf(headline))) {
      slug.value = slugOf(next);
      check(slug);
    }
    headline = next;
  }
  for (const field of fields) {
    field.addEventListener('input', () => {
      if (field.name === 'headline') followHeadline(field.value);
      check(field, 'typed');
      changed();
    });
    if (ONE_LINE.includes(field.name)) field.addEventListener('keydown', (event) => onEnter(event as KeyboardEvent));
    check(field);
  }
  for (const tag of tags) tag.addEventListener('change', changed);

  return {
    sources,
    read: (): FieldValues => ({
      ...Object.fromEntries(fields.map(({ name, value }) => [name, oneLine(name, value)])),
      tagIds: JSON.stringify(tags.filter(({ checked }) => checked).map(({ value }) => value)),
      sources: JSON.stringify(sources.read()),
    }),
    // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one line for each kind of field
    write: (flat: FieldValues): void => {
      for (const field of fields) {
        const value = flat[field.name] ?? '';
        if (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value)) {
          field.add(new Option(`Unknown: ${value}`, value));
        }
        if (oneLine(field.name, field.value) !== value) field.value = value; // a cursor in it keeps its place
        if (field.type === 'hidden') field.dispatchEvent(new Event('written')); // its script shows the value
        check(field);
      }
      headline = flat.headline ?? '';
      const chosen = JSON.parse(flat.tagIds ?? '[]') as string[];
      for (const tag of tags) checkTag(tag, chosen);
      const next = flat.sources ?? '[]';
      if (next !== JSON.stringify(sources.read())) sources.write(JSON.parse(next));
    },
    /** Shows each issue beside its field, focuses the first such field, and returns its name with the issue. */
    // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one line for each kind of field
    show: (issues: readonly FieldIssue[]): string => {
      const firsts = issues.filter(({ path }, at) => issues.findIndex((other) => other.path === path) === at);
      for (const { path, message } of firsts) {
        const [first = '', ...rest] = path.split('.');
        if (first === 'sources' && rest.length > 0) sources.show(rest, message);
        else {
          const place = document.getElementById(`${first === 'editorialPacket' ? path : first}-trouble`);
          if (place) showFieldError(place, message);
        }
      }
      const wrong = document.querySelector<HTMLElement>('#edit-page [aria-invalid="true"]');
      if (wrong) reveal(wrong);
      wrong?.closest('details')?.setAttribute('open', '');
      wrong?.focus();
      return wrong ? `${nameOf(wrong)}: ${troubleOf(wrong)}` : 'A field has an error.';
    },
  };
}

/** Checks a tag that was chosen. One that was merged into it keeps its id, so that the text does not seem to be changed. */
function checkTag(tag: HTMLInputElement, chosen: readonly string[]): void {
  const same = [tag.value, ...(tag.dataset.merged?.split(' ') ?? [])];
  const kept = chosen.find((id) => same.includes(id));
  tag.checked = kept !== undefined;
  tag.dataset.merged = same.join(' ');
  if (kept !== undefined) tag.value = kept;
}

/** The name of a field by its labels: `Source 2, Address`. */
function nameOf(field: HTMLElement): string {
  const label =
    document.querySelector(`label[for="${field.id}"]`)?.textContent ?? field.getAttribute('aria-label') ?? '';
  const group = field.closest('fieldset')?.querySelector('legend')?.textContent;
  return group ? `${group}, ${label}` : label;
}

function troubleOf(field: HTMLElement): string {
  const trouble = field.closest('.field')?.querySelector('.trouble')?.textContent ?? '';
  return trouble.charAt(0).toLowerCase() + trouble.slice(1);
}

/** Enter in the headline goes on to the dek, and in the dek to the body. */
function onEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || event.isComposing) return;
  event.preventDefault();
  const { name } = event.target as Field;
  if (name === 'headline') find('f-dek').focus();
  if (name === 'dek') find('body').querySelector<HTMLElement>('[contenteditable]')?.focus();
}

/** Joins the lines of a field that must be one line. */
function oneLine(name: string, value: string): string {
  const isOneLine = name === 'slug' || (Object.hasOwn(LIMITED, name) && !LIMITED[name]?.hasLines);
  return isOneLine ? value.replace(/\s*\n\s*/g, ' ').trim() : value;
}

/** Shows the length and the error of a field. A required field that is empty is an error only once somebody typed in it. */
function check(field: Field, by: 'typed' | 'shown' = 'shown'): void {
  const value = oneLine(field.name, field.value);
  const longest = LIMITED[field.name]?.max;
  const length = codePoints(value);
  if (longest)
    find(`${field.name}-count`).textContent = length > 0 || field.name === 'headline' ? `${length} of ${longest}` : '';
  const isEmpty = value === '' && (by === 'shown' || MAY_BE_EMPTY.includes(field.name));
  const trouble = isEmpty ? '' : troubleIn(schemaOf(field.name)?.safeParse(value));
  showFieldError(find(`${field.name}-trouble`), trouble, field);
}

function schemaOf(name: string) {
  const note = packetSchema.keyof().options.find((option) => name === `editorialPacket.${option}`);
  return note ? packetSchema.shape[note] : newsroomCopySchema.shape[name as keyof typeof newsroomCopySchema.shape];
}
