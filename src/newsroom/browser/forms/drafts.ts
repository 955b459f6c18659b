// Stores the text of forms in this browser until the server has accepted the form. Passwords and codes are never stored.

const PREFIX = 'plumbline:draft:';
const SENT = 'plumbline:sent';
/** Milliseconds after which an unused draft is deleted. */
const LONGEST = 30 * 24 * 60 * 60 * 1000;

/** The typed text, and the value of the field before. */
type Draft = { text: string; was: string; at: number };
type Field = HTMLTextAreaElement | HTMLInputElement;

const TEXT_FIELDS = 'textarea, input:not([type]), input[type="text"], input[type="search"], input[type="url"]';
const SECRET = /password|passkey|secret|token|answer|code/i;
/** Hidden fields that tell apart two forms with the same address. */
const ABOUT = ['block', 'figure', 'kind', 'code', 'path', 'unit'];

/** Stores the drafts of one account or of one preview link, and shows those stored before. */
export function saveDrafts(owner: string): void {
  const own = `${PREFIX}${owner}:`;
  removeAccepted(own);
  for (const field of document.querySelectorAll<Field>(TEXT_FIELDS)) if (isKept(field)) restore(own, field);
  document.addEventListener('input', ({ target }) => {
    if (isField(target) && isKept(target)) keep(own, target);
  });
}

/** Shows the stored draft of a field that a script has added to the page. */
export function restoreDraft(owner: string, field: HTMLTextAreaElement): void {
  if (isKept(field)) restore(`${PREFIX}${owner}:`, field);
}

/** Remembers that a form is being sent: its drafts are deleted when the next page shows that it was accepted. */
export function markSent(owner: string, form: HTMLFormElement): void {
  const keys = fieldsOf(form).map((field) => keyOf(`${PREFIX}${owner}:`, field));
  const page = document.body.dataset.account ? location.pathname : ''; // the address of a preview contains its secret
  attempt(() => sessionStorage.setItem(SENT, JSON.stringify({ keys, page })));
}

/** Deletes the drafts of a form that the server accepted without loading a page. */
export function forgetDrafts(owner: string, form: HTMLFormElement): void {
  attempt(() => {
    for (const field of fieldsOf(form)) localStorage.removeItem(keyOf(`${PREFIX}${owner}:`, field));
  });
}

/** Deletes every draft of an account; called when the person signs out. */
export function removeDrafts(owner: string): void {
  attempt(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(`${PREFIX}${owner}:`)) localStorage.removeItem(key);
  });
}

/**
 * Deletes the drafts of an accepted form. A form was accepted when the server redirected from its page directly to this one
 * and this page shows no error. A reloaded page, or the page after signing in, does not count.
 */
function removeAccepted(own: string): void {
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the conditions under which a stored draft goes, in one place
  attempt(() => {
    const sent = JSON.parse(sessionStorage.getItem(SENT) ?? 'null') as { keys: string[]; page: string } | null;
    sessionStorage.removeItem(SENT);
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const isRefused = document.querySelector('[data-refused]') !== null;
    const isGuest = document.body.dataset.account === undefined; // guest pages send no referrer and never ask to sign in
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
    tell(field, `You typed this on ${time}; it was not sent yet.`, 'Discard it', () => {
      field.value = field.defaultValue;
      attempt(() => localStorage.removeItem(key));
    });
  } else {
    tell(field, `This browser also has text that you typed here on ${time}.`, 'Use this text', put);
  }
}

function tell(field: Field, words: string, button: string, act: () => void): void {
  const note = document.createElement('span');
  note.className = 'hint kept-draft';
  note.setAttribute('role', 'status');
  const action = document.createElement('button');
  action.type = 'button';
  action.className = 'plain';
  action.textContent = button;
  action.addEventListener('click', () => {
    act();
    note.remove();
    field.focus();
  });
  note.append(`${words} `, action);
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

/** Names a form and field independently of the page: a rejected form is shown on another page than it was sent from. */
function keyOf(own: string, field: Field): string {
  const form = field.form as HTMLFormElement;
  const about = ABOUT.map(
    (name) => form.querySelector<HTMLInputElement>(`input[type="hidden"][name="${name}"]`)?.value ?? '',
  );
  const action = form.dataset.drafts ?? new URL(form.action, location.href).pathname;
  return `${own}${action}:${about.join('|')}:${field.name}`;
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter((element): element is Field => isField(element) && isKept(element));
}

function isField(target: unknown): target is Field {
  return (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) && target.matches(TEXT_FIELDS);
}

function isKept(field: Field): boolean {
  const { form, name, autocomplete, readOnly } = field;
  if (form?.getAttribute('method') !== 'post' || name === '' || readOnly) return false;
  if (field.closest('[data-rows]')) return false; // rows have one name for all, and change their places
  return !SECRET.test(name) && !/password|one-time-code/.test(autocomplete);
}

function readDraft(key: string): Draft | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}

/** Storage may be full or disabled; forms must work anyway. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // nothing is stored then
  }
}
