/** Milliseconds in which changes are gathered before the board is looked at again. */
const GATHER = 150;
/** Milliseconds before a refused stream is asked for again: the first time, and at most. */
const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 60_000;

/** Where there is a mouse there is a keyboard. */
const KEYS = matchMedia('(any-hover: hover)').matches ? 'Press ? for keys.' : '';

/** Looks at the board again; what it did is said in words. */
export type Refresh = (changed: readonly string[]) => Promise<RefreshResult>;
export type RefreshResult = { state: 'done'; told: string } | { state: 'ended' } | { state: 'failed' };

/**
 * Follows the changes of the newsroom while the page is seen: each is looked at as it comes, what was missed when the page
 * is seen again.
 */
export function followChanges(following: HTMLElement, lookAgain: Refresh): void {
  let events: EventSource | null = null;
  let pause = FIRST_PAUSE;
  let retry: number | undefined;
  let gathering: number | undefined;
  let looking = false;
  const waiting = new Set<string>();

  function open(): void {
    clearTimeout(retry);
    if (events || document.hidden) return;
    const after = document.getElementById('board')?.dataset.seq ?? '0';
    events = new EventSource(`/newsroom/changes?after=${after}`);
    events.addEventListener('open', () => {
      pause = FIRST_PAUSE;
      if (!following.dataset.told) say(`Changes appear here as they happen. ${KEYS}`);
    });
    events.addEventListener('change', (event) => {
      for (const id of (JSON.parse(event.data) as { ids: string[] }).ids) waiting.add(id);
      gather();
    });
    events.addEventListener('ended', end);
    events.addEventListener('error', () => {
      if (events?.readyState === EventSource.CLOSED) tryLater();
    });
  }

  function close(): void {
    events?.close();
    events = null;
    clearTimeout(retry);
  }

  function tryLater(): void {
    close();
    say(`Changes are not followed now: the server does not answer. It is asked again. ${KEYS}`);
    retry = window.setTimeout(() => gather(), pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }

  function gather(): void {
    clearTimeout(gathering);
    gathering = window.setTimeout(() => void look(), GATHER);
  }

  async function look(): Promise<void> {
    if (looking) return gather();
    looking = true;
    const changed = [...waiting];
    waiting.clear();
    const looked = await lookAgain(changed);
    looking = false;
    if (looked.state === 'ended') return end();
    if (looked.state === 'failed') return tryLater();
    if (looked.told) {
      following.dataset.told = 'once';
      say(`${looked.told} ${KEYS}`);
    } else if (!events) say(`Changes appear here as they happen. ${KEYS}`);
    open();
  }

  function end(): void {
    close();
    const link = document.createElement('a');
    link.href = `/newsroom/sign-in?next=${encodeURIComponent(location.pathname)}`;
    link.textContent = 'Sign in again';
    following.replaceChildren('Your session has ended, so nothing new appears here. ', link, '.');
  }

  function say(words: string): void {
    if (following.textContent !== words) following.textContent = words;
  }

  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
  open();
}
