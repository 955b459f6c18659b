import { html, raw } from 'hono/html';
import { type GuestLine, LONGEST_COMMENT } from '#editorial/review/comment.ts';
import type { EvidenceView } from '#evidence/pages/evidence-html.ts';
import { assetPath } from '#html/assets/assets.ts';
import { type Html, printHtml } from '#html/html.ts';
import { pageHtml } from '#html/page-html.ts';
import type { Publication } from '#runtime/config/config.ts';
import { type ArticleView, articleBodyHtml } from './article-body.ts';

/** One revision as its public page would show it, without header and footer: for a sandboxed frame. */
export function previewHtml(
  publication: Publication,
  article: ArticleView,
  {
    revision,
    picture,
    evidence = null,
  }: {
    revision: number;
    /** The markup of its picture. */
    picture: string | null;
    evidence?: EvidenceView | null;
  },
): Promise<string> {
  return printHtml(html`<!DOCTYPE html>
<html lang="${publication.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Preview of revision ${revision}: ${article.headline}</title>
<link rel="stylesheet" href="${assetPath('style.css')}">
</head>
<body>
<main id="main">
${articleBodyHtml(publication, article, { picture: picture === null ? null : raw(picture), evidence })}
</main>
</body>
</html>
`);
}

export type GuestPreview = {
  picture: Html | null;
  /** How its numbers are settled by now. */
  /** Null for an article of an archive. */
  evidence: EvidenceView | null;
  isLive: boolean;
  expiresAt: string;
  /** The comments that guests made with this link. */
  comments: GuestLine[];
  typed: { name?: string; text?: string };
  refusal: { error: string; hint: string } | null;
  /** The tag of the script that stores an unsent comment, and the name it stores it under: never the link's secret. */
  script: Html;
  draftsUnder: string;
};

const STYLE = html`<link rel="stylesheet" href="${assetPath('preview.css')}">`;

/** One revision as readers would see it, marked as a preview above and below, with the comments of its guests. */
export function guestPreviewHtml(
  publication: Publication,
  article: ArticleView,
  preview: GuestPreview,
): Promise<string> {
  return pageHtml(publication, {
    title: `Preview: ${article.headline}`,
    description: `A preview of one revision, not for passing on.`,
    head: html`${STYLE}
${preview.script}`,
    main: html`${mark(publication, article, preview)}
${articleBodyHtml(publication, article, { picture: preview.picture, evidence: preview.evidence })}
${commentSection(preview)}`,
  });
}

/** The same page for a link that is unknown, expired or revoked. */
export function noPreviewHtml(publication: Publication): Promise<string> {
  return pageHtml(publication, {
    title: 'No preview here',
    description: 'This link opens no preview.',
    head: STYLE,
    main: html`<h1>No preview here</h1>
<p>This link is wrong or no longer valid: previews expire, and the newsroom can end them early.</p>
<p>Ask the sender for a new link, or <a href="/">read the magazine</a>.</p>`,
  });
}

function mark({ name }: Publication, { revision }: ArticleView, { isLive, expiresAt }: GuestPreview): Html {
  return html`<aside class="preview-mark hang" aria-label="Preview">
<p class="label">Preview</p>
<p><strong>This is a preview, not a publication.</strong> ${isLive ? html`This is revision ${revision}, as readers see it.` : html`This is revision ${revision}. Readers do not see it; it may still change, or never be published.`} ${name} shows it to you alone: please do not quote it or pass it on. The link ends on <time datetime="${expiresAt}">${expiresAt.slice(0, 10)} at ${expiresAt.slice(11, 16)} UTC</time>. <a href="#comments">Comment on it</a></p>
</aside>`;
}

function commentSection({ comments, typed, refusal, draftsUnder }: GuestPreview): Html {
  return html`<section class="remarks hang" id="comments" aria-labelledby="comments-title">
<h2 class="label" id="comments-title">Your comments on this preview</h2>
<div>
${comments.length === 0 ? html`<p>None yet. Your comments go to the newsroom; everyone with this link can read them too.</p>` : commentList(comments)}
${refusal ? html`<p class="refused" role="alert" data-refused><strong>${refusal.error}</strong> ${refusal.hint}</p>` : ''}
<form method="post" action="#comments" data-drafts="${draftsUnder}">
<p><label for="guest-name">Your name</label>
<input id="guest-name" name="name" value="${typed.name ?? ''}" maxlength="80" autocomplete="name" required></p>
<p><label for="guest-text">Comment</label>
<textarea id="guest-text" name="text" rows="6" maxlength="${LONGEST_COMMENT}" required aria-describedby="guest-hint">${typed.text ?? ''}</textarea>
<span class="fact" id="guest-hint">At most 2,000 characters. Say which passage you mean.</span></p>
<p><button type="submit">Send to the newsroom</button></p>
</form>
</div>
</section>`;
}

function commentList(comments: GuestLine[]): Html {
  return html`<ol>${comments.map(
    ({ name, text, at }) => html`
<li><p class="fact"><strong>${name}</strong>, <time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 16)} UTC</time></p>
<p class="said">${text}</p></li>`,
  )}
</ol>`;
}
