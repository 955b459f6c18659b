import type { UnfinishedCopy } from '#article/copy.ts';
import { type BaseRevision, newId, type openLocalCopy, type SyncPoint } from './local-copy.ts';
import { type SaveResult, type ServerCopy, sendCopy } from './server.ts';

// Stores what is typed: in this browser immediately, on the server soon after, and as a revision when the member saves. Each
// post names the number of the server's copy that this window last read, so that the server rejects the post when another
// window has written since.

export type SaveState =
  | { state: 'untouched' | 'typing' | 'sending' | 'kept' | 'signed out' | 'away' }
  | { state: 'saved'; revision: number; stops: number }
  | { state: 'moved'; currentRevision: number }
  | { state: 'elsewhere'; other: ServerCopy }
  | Extract<SaveResult, { state: 'refused' }>;

type AutosaveContext = {
  articleId: string;
  editorId: string;
  local: ReturnType<typeof openLocalCopy>;
  read: () => UnfinishedCopy;
  /** Called at every change of state; `isHeld` tells whether this browser could store its copy. */
  tell: (standing: SaveState, isHeld: boolean) => void;
};

/** Milliseconds of typing before the local copy is stored; without typing before the server is sent one; the longest wait; the pause after a failure. */
const [LOCAL_AFTER, SERVER_AFTER, AT_LATEST, AGAIN_AFTER] = [250, 1500, 6000, 4000];
/** Ids of unanswered posts that are remembered. */
const MOST_POSTS = 20;

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions in it share what is saved and what is on its way
export function startAutosave(context: AutosaveContext, opened: SyncPoint, isTyped: boolean) {
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
    localTimer ??= setTimeout(saveLocally, LOCAL_AFTER);
    sendIn(Math.max(0, Math.min(SERVER_AFTER, firstEdit + AT_LATEST - Date.now())));
    if (!underway) context.tell(other ? { state: 'elsewhere', other } : { state: 'typing' }, isHeld);
  }

  function saveLocally(): void {
    clearTimeout(localTimer);
    localTimer = undefined;
    if (!isDirty) return;
    isHeld = context.local.keep({ base, number, known, posts, copy: context.read(), at: new Date().toISOString() });
  }

  function sendIn(milliseconds: number): void {
    clearTimeout(serverTimer);
    serverTimer = setTimeout(() => void keep(), milliseconds);
  }

  function keep(): Promise<SaveState> {
    return post('');
  }

  function save(): Promise<SaveState> {
    return post('/save');
  }

  /**
   * Sends the text, one post at a time: each names the number that the answer to the previous post gave. The text is read when
   * its turn has come, so that a later post never sends an earlier text.
   */
  async function post(where: '' | '/save'): Promise<SaveState> {
    const hasWaited = underway !== null;
    while (underway) await underway;
    if (hasWaited && where === '' && !isDirty) return { state: 'kept' };
    clearTimeout(serverTimer);
    if (other) {
      saveLocally(); // the member must merge the two copies first
      return { state: 'elsewhere', other };
    }
    firstEdit = Date.now();
    underway = exchange(where, context.read(), edits);
    const standing = await underway;
    underway = null;
    context.tell(standing, isHeld);
    return standing;
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: what each answer to a save means, in one place
  async function exchange(
    where: '' | '/save',
    copy: UnfinishedCopy,
    sent: number,
    isAgain = false,
  ): Promise<SaveState> {
    const postId = newId();
    posts = [...posts, postId].slice(-MOST_POSTS);
    saveLocally();
    context.tell({ state: 'sending' }, isHeld);
    const { articleId, editorId } = context;
    const path = `/newsroom/articles/${articleId}/working-copy${where}`;
    const answer = await sendCopy(path, { editorId, number, postId, baseRevision: base.revision, copy });
    if (answer.state === 'elsewhere') {
      if (!isAgain && continueFromOwnPost(answer.other)) return exchange(where, copy, sent, true);
      other = answer.other;
      saveLocally();
      return answer;
    }
    const isWritten = answer.state === 'saved' || answer.state === 'kept' || answer.state === 'moved';
    if (isWritten && answer.number !== null) [number, known, posts] = [answer.number, copy, []];
    if (answer.state === 'saved') base = { revision: answer.revision, copy };
    const isReceived =
      answer.state === 'saved' || answer.state === 'kept' || (answer.state === 'moved' && where === '');
    if (isReceived && sent === edits) settle();
    else if (isReceived || where === '/save')
      sendIn(SERVER_AFTER); // a rejected save is stored as a working copy anyway
    else if (answer.state === 'away' || answer.state === 'signed out') sendIn(AGAIN_AFTER);
    return isReceived && sent !== edits && answer.state === 'kept' ? { state: 'typing' } : answer;
  }

  /** If the server's copy came from a post of this window whose answer was lost, continues from that copy. */
  function continueFromOwnPost(server: ServerCopy): boolean {
    if (!posts.includes(server.postId)) return false;
    number = server.number;
    if (server.isTyped) [base, known] = [server.base, server.copy];
    return true;
  }

  function settle(): void {
    isDirty = false;
    clearTimeout(localTimer);
    localTimer = undefined;
    context.local.drop();
  }

  return {
    changed,
    keep,
    saveLocally,
    save,
    base: () => base,
    number: () => number,
    known: () => known,
    isDirty: () => isDirty,
    isHeld: () => isHeld,
    /** The server's copy from another window that is not merged yet, or null. */
    other: () => other,
    /** Resolves when no post is in progress. */
    idle: async (): Promise<void> => {
      await underway;
    },
    isOwn: (server: ServerCopy): boolean => posts.includes(server.postId),
    /** From now on the text is based on another revision. */
    rebase: (next: BaseRevision): void => {
      base = next;
      changed();
    },
    /** The shown text now contains all of the server's copy: the next post may overwrite it. */
    stepOn: (server: ServerCopy): void => {
      other = null;
      [number, known, posts] = [server.number, server.copy, []];
      if (server.base.revision > base.revision) base = server.base;
      changed();
    },
    /** The shown text is the server's copy: nothing is left to send. */
    take: (server: ServerCopy): void => {
      other = null;
      [base, number, known, posts] = [server.base, server.number, server.copy, []];
      clearTimeout(serverTimer);
      settle();
    },
    /** Sends nothing more until the member has merged the server's copy. */
    wait: (server: ServerCopy): void => {
      other = server;
      context.tell({ state: 'elsewhere', other }, isHeld);
      saveLocally();
    },
  };
}
