import { watchMentions } from './mention-picker.ts';

// The small forms of an article: a reply, a comment, a request for changes, a refusal.

const SMALL = '[action*="/comments"], [action*="/review/"]';

/** Puts the cursor into the field of a form that is unfolded, and sends comments and notes with Ctrl Enter. */
export function watchSmallForms(): void {
  watchMentions();
  document.addEventListener('click', (event) => {
    const fold = event.target instanceof Element ? event.target.closest('summary')?.parentElement : null;
    if (!(fold instanceof HTMLDetailsElement) || fold.open || fold.matches('.beside .begin')) return;
    const field = fieldOf(fold);
    if (!field) return;
    event.preventDefault(); // opened here, so that the first key that follows is in the field
    fold.open = true;
    field.focus();
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
    const fold = link && document.getElementById(link.hash.slice(1));
    if (!(fold instanceof HTMLDetailsElement)) return;
    event.preventDefault();
    fold.open = true;
    fieldOf(fold)?.focus();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    const field = event.target;
    if (!(field instanceof HTMLTextAreaElement) || !field.form?.matches(SMALL) || event.isComposing) return;
    event.preventDefault();
    field.form.requestSubmit();
  });
}

function fieldOf(fold: HTMLDetailsElement): HTMLElement | null {
  return fold.querySelector<HTMLElement>(':scope > form :is(textarea, input:not([type="hidden"]))');
}
