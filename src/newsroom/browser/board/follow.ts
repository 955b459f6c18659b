/** Milliseconds to wait for further changes before the board is refreshed. */
const GATHER = 150;
/** Milliseconds before a failed stream is opened again: the first time, and at most. */
const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 60_000;

/** A device with a mouse probably has a keyboard. */
const KEYS = matchMedia('(any-hover: hover)').matches ? 'Press ? for keys.' : '';

/** Refreshes the board; `told` describes the changes. */
export type Refresh = (changed: readonly string[]) => Promise<RefreshResult>;
export type RefreshResult = { state: 'done'; told: string } | { state: 'ended' } | { state: 'failed' };

/** Refreshes the board at each change while the page is visible, and once when it becomes visible again. */
export function followChanges(following: HTMLElement, refreshBoard: Refresh): void {
  let events: EventSource | null = null;
  let pause = FIRST_PAUSE;
  let retry: number | undefined;
  let gathering: number | undefined;
  let isRefreshing = false;
  const waiting = new Set<string>();

  function open(): void {
    clearTimeout(retry);
    if (events || document.hidden) return;
    const after = document.getElementById('board')?.dataset.seq ?? '0';
    events = new EventSource(`/newsroom/changes?after=${after}`);
    events.addEventListener('open', () => {
      pause = FIRST_PAUSE;
      if (!following.dataset.told) idle();
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
    say(`Live updates stopped: the server does not answer. Trying again. ${KEYS}`);
    retry = window.setTimeout(() => gather(), pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }

  function gather(): void {
    clearTimeout(gathering);
    gathering = window.setTimeout(() => void refresh(), GATHER);
  }

  async function refresh(): Promise<void> {
    if (isRefreshing) return gather();
    isRefreshing = true;
    const changed = [...waiting];
    waiting.clear();
    const result = await refreshBoard(changed);
    isRefreshing = false;
    if (result.state === 'ended') return end();
    if (result.state === 'failed') return tryLater();
    if (result.told) {
      following.dataset.told = 'once';
      say(`${result.told} ${KEYS}`);
    } else if (!events) idle();
    open();
  }

  function end(): void {
    close();
    const link = document.createElement('a');
    link.href = `/newsroom/sign-in?next=${encodeURIComponent(location.pathname)}`;
    link.textContent = 'Sign in again';
    following.replaceChildren('Your session has ended, so this page no longer updates. ', link, '.');
  }

  function say(words: string): void {
    following.classList.remove('idle');
    if (following.textContent !== words) following.textContent = words;
  }

  /** Everything works. The page shows nothing, and a screen reader reads it out. */
  function idle(): void {
    say(`Changes appear here as they happen. ${KEYS}`);
    following.classList.add('idle');
  }

  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
  open();
}
