import { copySchema } from '../../../article/copy.ts';
import type { Unfinished } from '../../../article/working-copy.ts';
import { bodyOf, countWords, openBody, putBody } from './editor/body.ts';
import { openFieldPaste } from './editor/field-paste.ts';
import { openFields } from './editor/fields.ts';
import { flatten, unflatten } from './editor/flat-copy.ts';
import { type Base, type Standing, startKeeping } from './editor/keeper.ts';
import { openLocalCopy } from './editor/local-copy.ts';
import { blocksTaken, mergeCopy, openQuestions, settleCopy } from './editor/merge-copy.ts';
import { askWhich, nameOf } from './editor/merge-dialog.ts';
import { hideNotice, showNotice } from './editor/notices.ts';
import { type EditorPage, find } from './editor/page.ts';
import { readLatest } from './editor/server.ts';
import { openToolbar } from './editor/toolbar.ts';
import { say } from './editor/trouble.ts';

const page = JSON.parse(find('page').textContent ?? '') as EditorPage;
const article = `/newsroom/articles/${page.articleId}`;
const form = find<HTMLFormElement>('edit');
const standing = find('standing');
const local = openLocalCopy(page.editorId, page.articleId);

const found = local.read();
const base: Base = found?.base ?? page.base;
const opened: Unfinished = found?.copy ?? page.typed ?? page.base.copy;

form.hidden = false;
let show = () => {};
const editor = openBody(find('body'), opened.bodyBlocks, onBody, () => show());
show = openToolbar(editor);
const fields = openFields(form, () => keeper.changed());
fields.write(flatten(opened));
openFieldPaste(form);
const keeper = startKeeping(
  { articleId: page.articleId, editorId: page.editorId, local, read, tell },
  base,
  found !== null,
);
show();
tally();
if (found) {
  showNotice('found', 'This browser kept what you typed last.', 'It had not reached the server. It is shown below.', [
    { words: 'Good', act: () => hideNotice('found') },
    { words: 'Show what the server has instead', act: showServers },
  ]);
  keeper.changed();
} else if (page.typed) standing.textContent = 'What you typed last, not a revision yet.';
if (!found && page.latest !== base.revision) void tellMoved();

/** Two windows of one browser on one article share what is kept: both are told. */
const windows = new BroadcastChannel(`plumbline:${page.articleId}`);
windows.onmessage = ({ data }) => {
  if (data === 'opened') windows.postMessage('open already');
  showNotice(
    'twice',
    'This article is open in another window too.',
    'Write in one of them: what is kept is what was typed last.',
    [{ words: 'Close', act: () => hideNotice('twice') }],
  );
};
windows.postMessage('opened');

function read(): Unfinished {
  return unflatten(fields.read(), bodyOf(editor));
}

function showServers(): void {
  const copy = page.typed ?? page.base.copy;
  putBody(editor, copy.bodyBlocks);
  fields.write(flatten(copy));
  keeper.rebase(page.base);
  hideNotice('found');
}

let tallyTimer: ReturnType<typeof setTimeout> | undefined;

function onBody(): void {
  keeper.changed();
  clearTimeout(tallyTimer);
  tallyTimer = setTimeout(tally, 200);
}

function tally(): void {
  const words = countWords(editor);
  find('words').textContent = `${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'}`;
  if (words > 0) say(find('bodyBlocks-trouble'), '', null);
}

