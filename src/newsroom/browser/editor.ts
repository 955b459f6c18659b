import '#newsroom/browser/editor/no-eval.ts';

import { newsroomCopySchema, type UnfinishedCopy } from '#article/copy.ts';
import { issueWords } from '#core/text.ts';
import { followArticle } from '#newsroom/browser/article/follow.ts';
import type { RevisionNews } from '#newsroom/browser/article/news.ts';
import { watchSmallForms } from '#newsroom/browser/article/small-forms.ts';
import { keepInPlace, showArrived } from '#newsroom/browser/editor/arrived.ts';
import { type SaveState, startAutosave } from '#newsroom/browser/editor/autosave.ts';
import { createBodyEditor, readBody, showWordCount } from '#newsroom/browser/editor/body.ts';
import { openColleagues } from '#newsroom/browser/editor/colleagues.ts';
import { openBeside } from '#newsroom/browser/editor/comments/beside.ts';
import { openNewComments } from '#newsroom/browser/editor/comments/new-comment.ts';
import { openNewSuggestions } from '#newsroom/browser/editor/comments/new-suggestion.ts';
import { beginExhibit, openPastedTables, openProposedExhibits } from '#newsroom/browser/editor/exhibits.ts';
import { flatten, sameCopy, unflatten } from '#newsroom/browser/editor/field-values.ts';
import { openFields } from '#newsroom/browser/editor/fields.ts';
import { chooseInitialCopy, isComingBack, openLocalCopy } from '#newsroom/browser/editor/local-copy.ts';
import {
  type CopyView,
  mergeIntoView,
  mergeWithoutQuestion,
  offerLeftovers,
  offerReplacedCopy,
  TWO_PLACES,
  TWO_TEXTS,
} from '#newsroom/browser/editor/merge/merge-dialog.ts';
import { openNumbers } from '#newsroom/browser/editor/numbers.ts';
import { type EditorPage, find, hideNotice, showNotice, tell } from '#newsroom/browser/editor/page.ts';
import { openPanel } from '#newsroom/browser/editor/panel.ts';
import { openPanelParts } from '#newsroom/browser/editor/panel-parts.ts';
import { openFieldPaste } from '#newsroom/browser/editor/paste.ts';
import { openPreview } from '#newsroom/browser/editor/preview.ts';
import { goToPlace, openPublishing } from '#newsroom/browser/editor/publishing.ts';
import { replaceBody } from '#newsroom/browser/editor/replace-body.ts';
import { openRevisions } from '#newsroom/browser/editor/revisions.ts';
import { readOwn } from '#newsroom/browser/editor/server.ts';
import { describeLocalSave, describeState } from '#newsroom/browser/editor/state-text.ts';
import { openBars } from '#newsroom/browser/editor/tools/bars.ts';
import { openBlockMenu } from '#newsroom/browser/editor/tools/block-menu.ts';
import { openBubble } from '#newsroom/browser/editor/tools/bubble.ts';
import { openFindBar } from '#newsroom/browser/editor/tools/find-bar.ts';
import { openHandle } from '#newsroom/browser/editor/tools/handle.ts';
import { addLinksAsSources } from '#newsroom/browser/editor/tools/link-source.ts';
import { openOutline } from '#newsroom/browser/editor/tools/outline.ts';
import { openToolbars } from '#newsroom/browser/editor/tools/toolbar.ts';
import { forgetAct, openUndoOfActs } from '#newsroom/browser/editor/undo-act.ts';
import { watchWindow } from '#newsroom/browser/editor/window.ts';
import { signInHere } from '#newsroom/browser/forms/sign-in.ts';
import { openHero } from '#newsroom/browser/pictures/hero.ts';

const page = JSON.parse(find('page').textContent ?? '') as EditorPage;
const article = `/newsroom/articles/${page.articleId}`;
const form = find<HTMLFormElement>('edit');
const standing = find('standing');
const local = openLocalCopy(page.editorId, page.articleId);
const opening = await chooseInitialCopy(page, local);

