import { find, make, showFieldError, tell } from './page.ts';
import type { NewSource, SourcePart, Sources } from './sources.ts';

// A new source that is typed in the card of a number. While it is typed it is one of the sources under *Details* too, so that nothing of
// it is lost when the card closes.

type Context = {
  sources: Sources;
  /** Saves the text as a revision, because a number is settled by the sources of a revision; false when it was not saved. */
  save: () => Promise<boolean>;
  /** Loads the card again. */
  reload: () => Promise<void>;
};
type Part = { name: SourcePart; label: string; input: HTMLInputElement; trouble: HTMLElement };

const PARTS: readonly [name: SourcePart, label: string][] = [
  ['title', 'Title'],
  ['url', 'Address'],
  ['publisher', 'Publisher'],
];
/** What settles a number by a source. */
const WAY = 'details[data-key="s"]';
/** The fields of the form that settles by a source; what is typed there is kept. */
const PLACE = ['locator', 'quote'];

/** Returns what adds the form of a new source to a card. */
export function openNumberSource(content: HTMLElement, { sources, save, reload }: Context): () => void {
  let draft: NewSource | null = null;

  function build(way: HTMLDetailsElement): void {
    const warning = make('p', { class: 'trouble', role: 'alert' });
    const typed = draft?.read();
    const parts = PARTS.map(([name, label]) => partOf(name, label, typed?.[name] ?? ''));
    for (const { name, input, trouble } of parts)
      input.addEventListener('input', () => {
        draft ??= sources.begin();
        draft.write(name, input.value);
        if (input.hasAttribute('aria-invalid')) showFieldError(trouble, sentence(draft.trouble(name)), input);
      });
    const form = make(
      'form',
      { class: 'new-source', novalidate: true },
      ...parts.map(({ label, input, trouble }) =>
        make('p', { class: 'field' }, make('label', { for: input.id }, label), input, trouble),
      ),
      make('p', {}, make('button', { class: 'plain' }, 'Add the source and choose it')),
      warning,
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      event.stopPropagation();
      void finish(parts, warning);
    });
    const hasChoice = way.querySelector('select[name="source"]') !== null;
    // Without a source to choose, this form takes the place of the server's form.
    if (!hasChoice) for (const part of way.querySelectorAll(':scope > p, :scope > form')) part.remove();
    const words = hasChoice ? 'Add a source that is not in the list' : 'Add the first source';
    const isUnsaved = !hasChoice && !typed && sources.read().length > 0;
    const open = typed !== undefined || !hasChoice;
    way.append(isUnsaved ? offerToSave() : make('details', { open }, make('summary', {}, words), form));
  }

  async function finish(parts: readonly Part[], warning: HTMLElement): Promise<void> {
    draft ??= sources.begin();
    for (const { name, input, trouble } of parts) showFieldError(trouble, sentence(draft.trouble(name)), input);
    const wrong = parts.find(({ input }) => input.hasAttribute('aria-invalid'));
    if (wrong) {
      wrong.input.focus();
      return;
    }
    const { url } = draft.read();
    const result = draft.finish();
    warning.textContent = result.state === 'refused' ? result.words : '';
    if (result.state === 'refused') return;
    draft = null;
    if (!optionOf(content, url) && !(await saveWithPlace())) {
      warning.textContent = `It is in the sources under Details. Save the article to settle by it. ${find('standing').textContent}`;
      return;
    }
    const option = optionOf(content, url);
    if (!option) return;
    choose(content, option.value);
    tell(`${result.words} It is chosen: say where in it the number is.`);
  }

  /** Saves and loads the card again; the place and the quote that are typed stay. */
  async function saveWithPlace(): Promise<boolean> {
    const field = (name: string) =>
      content.querySelector<HTMLInputElement>(`${WAY} form:not(.repeat) [name="${name}"]`);
    const typed = PLACE.map((name) => field(name)?.value ?? '');
    if (!(await save())) return false;
    await reload();
    for (const [at, name] of PLACE.entries()) {
      const place = field(name);
      if (place) place.value = typed[at] ?? '';
    }
    return true;
  }

  return () => {
    const way = content.querySelector<HTMLDetailsElement>(WAY);
    if (way) build(way);
  };
}

function offerToSave(): HTMLElement {
  const save = make('button', { type: 'button', class: 'plain', 'data-act': 'save' }, 'Save and settle');
  return make('p', {}, 'The sources under Details are not saved yet. ', save);
}

/** Chooses a source, also for looking the number up, and goes to the place in it. */
function choose(content: HTMLElement, url: string): void {
  for (const select of content.querySelectorAll<HTMLSelectElement>('select[name="source"]')) select.value = url;
  content.querySelector(WAY)?.setAttribute('open', '');
  content.querySelector<HTMLInputElement>(`${WAY} form:not(.repeat) [name="locator"]`)?.focus();
}

function partOf(name: SourcePart, label: string, value: string): Part {
  const id = `new-source-${name}`;
  const input = make('input', { id, type: 'text', autocomplete: 'off', 'aria-describedby': `${id}-trouble` });
  input.value = value;
  return { name, label, input, trouble: make('span', { id: `${id}-trouble`, class: 'trouble' }) };
}

/** The choice of this address in the card, where the saved revision has it. */
function optionOf(content: HTMLElement, url: string): HTMLOptionElement | undefined {
  const options = content.querySelectorAll<HTMLOptionElement>(`${WAY} select[name="source"] option`);
  return [...options].find(({ value }) => URL.parse(value)?.href === URL.parse(url)?.href);
}

/** The message without its end: `showFieldError` writes the sentence. */
function sentence(trouble: string): string {
  return trouble.replace(/\.$/, '').replace(/^It must/, 'must');
}
