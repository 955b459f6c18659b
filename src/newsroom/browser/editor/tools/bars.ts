import { find } from '#newsroom/browser/editor/page.ts';

// The bar above the text, the bar at the bottom of a telephone, and the fields: they stay in sight.

/** Tells the style sheet how high the upper bar is, and how much of the window the keyboard of a telephone covers. */
export function openBars(): void {
  const root = document.documentElement;
  const top = find('edit-top');
  new ResizeObserver(() => root.style.setProperty('--bar', `${top.offsetHeight}px`)).observe(top);
  const seen = visualViewport;
  const lift = () => {
    const covered = seen && seen.scale === 1 ? Math.max(0, innerHeight - seen.height - seen.offsetTop) : 0;
    root.style.setProperty('--keyboard', `${covered}px`);
  };
  seen?.addEventListener('resize', lift);
  seen?.addEventListener('scroll', lift);
  openDrawer();
}

/** In a window too narrow for a column, a button shows the fields over the text; without it they follow the text. */
function openDrawer(): void {
  const [button, fields] = [find('fields-button'), find('fields')];
  const show = (isOpen: boolean) => {
    fields.classList.toggle('drawer', isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) fields.querySelector('summary')?.focus();
    else button.focus();
  };
  button.addEventListener('click', () => show(!fields.classList.contains('drawer')));
  fields.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !fields.classList.contains('drawer') || event.defaultPrevented) return;
    show(false);
  });
}