find('edit-page').hidden = false;
const panel = openPanel(page.editorId, () => editor.view.focus());
let show = () => {};
let tallyTimer: ReturnType<typeof setTimeout> | undefined;
const editor = createBodyEditor(find('body'), opening.shown.bodyBlocks, onBody, () => show());
show = openToolbars(editor, {
  focusComments: () => beside.focus(),
  focusPanel: () => panel.show(panel.open() ?? 'details', true),
  settle: () => numbers.settle(),
  comment: () => comments.begin(),
  suggest: () => suggestions.begin(),
  source: () => addLinksAsSources(editor, fields.sources),
  preview: () => preview.toggle(),
  find: openFindBar(editor),
});
const fields = openFields(form, onField, reveal);
const hero = openHero();
fields.write(flatten(opening.shown));
openFieldPaste(form);
const beside = openBeside(editor, panel, article, (aside) => void revisions.appeared(aside));
openBubble(editor);
openBlockMenu(editor, {
  comment: () => comments.begin(),
  suggest: () => suggestions.begin(),
  table: () => beginExhibit(editor, 'table', reveal),
  chart: () => beginExhibit(editor, 'bars', reveal),
});
openHandle(editor);
openProposedExhibits();
openPastedTables(editor, reveal);
openOutline(editor);
openBars();
openUndoOfActs();
panel.restore();
const view: CopyView = {
  read,
  show: (copy, { isUndoable, by } = {}) =>
    keepInPlace(editor, () => {
      const ranges = replaceBody(editor, copy.bodyBlocks, isUndoable && 'undoable');
      fields.write(flatten(copy));
      if (by !== undefined) showArrived(editor, ranges, by);
    }),
};
const windows = new BroadcastChannel(`plumbline:${page.editorId}:${page.articleId}`);
const keeper = startAutosave(
  { articleId: page.articleId, editorId: page.editorId, local, read, tell: showState },
  opening.footing,
  opening.isKeptHere,
);
const revisions = openRevisions({
  article,
  keeper,
  merge: (theirs, sides, title) => mergeIntoView(view, keeper.base().copy, theirs, { sides, title }),
  mergeNow: (theirs, news) => mergeWithoutQuestion(view, keeper.base().copy, theirs, news),
  composed,
  refresh,
  away: () => showState({ state: 'away' }, true),
});
const comments = openNewComments(editor, beside, { article, base: keeper.base, save });
const suggestions = openNewSuggestions(editor, beside, { article, base: keeper.base, save });
const colleagues = openColleagues(editor, article);
const follows = { isWriting: true, seq: beside.seq, changed: () => void beside.refresh(), here: colleagues.show };
followArticle(find('present'), page.articleId, follows);
show();
showWordCount(editor, page.askedWords);
const numbers = openNumbers(editor, article, { keeper, save, panel, sources: fields.sources });
const preview = openPreview({
  panel,
  keep: () => keeper.isDirty() && void keeper.keep(),
});
const parts = openPanelParts({ editor, panel, article, goTo: (place) => goToPlace(editor, place) });
if (opening.elsewhere) keeper.wait(opening.elsewhere);
else if (opening.isKeptHere) {
  if (!isComingBack()) showFoundNotice();
  keeper.changed();
} else if (page.server.isTyped) standing.textContent = 'Saved as draft; no revision yet.';
if (!opening.isKeptHere && page.latest !== keeper.base().revision) void revisions.bring();
offerLeftovers(opening.more, {
  bringIn: async ({ local: { copy, base, known = base.copy } }) => {
    const title = 'Merged with the text in this browser.';
    const isDone = await mergeIntoView(view, known, copy, { sides: TWO_TEXTS, title });
    if (isDone) keeper.changed();
    return isDone;
  },
  drop: (key) => local.drop(key),
});
showReplacedNotice();
if (opening.shown.headline === '') find('f-headline').focus();

/** Other windows of this browser with this article: each shows what another window stored, unless it has unsent text. */
windows.onmessage = ({ data }) => {
  if (data === 'kept') {
    void refresh();
    return;
  }
  if (data === 'opened') windows.postMessage('open already');
  showNotice(
    'twice',
    'This article is open in another window too.',
    'Each window shows what you typed in the other. If you type in both at once, the editor asks which text to keep.',
    { acts: [{ words: 'Close', act: () => hideNotice('twice') }] },
  );
};
windows.postMessage('opened');

function read(): UnfinishedCopy {
  return unflatten(fields.read(), readBody(editor));
}

function showFoundNotice(): void {
  showNotice(
    'found',
    'This browser has text that you typed last.',
    'The server does not have it yet. It is shown below.',
    {
      acts: [
        { words: 'Keep it', act: () => hideNotice('found') },
        { words: 'Show the server’s version instead', act: () => void showServerCopy() },
      ],
    },
  );
}

/** Shows the server's copy. The replaced text is stored aside, and undo restores the body. */
async function showServerCopy(): Promise<void> {
  await keeper.idle();
  const server = await readOwn(page.articleId);
  if (server?.editorId !== page.editorId) {
    showState({ state: 'away' }, true);
    return;
  }
  const replaced = read();
  if (!sameCopy(replaced, server.copy)) local.setAside(replaced);
  view.show(server.copy, { isUndoable: true });
  keeper.take(server);
  hideNotice('found', 'elsewhere');
  standing.textContent = 'This is the server’s version.';
  showReplacedNotice();
}

function showReplacedNotice(): void {
  offerReplacedCopy(local.readAside(), {
    putBack: (copy) => {
      view.show(copy, { isUndoable: true });
      keeper.changed();
    },
    drop: () => local.dropAside(),
  });
}

