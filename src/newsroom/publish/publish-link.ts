import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import type { Weight } from '#html/newsroom/kit/button.ts';

/** Opens the publish drawer; without the script `publish`, the same as a page. */
export function publishLink({
  articleId,
  revision,
  text,
  weight = 'primary',
}: {
  articleId: string;
  revision: number;
  text: string;
  weight?: Weight;
}): Html {
  return html`<a class="btn ${weight}" href="/newsroom/articles/${articleId}/publish?revision=${revision}" data-publish>${text}</a>`;
}
