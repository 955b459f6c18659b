import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { everyPage, fillRest } from '../../support/browser/newsroom-pages.ts';
import { form, fromPage, openSite, type Person, type TestSite } from '../../support/site.ts';
import { stock } from '../../support/stocked.ts';

// Every form of the newsroom with all of its fields wrong at once.

/** Words of the validator library, which no person should read. */
const VALIDATOR =
  /Invalid (?:input|option|email|string)|expected (?:string|number)|ZodError|Too (?:big|small)|Unrecognized key|received /;
/** Typed into a field of each kind; no field accepts it. */
const WRONG: Record<string, string> = {
  text: `kept-text ${'x'.repeat(5000)}`,
  url: `kept url ${'x'.repeat(3000)}`,
  email: 'kept-nobody',
  number: 'kept-twelve',
  date: 'kept-some-day',
  time: 'kept-noon',
  'datetime-local': 'kept-some-time',
  month: 'kept-a-month',
};

/** Codes that work once and are never shown again. */
const USED_ONCE: ReadonlySet<string> = new Set(['code']);

/** Fields that are read only where another choice of their form is made, by the end of its address. */
const READ_WITH_A_CHOICE: Readonly<Record<string, string>> = {
  '/ads/new': 'amount', // the list price is chosen
  '/correct': 'amount',
  '/publish': 'at', // “now” is chosen
  '/figures/settle': 'listedName', // no name goes on the list
};
/**
 * A request for a new password is answered alike for every address, so that it tells nobody who has an account. A wrong code of an agent
 * is answered alike whatever is wrong with it, on a page without an id that another page could focus.
 */
const ANSWERED_ALIKE = /^\/(?:newsroom\/reset|agent\/claim)$/;
/** The page of the components, which only developers see: most of its fields take everything. */
const COMPONENTS = '/newsroom/kit';

test('every form of the newsroom reports all wrong fields at once, each beside its field, and keeps what was typed', {
  timeout: 600_000,
}, async (t) => {
  const site = await openSite(t, { SMTP_URL: 'smtp://127.0.0.1:1' });
  const { chief, drafted, stopped, published, changed, unpublished } = await stock(site);
  const rest = await fillRest(site, { addCookies: async () => {} }, chief);
  const claims = await site.deps.db.read.selectFrom('claim').select('id').execute();
  const articleIds = [drafted, stopped, published, changed, unpublished];
  const filled = { ...rest, articleIds, revisedIds: [changed], claimIds: claims.map(({ id }) => id) };
  const seen = new Map<string, string>();
  const wrong: string[] = [];
  let sent = 0;
  for (const path of everyPage(filled)) {
    const answer = await site.fetch(path, { headers: fromPage(chief) });
    if (answer.status !== 200) continue;
    for (const one of formsOf(await answer.text(), path)) {
      const key = one.key.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…');
      if (one.wrong.length === 0 || seen.has(key)) continue;
      seen.set(key, path);
      sent++;
      site.pass(120);
      wrong.push(...(await sendWrong(site, chief, one)).map((words) => `${key} of ${path}: ${words}`));
    }
  }
  t.diagnostic(`${sent} forms`);
  assert.deepEqual(wrong, []);
  assert.ok(sent > 30, `${sent} forms`);
});

type WrongForm = { action: string; key: string; fields: string[][]; wrong: { name: string; value: string }[] };