/** Reads the server's copy, which another window or computer, or a colleague, may have written. */
async function refresh(news?: RevisionNews): Promise<void> {
  await keeper.idle();
  const server = await readOwn(page.articleId);
  if (server?.editorId !== page.editorId) return;
  const isNewRevision = !server.isTyped && server.base.revision > keeper.base().revision;
  const isUntouched = sameCopy(read(), keeper.base().copy);
  if ((server.number === keeper.number() || keeper.isOwn(server)) && !(isNewRevision && isUntouched)) return;
  if (keeper.isDirty()) {
    keeper.wait(server);
    return;
  }
  view.show(server.copy, news && { by: news.savedBy });
  keeper.take(server);
  preview.refresh();
  hideNotice('elsewhere', 'moved');
  if (news) tell(`${news.savedBy} saved revision ${news.revision}; it is shown.`);
  standing.textContent = server.isTyped
    ? 'This is what you typed elsewhere, as stored on the server.'
    : `This is revision ${server.base.revision}, as saved.`;
}

/** Merges the server's copy from another window; returns whether the shown text now contains it. */
async function mergeOtherWindow(): Promise<boolean> {
  const other = keeper.other();
  if (!other) return true;
  const title = 'Merged with what you typed elsewhere.';
  if (!(await mergeIntoView(view, keeper.known(), other.copy, { sides: TWO_PLACES, title }))) return false;
  keeper.stepOn(other);
  hideNotice('elsewhere');
  return true;
}

/** Opens the panel where a field with an error is in it. */
function reveal(field: HTMLElement): void {
  if (field.closest('#panel')) panel.show('details');
}

function onField(): void {
  forgetAct();
  keeper.changed();
}

function onBody(): void {
  forgetAct();
  keeper.changed();
  clearTimeout(tallyTimer);
  tallyTimer = setTimeout(() => showWordCount(editor, page.askedWords), 200);
}

/** Shows the save state, with a notice when the member has to act. */
function showState(now: SaveState, isHeld: boolean): void {
  if (now.state !== 'away' && now.state !== 'sending' && now.state !== 'typing') hideNotice('away');
  if (now.state === 'kept' || now.state === 'saved' || now.state === 'moved') hideNotice('signed out', 'found');
  if (now.state === 'kept' || now.state === 'saved') {
    windows.postMessage('kept');
    void numbers.refresh();
    parts.refresh();
    preview.refresh();
  }
  const text = describeState(now, isHeld);
  if (text !== null) standing.textContent = text;
  switch (now.state) {
    case 'saved':
      hideNotice('moved', 'merged', 'found', 'refused');
      return;
    case 'moved':
      void revisions.bring();
      return;
    case 'elsewhere':
      showNotice(
        'elsewhere',
        'You typed in this article elsewhere meanwhile.',
        `It was in another window or on another computer, and nothing was overwritten. ${describeLocalSave(isHeld)}`,
        { acts: [{ words: 'Merge both', act: () => void mergeOtherWindow() }] },
      );
      return;
    case 'signed out':
      showNotice(
        'signed out',
        'You are signed out.',
        `${describeLocalSave(isHeld)} Sign in here or in a new tab; then saving goes on.`,
        {
          acts: [
            { words: 'Sign in here', act: () => void signInAndContinue() },
            {
              words: 'Sign in in a new tab',
              href: `/newsroom/sign-in?next=${encodeURIComponent('/newsroom/sessions')}`,
            },
          ],
        },
      );
      return;
    case 'away':
      showNotice(
        'away',
        'The server does not answer.',
        `${describeLocalSave(isHeld)} You can continue to type; the editor tries again every few seconds.`,
      );
      return;
    case 'refused':
      if (now.issues.length > 0) fields.show(now.issues);
      if (now.code === 'slug_taken') fields.show([{ path: 'slug', message: 'is another article’s in this section' }]);
      showNotice(now.code === 'forbidden' ? 'signed out' : 'refused', now.error, now.hint);
  }
}

async function signInAndContinue(): Promise<void> {
  if (await signInHere()) await keeper.keep();
}

async function save(): Promise<boolean> {
  const copy = newsroomCopySchema.safeParse(read());
  if (!copy.success) {
    const issues = copy.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issueWords(issue) }));
    standing.textContent = `Not saved. ${fields.show(issues)}`;
    return false;
  }
  if (keeper.other()) {
    if (await mergeOtherWindow()) standing.textContent = 'Check the merged text, then save.';
    return false;
  }
  const answer = await keeper.save();
  // Somebody saved in between. Where no block has words of both, there is nothing to check before the next save.
  if (answer.state === 'moved' && (await revisions.bring()) === 'merged')
    return (await keeper.save()).state === 'saved';
  return answer.state === 'saved';
}

/** Resolves when no word is being composed: a change of the text would end the composition. */
function composed(): Promise<void> {
  if (!editor.view.composing) return Promise.resolve();
  return new Promise((done) => {
    editor.view.dom.addEventListener('compositionend', () => setTimeout(done, 50), { once: true });
  });
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void save();
});

document.addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 's') return;
  event.preventDefault();
  if (!document.querySelector('dialog[open]')) void save();
});

openPublishing({
  ...{ article, editor, keeper },
  finish: () => hero.finish(),
  merge: mergeOtherWindow,
  bring: revisions.bring,
  refresh: () => refresh(),
  away: () => showState({ state: 'away' }, keeper.isHeld()),
});

watchWindow(keeper, refresh);
watchSmallForms();
