import { html } from 'hono/html';
import type { Publication } from '../../config.ts';
import { type ShownArticle, shownArticle } from './article-body.ts';
import type { ShownEvidence } from './evidence-html.ts';
import { type Html, printHtml } from './html.ts';

/** One revision as its public page would show it, without the way around the magazine: for a sandboxed frame. */
export function previewHtml(
  publication: Publication,
  article: ShownArticle,
  revision: number,
  picture: Html | null,
  evidence: ShownEvidence | null = null,
): Promise<string> {
  return printHtml(html`<!DOCTYPE html>
<html lang="${publication.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Preview of revision ${revision}: ${article.headline}</title>
<link rel="stylesheet" href="/static/style.css">
</head>
<body>
<main id="main">
${shownArticle(publication, article, { picture, evidence })}
</main>
</body>
</html>
`);
}
