import { openPublishDrawer } from './drawer.ts';

/**
 * The pages of an article open the publish drawer; after an act in it they are loaded again when it closes, because most of what they say
 * has changed.
 */
export function watchPublishLinks(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-publish]') : null;
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void openPublishDrawer(link.href, { closed: (isChanged) => isChanged && location.reload() });
  });
}
