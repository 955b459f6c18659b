import { Failure } from '#core/failure.ts';
import { foldForSearch } from '#core/tokenize.ts';

/** Product categories. A sponsor is the only advertiser of its category in an issue, so equal products must have equal ids. */
export const CATEGORIES = [
  { id: 'layout-robots', label: 'Layout robots' },
  { id: 'construction-robots', label: 'Other construction robots' },
  { id: 'drones', label: 'Drones' },
  { id: 'scanners', label: 'Scanners and reality capture' },
  { id: 'surveying', label: 'Surveying instruments' },
  { id: 'machine-control', label: 'Machine control' },
  { id: 'heavy-equipment', label: 'Heavy equipment' },
  { id: 'cranes', label: 'Cranes and lifting' },
  { id: 'tools', label: 'Hand and power tools' },
  { id: 'safety', label: 'Safety and wearables' },
  { id: 'site-cameras', label: 'Site cameras and monitoring' },
  { id: 'estimating-software', label: 'Estimating and takeoff software' },
  { id: 'project-software', label: 'Project management software' },
  { id: 'design-software', label: 'Design and BIM software' },
  { id: 'office-software', label: 'Accounting, payroll and office software' },
  { id: 'ai-assistants', label: 'AI assistants and agents' },
  { id: 'computers', label: 'Computers, phones and networks' },
  { id: 'materials', label: 'Building materials' },
  { id: 'concrete', label: 'Concrete and formwork' },
  { id: 'prefabrication', label: 'Prefabrication and modular building' },
  { id: 'rental', label: 'Equipment rental' },
  { id: 'staffing', label: 'Staffing and recruiting' },
  { id: 'training', label: 'Training and certification' },
  { id: 'insurance', label: 'Insurance and bonding' },
  { id: 'finance', label: 'Finance and payments' },
  { id: 'consulting', label: 'Legal and consulting services' },
  { id: 'associations', label: 'Associations and events' },
  { id: 'publications', label: 'Books, media and publications' },
] as const;
export type CategoryId = (typeof CATEGORIES)[number]['id'];
/** An id of the list, or other text in a normal form: two spellings of one product are equal. */
export type Category = CategoryId | `other: ${string}`;

const OTHER = /^other\s*:/i;

/**
 * Reads a chosen or typed category: an id or a label of the list in any spelling, or `other: …`.
 * @throws validation_failed when it contains no letters
 */
export function readCategory(typed: string): Category {
  const name = typed.replace(OTHER, '').trim();
  const key = keyOf(name);
  if (key === '')
    throw new Failure('validation_failed', 'The product category contains no letters.', {
      hint: 'Choose one from the list, or name the product.',
    });
  const listed = CATEGORIES.find(({ id, label }) => keyOf(id) === key || keyOf(label) === key);
  return listed?.id ?? `other: ${wordsOf(name).join(' ')}`;
}

export function categoryLabel(category: string): string {
  return CATEGORIES.find(({ id }) => id === category)?.label ?? category;
}

/** Letters that two words share from their start when they are forms of one word, as `scanner` and `scanning`. */
const SHARED_LETTERS = 4;
/** Words of category names that say nothing about the product. */
const GENERAL = new Set(['other', 'software', 'system', 'service', 'equipment', 'construction', 'building', 'product']);

/**
 * Whether two different categories may be one product, so that a person has to say: at least one was typed, and a word of one
 * is a form of a word of the other.
 */
export function mayBeSameProduct(product: string, other: string): boolean {
  if (product === other || !(OTHER.test(product) || OTHER.test(other))) return false;
  const words = (category: string) =>
    wordsOf(categoryLabel(category).replace(OTHER, '')).filter(
      (word) => word.length >= SHARED_LETTERS && !GENERAL.has(word),
    );
  const starts = new Set(words(product).map((word) => word.slice(0, SHARED_LETTERS)));
  return words(other).some((word) => starts.has(word.slice(0, SHARED_LETTERS)));
}

/** The same for `Layout robots`, `layout-robot` and `layoutrobots`. */
function keyOf(name: string): string {
  return wordsOf(name).join('');
}

function wordsOf(name: string): string[] {
  return foldForSearch(name)
    .split(' ')
    .filter((word) => word !== '')
    .map(singular);
}

function singular(word: string): string {
  return word.replace(/(?<=\w\w)ies$/, 'y').replace(/(?<=\w[^s])s$/, '');
}
