import { articleUrl, revisionUrl } from '#article/addresses.ts';
import { archiveSentence } from '#article/archive-words.ts';
import { frontMatterTexts } from '#article/article-fields.ts';
import type { BodyBlock } from '#article/copy.ts';
import { articlePath, isOwnPage } from '#article/own-page.ts';
import { dayIn } from '#core/wall-time.ts';
import { followingMarkdown } from '#evidence/pages/footnotes.ts';
import { bodyParts, escapeMarkdown, frontMatter } from '#html/markdown/markdown.ts';
import { licenceOf } from '#http/licence.ts';
import { captionWithCredit } from '#media/pages/picture-html.ts';
import { widthsOf } from '#media/renditions.ts';
import { notes, sourceLine } from '#reading/pages/article-markdown.ts';
import type { Publication } from '#runtime/config/config.ts';
import type { ExportedArticle } from './read-articles.ts';

/**
 * An article for Hugo, Jekyll and people: front matter, notes to readers, the body, the sources. Hugo reads `date`, `lastmod`,
 * `aliases`, `tags`, `description`, `images` and `slug`; Jekyll reads `render_with_liquid`, so that braces in the text stay text.
 */
export function exportedMarkdown(publication: Publication, exported: ExportedArticle): string {
  const { article, corrections, formerPaths, series } = exported;
  const facts = frontMatter({
    title: article.headline,
    slug: article.slug,
    date: article.publishedAt,
    lastmod: article.modifiedAt,
    description: article.dek,
    author: article.author ?? publication.byline,
    section: article.section,
    tags: article.tags.map(({ name }) => name),
    aliases: formerPaths,
    images: article.hero ? [picturePath(article.hero)] : [],
    image_alt: article.hero?.alt,
    image_caption: article.hero && captionWithCredit(article.hero, article.pictureCaption),
    series: series ? [series.name] : [],
    archive: article.archive && archiveSentence(article.archive),
    ...frontMatterTexts(article, 'export'),
    corrected: article.correctedAt,
    corrections: corrections.map(({ at, note }) => `${dayIn(at, publication.timeZone)}: ${note}`),
    canonical: articleUrl(publication, article),
    // A custom page is not below its section, as Hugo and Jekyll would put it.
    url: isOwnPage(article.section) ? articlePath(article) : null,
    permalink: isOwnPage(article.section) ? articlePath(article) : null,
    revision: article.revision,
    permanent: revisionUrl(publication, article),
    license: licenceOf(publication).url,
    language: publication.language,
    render_with_liquid: false,
  });
  return `${facts}\n${bodyText(publication, exported)}\n`;
}

/** The path of a picture's largest file in the export. */
export function picturePath({ hash, width }: { hash: string; width: number }): string {
  return `/media/${hash}/${widthsOf(width).at(-1)}.jpg`;
}

function bodyText(publication: Publication, { article, evidence }: ExportedArticle): string {
  const { bodyBlocks, sources } = article;
  const following = followingMarkdown(article, evidence);
  const plain = (block: BodyBlock) => following(block).map((text) => text.replace(/\[\^n\d+\]/g, ''));
  const parts = [
    notes(publication, article),
    ...bodyParts(bodyBlocks, undefined, plain).map(({ text }) => text),
    sources.length > 0 ? `## Sources\n\n${sources.map(sourceLine).join('\n')}` : '',
  ];
  return escapeBraces(parts.filter((part) => part !== '').join('\n\n'));
}

/**
 * Escapes braces: Hugo takes `{{<` and `{{%` for a shortcode everywhere, kramdown takes `{:` for attributes. Code cannot be escaped, so
 * code with such an opening is written as plain text.
 */
export function escapeBraces(markdown: string): string {
  return markdown.replace(
    /\\[\s\S]|(`+)(?!`)([\s\S]*?[^`])\1(?!`)|[{}]/g,
    (match: string, fence: string | undefined, code = '') => {
      if (match.startsWith('\\')) return match;
      if (fence === undefined) return `\\${match}`;
      return /\{\{[<%]/.test(code) ? escapeMarkdown(code.trim()).replace(/[{}]/g, '\\$&') : match;
    },
  );
}
