import { type Source, sourceSchema } from '#article/copy.ts';
import { find, make, showFieldError } from './page.ts';
import { troubleIn } from './trouble-in.ts';

const MOST = 30;
const PARTS = [
  { name: 'title', label: 'Title' },
  { name: 'url', label: 'Address' },
  { name: 'publisher', label: 'Publisher' },
  { name: 'note', label: 'Note' },
] as const;
type Part = (typeof PARTS)[number]['name'];
type Row = { element: HTMLElement; inputs: Record<Part, HTMLInputElement>; troubles: Record<Part, HTMLElement> };

/** The editable list of sources; each field is validated by the schema of the API. */
export function openSources(changed: () => void) {
  const place = find('sources');
  const adding = find<HTMLButtonElement>('add-source');
  let rows: Row[] = [];
  let made = 0;
  adding.addEventListener('click', () => {
    if (rows.length >= MOST) return;
    const row = rowOf({ title: '', url: '' });
    rows.push(row);
    lay();
    row.inputs.title.focus();
    changed();
  });

  function rowOf(source: Source): Row {
    const number = ++made;
    const inputs = {} as Row['inputs'];
    const troubles = {} as Row['troubles'];
    const element = make('fieldset', { class: 'source' }, make('legend'));
    const row: Row = { element, inputs, troubles };
    for (const { name, label } of PARTS) {
      const id = `source-${number}-${name}`;
      inputs[name] = make('input', {
        id,
        type: 'text',
        'aria-describedby': `${id}-trouble`,
        spellcheck: name === 'url' ? 'false' : 'true',
      });
      inputs[name].value = source[name] ?? '';
      troubles[name] = make('span', { id: `${id}-trouble`, class: 'trouble', role: 'alert' });
      inputs[name].addEventListener('input', () => {
        if (isTyped(row)) check(row, name);
        else for (const one of PARTS) showFieldError(row.troubles[one.name], '', row.inputs[one.name]);
        changed();
      });
      element.append(make('p', { class: 'field' }, make('label', { for: id }, label), inputs[name], troubles[name]));
      if (inputs[name].value !== '') check(row, name);
    }
    const act = (label: string, sign: string, act: () => void) =>
      make('button', { type: 'button', class: 'plain', 'aria-label': label, title: label, click: act }, sign);
    element.append(
      make(
        'p',
        { class: 'acts' },
        act('Move up', 'Up', () => move(row, -1)),
        act('Move down', 'Down', () => move(row, 1)),
        act('Remove this source', 'Remove', () => remove(row)),
      ),
    );
    return row;
  }

  function move(row: Row, by: number): void {
    const at = rows.indexOf(row);
    if (at + by < 0 || at + by >= rows.length) return;
    rows.splice(at, 1);
    rows.splice(at + by, 0, row);
    lay();
    row.element.querySelectorAll('button')[by < 0 ? 0 : 1]?.focus();
    changed();
  }

  function remove(row: Row): void {
    rows = rows.filter((one) => one !== row);
    lay();
    adding.focus();
    changed();
  }

  function lay(): void {
    place.replaceChildren(...rows.map(({ element }) => element));
    rows.forEach(({ element }, at) => {
      (element.firstElementChild as HTMLElement).textContent = `Source ${at + 1}`;
    });
    find('sources-count').textContent = rows.length === 0 ? 'No source yet.' : `${rows.length} of ${MOST}`;
    adding.setAttribute('aria-disabled', String(rows.length >= MOST));
  }

  return {
    /** The sources, without empty rows. */
    read: (): Source[] => rows.filter(isTyped).map(read),
    write: (sources: Source[]): void => {
      rows = sources.map(rowOf);
      lay();
    },
    /** Shows an issue beside a field of the source with index `at` in `read()`. */
    show: ([at = '0', part = 'title']: readonly string[], message: string): void => {
      const row = rows.filter(isTyped)[Number(at)];
      if (row && part in row.troubles) showFieldError(row.troubles[part as Part], message, row.inputs[part as Part]);
    },
  };
}

function isTyped({ inputs }: Row): boolean {
  return PARTS.some(({ name }) => inputs[name].value.trim() !== '');
}

function read({ inputs }: Row): Source {
  const value = (name: Part) => inputs[name].value.trim();
  return {
    title: value('title'),
    url: value('url'),
    ...(value('publisher') && { publisher: value('publisher') }),
    ...(value('note') && { note: value('note') }),
  };
}

function check({ inputs, troubles }: Row, name: Part): void {
  const trouble = troubleIn(sourceSchema.shape[name].safeParse(inputs[name].value.trim()));
  showFieldError(troubles[name], trouble, inputs[name]);
}
