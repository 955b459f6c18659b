import { articleForms, articleUrl, recordPath, revisionUrl } from '#article/addresses.ts';
import { archiveSentence } from '#article/archive-words.ts';
import { frontMatterTexts } from '#article/article-fields.ts';
import { citationOf } from '#article/citation.ts';
import type { RevisionThen } from '#evidence/revision-then.ts';
import { frontMatter } from '#html/markdown/markdown.ts';
import { licenceOf } from '#http/licence.ts';
import { articleText } from '#reading/pages/article-markdown.ts';
import type { Publication } from '#runtime/config/config.ts';

/** A revision as Markdown, which never changes. `publication` has the names of the site at that time. */
export function revisionMarkdown(publication: Publication, { article, site }: RevisionThen): string {
  const facts = frontMatter({
    title: article.headline,
    revision: article.revision,
    archive: article.archive && archiveSentence(article.archive),
    permalink: revisionUrl(publication, article),
    cite: citationOf(publication, article),
    record: `${publication.baseUrl}${recordPath(article)}`,
    // A revision that was published before the licence was stored keeps its bytes.
    license: site?.licence ? licenceOf({ ...publication, licence: site.licence }).url : null,
    url: articleUrl(publication, article),
    author: article.author ?? publication.byline,
    section: article.section,
    publishedAt: article.publishedAt,
    modifiedAt: article.modifiedAt,
    correctedAt: article.correctedAt,
    language: publication.language,
    ...frontMatterTexts(article, 'article'),
  });
  const { markdown } = articleForms(publication, article);
  const now = `> This is one revision, and it never changes. What readers see now: [${markdown}](${markdown})`;
  return `${facts}\n${now}\n\n${articleText(publication, article)}\n`;
}
