import type { PublishedArticle } from '../../article/read/published.ts';
import type { Publication } from '../../config.ts';
import { articleForms } from '../addresses.ts';
import { articleText } from '../markdown/article-markdown.ts';
import { escapeMarkdown } from '../markdown/markdown.ts';

/** Most bytes of the whole text, and of one article in it. */
export const FULL_MOST = 1_000_000;
const ARTICLE_MOST = 250_000;
/** Bytes kept free for what the text says of itself. */
const FRAME = 4000;

/** The latest articles in one text of bounded size, newest first; the last lines tell where it stops and where to go on. */
export function llmsFull(publication: Publication, articles: readonly PublishedArticle[], isAll: boolean): string {
  const { name, description, baseUrl } = publication;
  const texts: string[] = [];
  let left = FULL_MOST - FRAME;
  for (const article of articles) {
    const text = boundedText(publication, article);
    left -= Buffer.byteLength(text);
    if (left < 0) break;
    texts.push(text);
  }
  const whole = isAll && texts.length === articles.length;
  const parts = [
    `# ${escapeMarkdown(name)}: the latest articles in one text`,
    `> ${escapeMarkdown(description)} The overview is <${baseUrl}/llms.txt>; single articles are at their address with \`.md\`.`,
    ...texts.map((text) => `---\n\n${text}`),
    '---',
    whole
      ? `That is all: ${count(texts.length)}.`
      : `Here this text stops, after ${count(texts.length)}, newest first, for it is kept below ${FULL_MOST} bytes. Older ones: <${baseUrl}/api/public/articles> and <${baseUrl}/sitemap.xml>.`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function count(articles: number): string {
  return articles === 1 ? '1 article' : `${articles} articles`;
}

/** An article with its address; of one too long for the room of its neighbours, where it can be read alone. */
function boundedText(publication: Publication, article: PublishedArticle): string {
  const { html, markdown } = articleForms(publication, article);
  const text = articleText(publication, article);
  if (Buffer.byteLength(text) <= ARTICLE_MOST) return `${text}\n\nAddress: <${html}>`;
  return `# ${escapeMarkdown(article.headline)}\n\n${escapeMarkdown(article.dek)}\n\nToo long to stand here. Read it at <${markdown}>`;
}
