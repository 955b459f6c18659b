// Colleagues whom a comment can tell: after an `@`, a list of the people who may see the article. Arrow keys choose, Enter and Tab
// take the name, Escape closes the list. Without this script a typed name counts, too.

type Person = { name: string; role: string };

/** Most people that are offered. */
const MOST = 6;

let people: Promise<Person[]> | null = null;
let open: { field: HTMLTextAreaElement; list: HTMLElement; from: number; chosen: number } | null = null;

/** Offers names in the fields of comments and replies of the page's article. */
export function watchMentions(): void {
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLTextAreaElement && target.form?.matches('[action*="/comments"]')) void offer(target);
  });
  document.addEventListener('keydown', onKey, true);
  document.addEventListener('focusout', ({ target }) => {
    if (target === open?.field) close();
  });
}

async function offer(field: HTMLTextAreaElement): Promise<void> {
  const typed = typedName(field);
  if (typed === null) return close();
  people ??= readPeople(field.form?.action ?? '');
  const known = await people;
  if (typedName(field) !== typed) return; // typed on meanwhile
  const name = typed.toLowerCase();
  const fits = ({ name: full }: Person) =>
    [full, ...full.split(' ')].some((part) => part.toLowerCase().startsWith(name));
  const candidates = known.filter(fits).slice(0, MOST);
  const isWhole = candidates.length === 1 && candidates[0]?.name.toLowerCase() === name;
  if (candidates.length === 0 || isWhole || document.activeElement !== field) return close();
  show(field, candidates, field.selectionStart - typed.length - 1);
}

/** What follows the last `@` before the cursor, when it can be the beginning of a name. */
function typedName({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): string | null {
  if (selectionStart !== selectionEnd) return null;
  const match = /(?:^|[^\p{L}\p{N}@])@([\p{L}\p{N}’'.-]*(?: [\p{L}\p{N}’'.-]*)?)$/u.exec(
    value.slice(0, selectionStart),
  );
  return match?.[1] ?? null;
}

async function readPeople(action: string): Promise<Person[]> {
  const [, article] = /(\/newsroom\/articles\/[^/]+)\/comments/.exec(new URL(action).pathname) ?? [];
  const response = article ? await fetch(`${article}/people`).catch(() => null) : null;
  if (!response?.ok) {
    people = null; // the next `@` asks again
    return [];
  }
  return ((await response.json()) as { people: Person[] }).people;
}

function show(field: HTMLTextAreaElement, candidates: readonly Person[], from: number): void {
  const before = open?.field === field ? open : null;
  if (!before) close();
  const list = before?.list ?? document.createElement('ul');
  list.id = 'mention-list';
  list.className = 'mention-list';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Colleagues');
  list.replaceChildren(...candidates.map((person, at) => option(person, at)));
  if (!before) {
    field.after(list);
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-controls', list.id);
  }
  open = { field, list, from, chosen: 0 };
  choose(0);
}

function option({ name, role }: Person, at: number): HTMLElement {
  const item = document.createElement('li');
  item.id = `mention-${at}`;
  item.setAttribute('role', 'option');
  item.dataset.name = name;
  const about = document.createElement('span');
  about.className = 'hint';
  about.textContent = role;
  item.append(name, ' ', about);
  item.addEventListener('pointerdown', (event) => {
    event.preventDefault(); // the field keeps the focus
    take(at);
  });
  return item;
}

function choose(at: number): void {
  if (!open) return;
  const items = [...open.list.children];
  open.chosen = (at + items.length) % items.length;
  items.forEach((item, place) => {
    item.setAttribute('aria-selected', String(place === open?.chosen));
  });
  open.field.setAttribute('aria-activedescendant', `mention-${open.chosen}`);
}

function take(at: number): void {
  if (!open) return;
  const { field, list, from } = open;
  const name = (list.children[at] as HTMLElement | undefined)?.dataset.name ?? '';
  close();
  field.setRangeText(`@${name} `, from, field.selectionStart, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true })); // its draft is stored
}

function onKey(event: KeyboardEvent): void {
  if (!open || event.target !== open.field || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const { chosen } = open;
  const acts: Record<string, () => void> = {
    ArrowDown: () => choose(chosen + 1),
    ArrowUp: () => choose(chosen - 1),
    Enter: () => take(chosen),
    Tab: () => take(chosen),
    Escape: close,
  };
  const act = event.shiftKey ? undefined : acts[event.key];
  if (!act) return;
  event.preventDefault();
  event.stopPropagation(); // Escape would close the form, too
  act();
}

function close(): void {
  if (!open) return;
  open.list.remove();
  for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant']) open.field.removeAttribute(name);
  open = null;
}
