// What others do with an article while its page is open: who has it open too, and what they save.

/** Milliseconds that a hidden page goes on to follow: a look at another tab is no leaving. */
const HIDDEN_FOR = 60_000;
/** Milliseconds to gather changes, and before a failed stream is opened again, at first and at most. */
const GATHER = 150;
const FIRST_PAUSE = 4000;
const LONGEST_PAUSE = 60_000;

/** A colleague in the article; where the cursor is, when it is in the text: the block, and the last characters before it. */
export type Present = { name: string; isWriting: boolean; since: string; blockId?: string; before?: string };

type Follows = {
  isWriting: boolean;
  seq: () => string;
  changed: () => void;
  /** Is given the colleagues who are there now. */
  here?: (present: readonly Present[]) => void;
};

/** Follows an article after journal entry `seq`; `changed` is called when something of it changed, also after an interruption. */
export function followArticle(place: HTMLElement, articleId: string, { isWriting, seq, changed, here }: Follows): void {
  let events: EventSource | null = null;
  let pause = FIRST_PAUSE;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let gathering: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    clearTimeout(retry);
    if (events) return;
    const asked = new URLSearchParams({ after: seq(), article: articleId, writing: isWriting ? '1' : '0' });
    events = new EventSource(`/newsroom/changes?${asked}`);
    events.addEventListener('open', () => {
      pause = FIRST_PAUSE;
    });
    events.addEventListener('here', (event) => tell(JSON.parse(event.data) as Present[]));
    events.addEventListener('change', (event) => {
      const { ids } = JSON.parse(event.data) as { ids: string[] };
      if (ids.length > 0 && !ids.includes(articleId)) return;
      clearTimeout(gathering);
      gathering = setTimeout(changed, GATHER);
    });
    events.addEventListener('ended', close);
    events.addEventListener('error', () => {
      if (events?.readyState !== EventSource.CLOSED) return;
      close();
      retry = setTimeout(open, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    });
  }

  function close(): void {
    events?.close();
    events = null;
    clearTimeout(retry);
    tell([]);
  }

  function tell(present: readonly Present[]): void {
    show(place, present);
    here?.(present);
  }

  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(close, HIDDEN_FOR);
    else open();
  });
  open();
}

function show(place: HTMLElement, present: readonly Present[]): void {
  const words = present
    .map(({ name, isWriting, since }) => `${name} is ${isWriting ? 'writing' : 'reading'} here since ${timeOf(since)}.`)
    .join(' ');
  if (place.textContent !== words) place.textContent = words;
}

/** The time on the clock of this computer, with the day when it was another one. */
function timeOf(since: string): string {
  const [at, today] = [new Date(since), new Date()];
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return at.toDateString() === today.toDateString() ? time : `${at.toLocaleDateString('en')}, ${time}`;
}
