// Keeps what is typed into forms in this browser until the server has accepted the form. Passwords and codes are never kept.

const PREFIX = 'plumbline:draft:';
const SENT = 'plumbline:sent';
/** Milliseconds after which a draft that nobody came back to is removed. */
const LONGEST = 30 * 24 * 60 * 60 * 1000;

/** What was typed, and what the field held before. */
type Draft = { text: string; was: string; at: number };
type Field = HTMLTextAreaElement | HTMLInputElement;

const KEPT = 'textarea, input:not([type]), input[type="text"], input[type="search"], input[type="url"]';
const SECRET = /password|passkey|secret|token|answer|code/i;
/** Hidden fields that say what a form is about. */
const ABOUT = ['block', 'figure', 'kind', 'code', 'path', 'unit'];

/** Keeps the drafts of one account, or of one preview link, and shows those that were kept before. */
export function saveDrafts(owner: string): void {
  const own = `${PREFIX}${owner}:`;
  removeAccepted(own);
  for (const field of document.querySelectorAll<Field>(KEPT)) if (isKept(field)) restore(own, field);
  document.addEventListener('input', ({ target }) => {
    if (isField(target) && isKept(target)) keep(own, target);
  });
}

/** Notes that a form is on its way: its drafts are removed once the next page shows that it was accepted. */
export function markSent(owner: string, form: HTMLFormElement): void {
  const keys = fieldsOf(form).map((field) => keyOf(`${PREFIX}${owner}:`, field));
  const page = document.body.dataset.account ? location.pathname : ''; // the address of a preview holds its secret
  attempt(() => sessionStorage.setItem(SENT, JSON.stringify({ keys, page })));
}

/** Removes every draft of an account, when the person signs out. */
export function removeDrafts(owner: string): void {
  attempt(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(`${PREFIX}${owner}:`)) localStorage.removeItem(key);
  });
}

/**
 * A form was accepted where the server led from its page straight on to this one, and this one refuses nothing. A page that
 * was reloaded, or that comes after signing in, says nothing of the form.
 */
function removeAccepted(own: string): void {
  attempt(() => {
    const sent = JSON.parse(sessionStorage.getItem(SENT) ?? 'null') as { keys: string[]; page: string } | null;
    sessionStorage.removeItem(SENT);
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const isRefused = document.querySelector('[data-refused]') !== null;
    const isGuest = document.body.dataset.account === undefined; // pages for guests send no referrer, and ask nobody to sign in
    const from = document.referrer === '' ? '' : new URL(document.referrer).pathname;
    if (sent && entry?.type === 'navigate' && !isRefused && (isGuest || from === sent.page))
      for (const key of sent.keys) localStorage.removeItem(key);
    for (const key of Object.keys(localStorage)) {
      const draft = key.startsWith(own) ? readDraft(key) : null;
      if (draft && Date.now() - draft.at > LONGEST) localStorage.removeItem(key);
    }
  });
}

function restore(own: string, field: Field): void {
  const key = keyOf(own, field);
  const draft = readDraft(key);
  if (!draft || draft.text === field.value) return;
  const put = () => {
    field.value = draft.text;
  };
  const time = new Date(draft.at).toLocaleString('en');
  for (let box = field.closest('details'); box; box = box.parentElement?.closest('details') ?? null) box.open = true;
  if (field.value === draft.was) {
    put();
    tell(field, `You typed this on ${time}; it was not sent yet.`, 'Throw it away', () => {
      field.value = field.defaultValue;
      attempt(() => localStorage.removeItem(key));
    });
  } else {
    tell(field, `This browser also keeps what you typed here on ${time}.`, 'Put it in the field', put);
  }
}

function tell(field: Field, words: string, button: string, act: () => void): void {
  const note = document.createElement('span');
  note.className = 'hint kept-draft';
  note.setAttribute('role', 'status');
  const deps = document.createElement('button');
  deps.type = 'button';
  deps.className = 'plain';
  deps.textContent = button;
  deps.addEventListener('click', () => {
    act();
    note.remove();
    field.focus();
  });
  note.append(`${words} `, deps);
  field.after(note);
}

function keep(own: string, field: Field): void {
  const key = keyOf(own, field);
  const draft: Draft = { text: field.value, was: readDraft(key)?.was ?? field.defaultValue, at: Date.now() };
  attempt(() => {
    if (field.value === field.defaultValue) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(draft));
  });
}

/** One form and field, on whichever page it stands: a refused form stands on another page than it was sent from. */
function keyOf(own: string, field: Field): string {
  const form = field.form as HTMLFormElement;
  const about = ABOUT.map(
    (name) => form.querySelector<HTMLInputElement>(`input[type="hidden"][name="${name}"]`)?.value ?? '',
  );
  const action = form.dataset.drafts ?? new URL(form.action, location.href).pathname;
  return `${own}${action}:${about.join('|')}:${field.name}`;
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter((one): one is Field => isField(one) && isKept(one));
}

function isField(target: unknown): target is Field {
  return (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) && target.matches(KEPT);
}

function isKept(field: Field): boolean {
  const { form, name, autocomplete, readOnly } = field;
  if (form?.getAttribute('method') !== 'post' || name === '' || readOnly) return false;
  return !SECRET.test(name) && !/password|one-time-code/.test(autocomplete);
}

function readDraft(key: string): Draft | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}

/** A browser may be full, or forbid keeping anything: forms work all the same. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // nothing is kept then
  }
}
