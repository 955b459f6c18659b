import type { UnfinishedCopy } from '#article/copy.ts';
import type { ServerCopy } from '#editorial/write/working-copy.ts';
import { typedFields } from '#newsroom/browser/kit/typed-fields.ts';

// The requests of the editor, and the meaning of each answer or missing answer.

export type { ServerCopy };

export type FieldIssue = { path: string; message: string };
export type LatestRevision = { revision: number; savedAt: string; savedBy: string; copy: UnfinishedCopy };
export type SaveResult =
  | { state: 'kept'; number: number }
  | { state: 'saved'; number: number; revision: number; stops: number }
  /** Another person saved a revision meanwhile. `number` is that of the working copy, if it was stored anyway. */
  | { state: 'moved'; currentRevision: number; number: number | null }
  /** The same person typed elsewhere meanwhile; nothing was stored. */
  | { state: 'elsewhere'; other: ServerCopy }
  | { state: 'refused'; code: string; error: string; hint: string; issues: FieldIssue[] }
  | { state: 'signed out' }
  | { state: 'away' };

type ResponseBody = {
  state?: string;
  number?: number;
  revision?: number;
  gate?: { severity: string }[];
  code?: string;
  error?: string;
  hint?: string;
  issues?: FieldIssue[];
  currentRevision?: number;
};

/** Sends the copy. Never throws: every outcome is a result. */
export async function sendCopy(path: string, body: unknown): Promise<SaveResult> {
  const text = JSON.stringify(body);
  const response = await ask(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: text,
    keepalive: text.length < 50_000, // the limit of browsers for requests that outlive the page
  });
  if (!response || response.status >= 500) return { state: 'away' };
  if (response.type === 'opaqueredirect') return { state: 'signed out' };
  const answer = ((await response.json().catch(() => null)) ?? {}) as ResponseBody;
  if (answer.state === 'kept') return { state: 'kept', number: answer.number ?? 0 };
  if (answer.state === 'saved')
    return {
      state: 'saved',
      number: answer.number ?? 0,
      revision: answer.revision ?? 0,
      stops: answer.gate?.filter(({ severity }) => severity === 'block').length ?? 0,
    };
  if (answer.code === 'revision_conflict')
    return { state: 'moved', currentRevision: answer.currentRevision ?? 0, number: answer.number ?? null };
  if (answer.code === 'working_copy_conflict') return { state: 'elsewhere', other: answer as unknown as ServerCopy };
  if (response.status === 429) return { state: 'away' };
  const { code = String(response.status), error = 'The server rejected the text.', hint = '', issues = [] } = answer;
  return {
    state: 'refused',
    code,
    error,
    hint,
    issues: issues.map((issue) => ({ ...issue, path: issue.path.replace(/^copy\./, '') })),
  };
}

/** The latest revision; null when the server does not answer. */
export async function readLatest(path: string): Promise<LatestRevision | null> {
  const response = await ask(path, {});
  return response?.ok ? ((await response.json().catch(() => null)) as LatestRevision | null) : null;
}

/** The server's copy of the member who is signed in, with the id of that member; null when the server does not answer. */
export async function readOwn(articleId: string): Promise<(ServerCopy & { editorId: string }) | null> {
  const response = await ask(`/newsroom/articles/${articleId}/working-copy`, {});
  return response?.ok ? response.json().catch(() => null) : null;
}

function ask(path: string, init: RequestInit, seconds = 15): Promise<Response | null> {
  return fetch(path, { ...init, redirect: 'manual', signal: AbortSignal.timeout(seconds * 1000) }).catch(() => null);
}

/** `panel` is the HTML that a form with a file gets as its answer; null for every other form. */
export type FormResult =
  | { state: 'done'; id: string; panel: string | null }
  | { state: 'signed out' | 'away' | 'refused'; words: string };

/** Sends a form in the background, as its page would send it. Never throws: every outcome is a result. */
export async function postForm(form: HTMLFormElement, submitter: HTMLElement | null = null): Promise<FormResult> {
  const hasFile = form.enctype === 'multipart/form-data';
  const body = hasFile ? new FormData(form, submitter) : typedFields(form, submitter);
  const headers = { Accept: 'application/json', ...(hasFile && { 'X-Fragment': 'panel' }) };
  // A form with a file makes the server open a source, which may be slow.
  const response = await ask(form.action, { method: 'POST', headers, body }, hasFile ? 90 : 15);
  if (!response || response.status >= 500)
    return { state: 'away', words: 'The server does not answer. Nothing was sent; your text is still here.' };
  if (response.type === 'opaqueredirect' || response.status === 401)
    return { state: 'signed out', words: 'You are signed out. Sign in, then send it again.' };
  if (response.ok && hasFile) return { state: 'done', id: '', panel: await response.text() };
  const answer = (await response.json().catch(() => null)) as { id?: string; error?: string; hint?: string } | null;
  if (response.ok) return { state: 'done', id: answer?.id ?? '', panel: null };
  return { state: 'refused', words: `${answer?.error ?? 'The server rejected it.'} ${answer?.hint ?? ''}`.trim() };
}
