import { html } from 'hono/html';
import { assetPath } from '#html/assets/assets.ts';
import { type Html, printHtml } from './html.ts';

// The font files that a page should load first. A browser requests a font only after it has laid out a letter that needs it. Until then it
// shows the text in another face.

const ITALIC = /<(?:em|blockquote)[\s>]/;
/** The letters of text-european.woff2, as style.css lists them. */
const EUROPEAN = /[\u0100-\u0130\u0132-\u0151\u0154-\u017f\u0218-\u021b\u1e9e]/;
/** Forms and tables do not use the serif. On a page without an article, a browser would warn of a font that the page does not use. */
const ARTICLE = /<article[\s>]/;

/** The links that preload the fonts of a page with this content. */
export async function fontLinks(main: Html): Promise<Html> {
  const text = await printHtml(main);
  const isArticle = ARTICLE.test(text);
  const names = [
    'text.woff2',
    ...(isArticle && ITALIC.test(text) ? ['text-italic.woff2'] : []),
    ...(isArticle && EUROPEAN.test(text) ? ['text-european.woff2'] : []),
  ];
  return html`${names.map(
    (name) => html`<link rel="preload" href="${assetPath(name)}" as="font" type="font/woff2" crossorigin>
`,
  )}`;
}