/** The forms of a page that are sent by POST, with a wrong value in each visible field that can have one. */
function formsOf(page: string, path: string): WrongForm[] {
  return [...page.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(([, attributes = '', inner = '']) => {
    const { method, action = path, enctype } = attributesOf(attributes);
    if (method !== 'post' || enctype !== undefined || action === COMPONENTS || ANSWERED_ALIKE.test(action)) return [];
    const fields: string[][] = [];
    const wrong: WrongForm['wrong'] = [];
    for (const [, kind = 'input', own = '', content = ''] of inner.matchAll(CONTROLS)) {
      const { name, type = 'text', value = 'on', checked, readonly, disabled, list } = attributesOf(own);
      if (name === undefined || disabled !== undefined || type === 'file') continue;
      const typed =
        kind === 'textarea' ? tooLong(own) : kind === 'input' && readonly === undefined ? WRONG[type] : undefined;
      const isRead = !Object.entries(READ_WITH_A_CHOICE).some(([end, field]) => action.endsWith(end) && name === field);
      if (typed !== undefined && list === undefined && isRead) {
        wrong.push({ name, value: typed });
        fields.push([name, typed]);
      } else if (kind === 'textarea') fields.push([name, content.trim()]);
      else if (kind === 'select') fields.push([name, chosenOf(content)]);
      else if ((type !== 'checkbox' && type !== 'radio') || checked !== undefined)
        fields.push([name, attributesOf(own).value ?? (type === 'hidden' || type === 'password' ? '' : value)]);
    }
    const buttons = [...inner.matchAll(/<button\b([^>]*)>/g)]
      .map(([, own = '']) => attributesOf(own))
      .filter((own) => own.type !== 'button' && own.formnovalidate === undefined && own.disabled === undefined);
    // Of several acts, the one that reads a field that is wrong.
    const button = buttons.find(({ value }) => wrong.some(({ name }) => name === value)) ?? buttons[0];
    if (button?.name !== undefined) fields.push([button.name, button.value ?? '']);
    const address = button?.formaction ?? action;
    return [{ action: address, key: `${address} (${wrong.map(({ name }) => name).join(', ')})`, fields, wrong }];
  });
}

const CONTROLS = /<(?:input|(textarea|select))\b([^>]*)>(?:(?<=<(?:textarea|select)\b[^>]*>)([\s\S]*?)<\/\1>)?/g;

/** The value that a select sends. */
function chosenOf(options: string): string {
  const all = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, own = '']) => attributesOf(own));
  return (all.find(({ selected }) => selected !== undefined) ?? all[0])?.value ?? '';
}

/** Text that is too long for an area that says its limit. */
function tooLong(attributes: string): string | undefined {
  const { maxlength, 'data-most': most } = attributesOf(attributes);
  const limit = Number(maxlength ?? most ?? 0);
  return limit > 0 && limit < 40_000 ? `kept-area ${'x'.repeat(limit)}` : undefined;
}

function attributesOf(text: string): Record<string, string> {
  const found = [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)];
  return Object.fromEntries(
    found.map(([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')]),
  );
}

/** What is not right about the answer to a form with wrong fields. */
async function sendWrong(site: TestSite, chief: Person, { action, fields, wrong }: WrongForm): Promise<string[]> {
  const before = await stateOf(site);
  const answer = await site.fetch(action, form(chief, fields));
  const page = await answer.text();
  const said: string[] = [];
  if (answer.status < 400 || answer.status > 499) said.push(`status ${answer.status}`);
  if (!answer.headers.get('content-type')?.startsWith('text/html')) said.push('no page');
  const words = VALIDATOR.exec(page)?.[0];
  if (words !== undefined) said.push(`“${words}”`);
  if (said.length === 0)
    for (const { name, value } of wrong) {
      const control = [...page.matchAll(/<(?:input|textarea|fieldset)\b([^>]*)>/g)]
        .map(([, own = '']) => attributesOf(own))
        // The rows of a list are one group, which is wrong as a whole.
        .find(
          (own) => (own.name ? own.name === name : own.id === name.split('.')[0]) && own['aria-invalid'] === 'true',
        );
      const isKept = page.includes(value) || USED_ONCE.has(name);
      const ids = control?.['aria-describedby']?.split(' ') ?? [];
      const isTold = ids.some((id) => new RegExp(`class="wrong" id="${RegExp.escape(id)}">[^<]+<`).test(page));
      if (!control) said.push(`${name} is not marked`);
      else if (!isTold) said.push(`${name} has no sentence`);
      if (!isKept) said.push(`${name} is not kept`);
    }
  if ((await stateOf(site)) !== before) said.push('something changed');
  return said;
}

/** Changes with every act: each one has an entry in the journal. */
async function stateOf({ deps }: TestSite): Promise<string> {
  const counts = [
    'journal',
    'publication_log',
    'article',
    'revision',
    'editor',
    'picture',
    'author',
    'setting',
  ] as const;
  const rows = await Promise.all(
    counts.map((table) => deps.db.read.selectFrom(table).select(sql<number>`count(*)`.as('count')).executeTakeFirst()),
  );
  return rows.map((row) => Number(row?.count)).join(' ');
}
