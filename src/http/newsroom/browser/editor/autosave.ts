import type { UnfinishedCopy } from '../../../../article/model/copy.ts';
import { type BaseRevision, newId, type openLocalCopy, type SyncPoint } from './local-copy.ts';
import { type SaveResult, type ServerCopy, sendCopy } from './server.ts';

// Keeps what is typed: in this browser at once, on the server soon after, as a revision when it is saved. Each post names
// the number of the server's copy that this window last read, so that the server refuses it where another window wrote since.

export type SaveState =
  | { state: 'untouched' | 'typing' | 'sending' | 'kept' | 'signed out' | 'away' }
  | { state: 'saved'; revision: number; stops: number; left: string[] }
  | { state: 'moved'; currentRevision: number }
  | { state: 'elsewhere'; other: ServerCopy }
  | Extract<SaveResult, { state: 'refused' }>;

type Desk = {
  articleId: string;
  editorId: string;
  local: ReturnType<typeof openLocalCopy>;
  read: () => UnfinishedCopy;
  /** Called at every change of standing; `isHeld` is whether this browser could keep its copy. */
  tell: (standing: SaveState, isHeld: boolean) => void;
};

/** Milliseconds of quiet before this browser keeps a copy and before the server is sent it; the longest it waits; the pause after a failure. */
const [LOCAL_AFTER, SERVER_AFTER, AT_LATEST, AGAIN_AFTER] = [250, 1500, 6000, 4000];
/** Posts without an answer that are remembered. */
const MOST_POSTS = 20;

export function startAutosave(desk: Desk, opened: SyncPoint, isTyped: boolean) {
  let { base, number, known, posts } = opened;
  let other: ServerCopy | null = null;
  let isDirty = isTyped;
  let isHeld = true;
  let edits = 0;
  let firstEdit = 0;
  let underway: Promise<SaveState> | null = null;
  let localTimer: ReturnType<typeof setTimeout> | undefined;
  let serverTimer: ReturnType<typeof setTimeout> | undefined;

  function changed(): void {
    edits++;
    if (!isDirty) firstEdit = Date.now();
    isDirty = true;
    clearTimeout(localTimer);
    localTimer = setTimeout(keepLocal, LOCAL_AFTER);
    sendIn(Math.max(0, Math.min(SERVER_AFTER, firstEdit + AT_LATEST - Date.now())));
    if (!underway) desk.tell(other ? { state: 'elsewhere', other } : { state: 'typing' }, isHeld);
  }

  function keepLocal(): void {
    clearTimeout(localTimer);
    if (!isDirty) return;
    isHeld = desk.local.keep({ base, number, known, posts, copy: desk.read(), at: new Date().toISOString() });
  }

  function sendIn(milliseconds: number): void {
    clearTimeout(serverTimer);
    serverTimer = setTimeout(() => void keep(), milliseconds);
  }

  function keep(): Promise<SaveState> {
    return post('', desk.read());
  }

  async function save(): Promise<SaveState> {
    await underway;
    clearTimeout(serverTimer);
    return post('/save', desk.read());
  }

  async function post(where: '' | '/save', copy: UnfinishedCopy): Promise<SaveState> {
    if (underway) {
      await underway;
      if (where === '' && !isDirty) return { state: 'kept' };
    }
    if (other) {
      keepLocal(); // the person decides first what becomes of both
      return { state: 'elsewhere', other };
    }
    underway = exchange(where, copy, edits);
    const standing = await underway;
    underway = null;
    desk.tell(standing, isHeld);
    return standing;
  }

  async function exchange(
    where: '' | '/save',
    copy: UnfinishedCopy,
    sent: number,
    isAgain = false,
  ): Promise<SaveState> {
    const postId = newId();
    posts = [...posts, postId].slice(-MOST_POSTS);
    keepLocal();
    desk.tell({ state: 'sending' }, isHeld);
    const { articleId, editorId } = desk;
    const path = `/newsroom/articles/${articleId}/working-copy${where}`;
    const answer = await sendCopy(path, { editorId, number, postId, baseRevision: base.revision, copy });
    if (answer.state === 'elsewhere') {
      if (!isAgain && stepOnOwn(answer.other)) return exchange(where, copy, sent, true);
      other = answer.other;
      keepLocal();
      return answer;
    }
    const isWritten = answer.state === 'saved' || answer.state === 'kept' || answer.state === 'moved';
    if (isWritten && answer.number !== null) [number, known, posts] = [answer.number, copy, []];
    if (answer.state === 'saved') base = { revision: answer.revision, copy: answer.base ?? copy };
    const isReceived =
      answer.state === 'saved' || answer.state === 'kept' || (answer.state === 'moved' && where === '');
    if (isReceived && sent === edits) settle();
    else if (isReceived || where === '/save')
      sendIn(SERVER_AFTER); // a refused save is kept all the same
    else if (answer.state === 'away' || answer.state === 'signed out') sendIn(AGAIN_AFTER);
    return isReceived && sent !== edits && answer.state === 'kept' ? { state: 'typing' } : answer;
  }

  /** Whether the server's copy came from a post of this window whose answer was lost: then this window goes on from it. */
  function stepOnOwn(server: ServerCopy): boolean {
    if (!posts.includes(server.postId)) return false;
    number = server.number;
    if (server.isTyped) [base, known] = [server.base, server.copy];
    return true;
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
    number: () => number,
    known: () => known,
    isDirty: () => isDirty,
    /** What the server holds that was typed elsewhere and is not brought in yet; null where there is nothing. */
    other: () => other,
    /** Resolves when no post is on its way. */
    idle: async (): Promise<void> => {
      await underway;
    },
    isOwn: (server: ServerCopy): boolean => posts.includes(server.postId),
    /** From now on what is typed stands on another revision. */
    rebase: (next: BaseRevision): void => {
      base = next;
      changed();
    },
    /** What is shown holds all of the server's copy now: the next post may write over it. */
    stepOn: (server: ServerCopy): void => {
      other = null;
      [number, known, posts] = [server.number, server.copy, []];
      if (server.base.revision > base.revision) base = server.base;
      changed();
    },
    /** What is shown is the server's copy: nothing is left to be sent. */
    take: (server: ServerCopy): void => {
      other = null;
      [base, number, known, posts] = [server.base, server.number, server.copy, []];
      clearTimeout(serverTimer);
      settle();
    },
    /** Nothing more is sent until the person has brought the server's copy in. */
    wait: (server: ServerCopy): void => {
      other = server;
      desk.tell({ state: 'elsewhere', other }, isHeld);
      keepLocal();
    },
  };
}
