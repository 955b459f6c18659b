import { html } from 'hono/html';
import type { ArticleRecord } from '#editorial/article-record.ts';
import type { Html } from '#html/html.ts';
import { icon } from '#html/newsroom/frame/icons.ts';
import { MENU } from '#html/newsroom/frame/side-bar.ts';
import { sign } from '#html/newsroom/kit/sign.ts';

/** The bar above the sheet: the link to the list, the state in one sentence, who is here, and the acts. */
export function editorBar(file: ArticleRecord, mayPublish: boolean): Html {
  const article = `/newsroom/articles/${file.id}`;
  return html`<div class="edit-bar">
<button type="button" class="btn quiet icon" popovertarget="${MENU}" aria-label="Menu of the newsroom" title="Menu of the newsroom">${icon('more')}</button>
<a class="btn quiet back" href="${article}" aria-label="Back to the article" title="Back to the article">${sign('left')} <span class="name">Article</span></a>
<p class="state"><span id="standing" role="status">Revision ${file.revision}, as saved.</span> <span id="present" role="status"></span></p>
<div class="acts" id="edit-acts">
<button type="button" class="btn quiet" id="preview-button" aria-expanded="false" aria-controls="preview" aria-keyshortcuts="Control+Alt+P" title="Preview beside the text: Ctrl Alt P">Preview</button>
<button type="button" class="btn quiet" id="panel-button" aria-expanded="false" aria-controls="panel">Panel</button>
<button type="button" class="btn quiet icon" popovertarget="more-acts" aria-label="More" title="More">${sign('dots')}</button>
<button type="button" class="btn plain blocks" id="open-numbers" aria-keyshortcuts="Alt+ArrowDown" title="The next open number: Alt Down" hidden></button>
<button type="submit" form="edit" class="btn plain" id="save" aria-keyshortcuts="Control+S" title="Save a revision: Ctrl S">Save</button>
<a class="btn primary" href="${article}" id="leave">${mayPublish ? 'Publish …' : html`<span class="name">Ask for a review …</span><span class="short">Review …</span>`}</a>
</div>
</div>
${moreActs()}
${findBar()}`;
}

/** What is needed now and then, in a menu. */
function moreActs(): Html {
  return html`<div class="popup" id="more-acts" popover role="toolbar" aria-label="More" aria-orientation="vertical">
${more('undo', 'Undo', 'Ctrl Z')}${more('redo', 'Redo', 'Ctrl Shift Z')}${more('find', 'Find and replace', 'Ctrl F')}${more('quotes', 'Typographic quotes and dashes', '')}${more('preview', 'Preview beside the text', 'Ctrl Alt P')}${more('focus', 'Focus on the sheet', 'Ctrl .')}${more('keys', 'Keyboard shortcuts', 'Ctrl /')}
</div>`;
}

function more(name: string, label: string, keys: string): Html {
  return html`<button type="button" class="btn quiet" data-tool="${name}">${label}${keys ? html` <kbd aria-hidden="true">${keys}</kbd>` : ''}</button>`;
}

/** Find and replace in the body; its entry of the menu and Ctrl F open it. */
function findBar(): Html {
  return html`<div class="find-bar" id="find-bar" role="search" aria-label="Find and replace" hidden>
<label for="find-words">Find</label> <input id="find-words" type="text" autocomplete="off">
<span class="hint" id="find-count" role="status"></span>
<button type="button" class="plain" data-find="previous">Previous</button> <button type="button" class="plain" data-find="next">Next</button>
<label for="find-other">Replace with</label> <input id="find-other" type="text" autocomplete="off">
<button type="button" class="plain" data-find="replace">Replace</button> <button type="button" class="plain" data-find="all">Replace all</button>
<button type="button" class="plain" data-find="close">Close</button>
</div>`;
}