/** Says where what was typed is now. */
function tell(now: Standing, isHeld: boolean): void {
  if (now.state !== 'away' && now.state !== 'sending' && now.state !== 'typing') hideNotice('away');
  if (now.state === 'kept' || now.state === 'saved' || now.state === 'moved') hideNotice('signed out');
  switch (now.state) {
    case 'untouched':
    case 'sending':
      return;
    case 'typing':
      standing.textContent = isHeld ? 'Typing …' : 'Typing … This browser keeps no copy.';
      return;
    case 'kept':
      standing.textContent = 'Kept on the server, not a revision yet.';
      return;
    case 'saved':
      hideNotice('moved', 'merged', 'found', 'refused');
      standing.textContent = `Saved as revision ${now.revision}. ${now.stops === 0 ? 'The gate is open.' : `The gate: ${now.stops} ${now.stops === 1 ? 'thing stops' : 'things stop'} it.`}`;
      return;
    case 'moved':
      standing.textContent = 'Kept on the server; somebody else has saved meanwhile.';
      void tellMoved();
      return;
    case 'signed out':
      standing.textContent = keptHere(isHeld);
      showNotice(
        'signed out',
        'You are signed out.',
        `${keptHere(isHeld)} Sign in again in a new tab and come back: it goes on by itself.`,
        [{ words: 'Sign in in a new tab', href: `/newsroom/sign-in?next=${encodeURIComponent('/newsroom/sessions')}` }],
      );
      return;
    case 'away':
      standing.textContent = keptHere(isHeld);
      showNotice(
        'away',
        'The server does not answer.',
        `${keptHere(isHeld)} Go on typing; it is tried again every few seconds.`,
      );
      return;
    case 'refused':
      standing.textContent = keptHere(isHeld);
      if (now.issues.length > 0) fields.show(now.issues);
      if (now.code === 'slug_taken') fields.show([{ path: 'slug', message: 'is another article’s at this desk' }]);
      showNotice(now.code === 'forbidden' ? 'signed out' : 'refused', now.error, now.hint);
  }
}

function keptHere(isHeld: boolean): string {
  return isHeld ? 'What you type is kept in this browser.' : 'This browser could keep no copy: leave this page open.';
}

/** Somebody saved a revision since; theirs and what is typed here are brought together when the person says so. */
async function tellMoved(): Promise<void> {
  const latest = await readLatest(`${article}/copy`);
  if (!latest || latest.revision === keeper.base().revision) return;
  showNotice(
    'moved',
    `${latest.savedBy} saved revision ${latest.revision} while you were writing.`,
    `Yours stands on revision ${keeper.base().revision} and is kept. Bring theirs in before you save; nothing you typed is taken away without asking.`,
    [{ words: `Bring revision ${latest.revision} in`, act: () => void bringIn() }],
  );
}

/** Whether what is typed stands on the latest revision now. */
async function bringIn(): Promise<boolean> {
  const theirs = await readLatest(`${article}/copy`);
  if (!theirs) {
    tell({ state: 'away' }, true);
    return false;
  }
  const merged = mergeCopy(keeper.base().copy, read(), theirs.copy);
  const choices = openQuestions(merged) > 0 ? await askWhich(merged, theirs.savedBy) : [];
  if (!choices) return false;
  const settled = settleCopy(merged, choices);
  putBody(editor, settled.bodyBlocks);
  fields.write(flatten(settled));
  keeper.rebase({ revision: theirs.revision, copy: theirs.copy });
  hideNotice('moved');
  const blocks = blocksTaken(merged);
  const taken = [
    ...(blocks > 0 ? [`${blocks} ${blocks === 1 ? 'block' : 'blocks'}`] : []),
    ...merged.taken.map(nameOf),
  ];
  const what = taken.length > 0 ? `From it came: ${taken.join(', ')}.` : 'Nothing of it had to be brought in.';
  showNotice('merged', `Brought together with revision ${theirs.revision}.`, `${what} Read it over, then save.`, [
    { words: 'Close', act: () => hideNotice('merged') },
  ]);
  return true;
}

async function save(): Promise<boolean> {
  const copy = copySchema.safeParse(read());
  if (!copy.success) {
    fields.show(copy.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
    standing.textContent = 'Not saved: something is to be mended first.';
    return false;
  }
  const answer = await keeper.save();
  return answer.state === 'saved';
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

/** On the way to review and publication what was typed becomes a revision first. */
find('leave').addEventListener('click', async (event) => {
  if (JSON.stringify(read()) === JSON.stringify(unflatten(flatten(keeper.base().copy), keeper.base().copy.bodyBlocks)))
    return;
  event.preventDefault();
  if (await save()) location.href = article;
});

addEventListener('pagehide', () => {
  if (!keeper.isDirty()) return;
  keeper.keepLocal();
  void keeper.keep();
});
document.addEventListener('visibilitychange', () => {
  if (!keeper.isDirty()) return;
  keeper.keepLocal();
  if (document.visibilityState === 'visible') void keeper.keep();
});
addEventListener('online', () => keeper.isDirty() && void keeper.keep());
