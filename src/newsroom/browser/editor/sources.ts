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

/** A source that was added. `remove` takes it out again, unless somebody changed it since. */
export type SourceAdded = { state: 'added'; words: string; remove: () => void };
export type SourceResult = SourceAdded | { state: 'known' | 'refused'; words: string };
export type Sources = ReturnType<typeof openSources>;
export type SourcePart = Exclude<Part, 'note'>;

/** A source that is typed in another place of the page. */
export type NewSource = {
  read: () => Source;
  write: (part: SourcePart, value: string) => void;
  /** What is wrong with a part; empty when nothing is. */
  trouble: (part: SourcePart) => string;
  /** Ends the typing. A source with an address that is in the list already is taken out of it again. */
  finish: () => SourceResult;
};

/** The editable list of sources; each field is validated by the schema of the API. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions in it share the list of sources
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
        form: 'edit',
        type: 'text',
        'aria-describedby': `${id}-trouble`,
        spellcheck: name === 'url' ? 'false' : 'true',
      });
      inputs[name].value = source[name] ?? '';
      troubles[name] = make('span', { id: `${id}-trouble`, class: 'trouble', role: 'alert' });
      inputs[name].addEventListener('input', () => {
        if (isTyped(row)) check(row, name);
        else for (const part of PARTS) showFieldError(row.troubles[part.name], '', row.inputs[part.name]);
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
    rows = rows.filter((other) => other !== row);
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

  /** Adds a source below the others; an address that is a source already is not added again. The result says what was done. */
  function add(source: Source): SourceResult {
    const known = rows.findIndex(({ inputs }) => sameAddress(inputs.url.value, source.url));
    if (known !== -1) return { state: 'known', words: `This address is source ${known + 1} already.` };
    if (rows.length >= MOST) return { state: 'refused', words: `An article has at most ${MOST} sources.` };
    const checked = sourceSchema.safeParse(source);
    if (!checked.success) return { state: 'refused', words: `This is no address of a source: ${source.url}` };
    const added = rowOf(source);
    const words = JSON.stringify(read(added));
    rows = [...rows.filter(isTyped), added];
    lay();
    changed();
    const remove = () => {
      const row = rows.find((candidate) => JSON.stringify(read(candidate)) === words);
      if (!row) return;
      rows = rows.filter((other) => other !== row);
      lay();
      changed();
    };
    return { state: 'added', words: `Added as source ${rows.length}: ${source.title}.`, remove };
  }

  /** Begins a source that is typed in another place. From its first character on it is in the list, and so in the working copy. */
  function begin(): NewSource {
    let row = rowOf({ title: '', url: '' });
    let words = JSON.stringify(read(row));
    /** Its row; another one with the same words where the list was written again since, because a colleague changed it. */
    const own = () => {
      if (!rows.includes(row))
        row = rows.find((candidate) => isTyped(candidate) && JSON.stringify(read(candidate)) === words) ?? row;
      return row;
    };
    return {
      read: () => read(own()),
      write: (part, value) => {
        const { inputs } = own();
        inputs[part].value = value;
        if (!rows.includes(row) && rows.length < MOST) {
          rows.push(row);
          lay();
        }
        words = JSON.stringify(read(row));
        inputs[part].dispatchEvent(new Event('input'));
      },
      trouble: (part) => {
        check(own(), part);
        return row.troubles[part].textContent;
      },
      finish: () => {
        const source = read(own());
        const known = rows.find((other) => other !== row && sameAddress(other.inputs.url.value, source.url));
        rows = rows.filter((other) => other !== row);
        const result = add(source);
        if (result.state === 'refused') rows.push(row);
        lay();
        if (known) changed();
        return result;
      },
    };
  }

  return {
    add,
    begin,
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

function sameAddress(text: string, other: string): boolean {
  const [address, another] = [text, other].map((url) => URL.parse(url.trim())?.href ?? url.trim());
  return address === another;
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
