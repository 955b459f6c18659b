import { html, raw } from 'hono/html';
import { listTags } from '#article/tags.ts';
import { isEditorial } from '#core/actor.ts';
import { isUuid } from '#core/text.ts';
import { type ArticleRecord, readArticle } from '#editorial/article-record.ts';
import { readAssignment } from '#editorial/review/assign.ts';
import { readServerCopy } from '#editorial/write/working-copy.ts';
import type { Html } from '#html/html.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { articleIdOf } from '#html/newsroom/params.ts';
import type { Context } from '#http/context.ts';
import { toCard } from '#media/newsroom/picture-api.ts';
import { pictureDialog } from '#media/newsroom/picture-dialog.ts';
import { findLastCredit, findPicture } from '#media/pictures.ts';
import type { EditorPage } from '#newsroom/browser/editor/page.ts';
import type { HeroData } from '#newsroom/browser/pictures/hero.ts';
import { listAuthors } from '#people/bylines.ts';
import { besideText } from './beside.ts';
import { detailFields } from './details.ts';
import { dialogs } from './dialogs.ts';
import { editorBar } from './editor-bar.ts';
import { heroField } from './hero-field.ts';
import { panel } from './panel.ts';
import { blockMenu, bubble, phoneTools } from './tools.ts';
import { typedPreviewPane } from './typed-preview.ts';

/** `GET /newsroom/articles/{articleId}/edit`: the editor, with the unsaved text of this member if there is any. */
export async function showEditor(c: Context): Promise<Response> {
  const { actor, deps } = c.var;
  const file = await readArticle(deps.db.read, actor, articleIdOf(c), deps);
  const server = await readServerCopy(deps.db.read, actor, file.id);
  const { words: askedWords } = await readAssignment(deps.db.read, actor, file.id);
  const page: EditorPage = { articleId: file.id, editorId: actor.id, latest: file.revision, askedWords, server };
  const { copy } = server;
  const [authors, tags, hero] = await Promise.all([
    listAuthors(deps.db.read),
    listTags(deps.db.read),
    readHero(c, copy.heroAssetId ?? ''),
  ]);
  return newsroomPage(c, {
    title: `Edit: ${file.copy.headline}`,
    isSheet: true,
    scripts: ['editor'],
    styles: [
      'newsroom-review.css',
      'newsroom-ledger.css',
      'newsroom-pictures.css',
      'newsroom-editor.css',
      'newsroom-together.css',
    ],
    main: html`<h1 class="unseen">Edit: ${file.copy.headline}</h1>
<noscript><div class="refusal"><p><strong>The editor needs JavaScript, which is off in this browser.</strong></p><p>Reading, review and publication work without it. A <a href="/newsroom/new">form</a> begins a draft with headline, dek and section, and the <a href="/api">API</a> saves revisions. <a href="/newsroom/articles/${file.id}">Back to the article</a></p></div></noscript>
<div class="edit-page" id="edit-page" hidden>
<div class="edit-top" id="edit-top">
${editorBar(file, isEditorial(actor))}
<div id="notices"></div>
</div>
<div class="edit-work" id="edit-work">
<div class="canvas">
<div id="above"></div>
<aside id="number-panel" aria-label="The number at the cursor" tabindex="-1" hidden>
<div id="number-content"></div>
<p class="panel-bar"><span class="hint"><kbd>Enter</kbd> settles, <kbd>Alt</kbd> and an arrow go to the next, <kbd>Esc</kbd> closes</span> <button type="button" class="plain" data-act="close">Close</button></p></aside>
${sheet(file, copy, hero)}
<p class="tally"><span id="words"></span> <span id="reading"></span> <span class="tip"><kbd>/</kbd> adds a block</span> <button type="button" class="btn quiet" id="outline-button" popovertarget="outline">Outline</button></p>
</div>
${panel(file, { details: detailFields(copy, { authors, tags, isLive: file.liveRevision !== null }), comments: await besideText(c, file) })}
${typedPreviewPane(file.id)}
</div>
${bubble()}
${blockMenu()}
<div class="popup" id="outline" popover role="dialog" aria-label="Outline"></div>
${phoneTools()}
<div class="done-words" id="told" role="status"></div>
</div>
${dialogs()}
${pictureDialog()}
<script type="application/json" id="page">${raw(JSON.stringify(page).replaceAll('<', '\\u003c'))}</script>`,
  });
}

async function readHero(c: Context, id: string): Promise<HeroData> {
  const { actor, deps } = c.var;
  const [picture, lastCredit] = await Promise.all([
    isUuid(id) ? findPicture(deps.db.read, id) : null,
    findLastCredit(deps.db.read, actor.id),
  ]);
  return { picture: picture && toCard(picture, actor), lastCredit };
}

type SheetCopy = { headline: string; dek: string; pictureCaption?: string | null | undefined };

/** The article as readers will see it: picture, headline, dek and text. Labels are for screen readers; placeholders show the rest. */
function sheet(file: ArticleRecord, copy: SheetCopy, hero: HeroData): Html {
  return html`<form class="paper" id="edit"${file.status === 'draft' ? html` data-slug="follows"` : ''} novalidate autocomplete="off">
${heroField(hero, copy.pictureCaption ?? '')}
${textField('headline', 'Headline', copy.headline)}
${textField('dek', 'Dek', copy.dek)}
<div id="body"></div>
<span class="unseen" id="body-hint">Enter starts a new paragraph. A slash in an empty paragraph chooses its kind. Control and slash shows the keys.</span>
<span class="trouble" id="bodyBlocks-trouble" role="alert"></span>
</form>`;
}

function textField(name: string, label: string, value: string): Html {
  return html`<p class="field"><label class="unseen" for="f-${name}">${label}</label>
<textarea id="f-${name}" name="${name}" rows="1" class="${name}" placeholder="${label}" aria-describedby="${name}-count ${name}-trouble">${value}</textarea>
<span class="count hint" id="${name}-count"></span><span class="trouble" id="${name}-trouble" role="alert"></span></p>`;
}
