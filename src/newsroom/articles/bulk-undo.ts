import { html } from 'hono/html';
import { Failure } from '#core/failure.ts';
import { isUuid } from '#core/text.ts';
import { BULK_ACTS, type BulkAct, type BulkResult, changeArticles } from '#editorial/bulk/change-articles.ts';
import { restoreFromBin } from '#editorial/write/bin.ts';
import { parseForm } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { redirect, type Toast } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import type { Deps } from '#runtime/deps.ts';
import { ARTICLES } from './board-filter.ts';

// Undo of one act on several articles. The replaced values are in the address of the list, so nothing is stored for it.

/** Most articles whose former values an address holds. */
export const MOST_TAKEN_BACK = 25;

/** What an act replaced: the articles by their former value, or the copies that it made. */
type Change = { id: string; before: string };

/** The address of the list after an act, with what takes it back. */
export function withChange(back: string, act: BulkAct, results: readonly BulkResult[]): string {
  const changed = results.map(({ id, before }) => (act === 'duplicate' ? `${before}~` : `${id}~${before ?? ''}`));
  const address = new URL(back, 'http://newsroom.invalid');
  address.searchParams.set('changed', [act, ...changed].join('.'));
  return address.pathname + address.search;
}

/** The message after an act on several articles, with its undo. */
export function bulkToast(c: Context): Toast | null {
  const changed = c.req.query('changed') ?? '';
  if (changed === 'back') return { text: 'Taken back.' };
  const { act, changes } = readChange(changed);
  if (!act || changes.length === 0) return null;
  const words = changes.length === 1 ? '1 article' : `${changes.length} articles`;
  const text = `${words} ${DONE[act]}.`;
  if (act === 'tag') return { text };
  const url = new URL(c.req.url);
  url.searchParams.delete('changed');
  return {
    text,
    undo: html`<form method="post" action="/newsroom/bulk/undo"><input type="hidden" name="changed" value="${changed}"><input type="hidden" name="back" value="${url.search}">${button({ text: 'Undo', weight: 'plain' })}</form>`,
  };
}

const DONE: Record<BulkAct, string> = {
  assign: 'assigned',
  section: 'moved to another section, in a new revision each',
  tag: 'tagged, in a new revision each',
  due: 'got another due day',
  duplicate: 'duplicated',
  bin: 'moved to the bin',
};

/** `POST /newsroom/bulk/undo`: takes back an act on several articles. */
export async function postBulkUndo(c: Context): Promise<Response> {
  const { changed = '', back = '' } = await parseForm(c);
  const { act, changes } = readChange(changed);
  if (!act || changes.length === 0)
    throw new Failure('validation_failed', 'The form names no act to take back.', { hint: 'Change the articles.' });
  const { deps, actor } = c.var;
  if (act === 'bin') for (const { id } of changes) await restoreFromBin(deps, actor, id);
  else if (act === 'duplicate') await changeAll(deps, c, { ids: idsOf(changes), act: 'bin', value: '' });
  else
    for (const [value, those] of Map.groupBy(changes, ({ before }) => before))
      await changeAll(deps, c, { ids: idsOf(those), act, value });
  const address = new URLSearchParams(back.replace(/^\?/, ''));
  address.set('changed', 'back');
  return redirect(`${ARTICLES}?${address}`);
}

/** @throws conflict with the reason of the first article that was not changed */
async function changeAll(deps: Deps, c: Context, change: Parameters<typeof changeArticles>[2]): Promise<void> {
  const [refused] = (await changeArticles(deps, c.var.actor, change)).filter(({ isDone }) => !isDone);
  if (refused)
    throw new Failure('already_done', refused.why ?? '', { hint: 'Look at the article, and change it there.' });
}

function idsOf(changes: readonly Change[]): string[] {
  return changes.map(({ id }) => id);
}

/** Reads the parameter of the address. What is no id is left out. */
function readChange(text: string): { act: BulkAct | undefined; changes: Change[] } {
  const [name = '', ...rest] = text.split('.');
  const changes = rest.map((part) => {
    const [id = '', before = ''] = part.split('~');
    return { id, before };
  });
  return {
    act: BULK_ACTS.find((act) => act === name),
    changes: changes.filter(({ id }) => isUuid(id)).slice(0, MOST_TAKEN_BACK),
  };
}
