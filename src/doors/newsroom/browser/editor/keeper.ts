import type { Unfinished } from '../../../../article/working-copy.ts';
import type { openLocalCopy } from './local-copy.ts';
import { type Answer, send } from './server.ts';

// Keeps what is typed: in this browser at once, on the server soon after, as a revision when it is saved.

export type Base = { revision: number; copy: Unfinished };
export type Standing =
  | { state: 'untouched' | 'typing' | 'sending' | 'kept' | 'signed out' | 'away' }
  | { state: 'saved'; revision: number; stops: number }
  | { state: 'moved'; currentRevision: number }
  | Extract<Answer, { state: 'refused' }>;

type Desk = {
  articleId: string;
  editorId: string;
  local: ReturnType<typeof openLocalCopy>;
  read: () => Unfinished;
  /** Called at every change of standing; `isHeld` is whether this browser could keep its copy. */
  tell: (standing: Standing, isHeld: boolean) => void;
};

/** Milliseconds of quiet before this browser keeps a copy and before the server is sent it; the longest it waits; the pause after a failure. */
const [LOCAL_AFTER, SERVER_AFTER, AT_LATEST, AGAIN_AFTER] = [250, 1500, 6000, 4000];

export function startKeeping(desk: Desk, opened: Base, isTyped: boolean) {
  let base = opened;
  let isDirty = isTyped;
  let isHeld = true;
  let edits = 0;
  let firstEdit = 0;
  let underway: Promise<Standing> | null = null;
  let localTimer: ReturnType<typeof setTimeout> | undefined;
  let serverTimer: ReturnType<typeof setTimeout> | undefined;

  function changed(): void {
    edits++;
    if (!isDirty) firstEdit = Date.now();
    isDirty = true;
    clearTimeout(localTimer);
    localTimer = setTimeout(keepLocal, LOCAL_AFTER);
    sendIn(Math.max(0, Math.min(SERVER_AFTER, firstEdit + AT_LATEST - Date.now())));
    if (!underway) desk.tell({ state: 'typing' }, isHeld);
  }

  function keepLocal(): void {
    clearTimeout(localTimer);
    if (isDirty) isHeld = desk.local.keep({ base, copy: desk.read(), at: new Date().toISOString() });
  }

  function sendIn(milliseconds: number): void {
    clearTimeout(serverTimer);
    serverTimer = setTimeout(() => void keep(), milliseconds);
  }

  function keep(): Promise<Standing> {
    return post('', desk.read());
  }

  async function save(): Promise<Standing> {
    await underway;
    clearTimeout(serverTimer);
    return post('/save', desk.read());
  }

  async function post(where: '' | '/save', copy: Unfinished): Promise<Standing> {
    if (underway) {
      await underway;
      if (where === '' && !isDirty) return { state: 'kept' };
    }
    underway = exchange(where, copy, edits);
    const standing = await underway;
    underway = null;
    desk.tell(standing, isHeld);
    return standing;
  }

  async function exchange(where: '' | '/save', copy: Unfinished, sent: number): Promise<Standing> {
    keepLocal();
    desk.tell({ state: 'sending' }, isHeld);
    const { articleId, editorId } = desk;
    const path = `/newsroom/articles/${articleId}/working-copy${where}`;
    const answer = await send(path, { editorId, baseRevision: base.revision, copy });
    if (answer.state === 'saved') base = { revision: answer.revision, copy };
    const isReceived =
      answer.state === 'saved' || answer.state === 'kept' || (answer.state === 'moved' && where === '');
    if (isReceived && sent === edits) settle();
    else if (isReceived || where === '/save')
      sendIn(SERVER_AFTER); // a refused save is kept all the same
    else if (answer.state === 'away' || answer.state === 'signed out') sendIn(AGAIN_AFTER);
    return isReceived && sent !== edits && answer.state === 'kept' ? { state: 'typing' } : answer;
  }

  function settle(): void {
    isDirty = false;
    clearTimeout(localTimer);
    desk.local.drop();
  }

  return {
    changed,
    keep,
    keepLocal,
    save,
    base: () => base,
    isDirty: () => isDirty,
    /** From now on what is typed stands on another revision. */
    rebase: (next: Base): void => {
      base = next;
      changed();
    },
  };
}
