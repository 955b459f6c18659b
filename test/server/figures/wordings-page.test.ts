import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { BodyBlock } from '#article/copy.ts';
import { describeEntry } from '#article/gate-entry.ts';
import { readGateWithAnchors } from '#editorial/settle/read-figures.ts';
import { createSourceOpener } from '#editorial/sources/open-source.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { html, otherSite } from '../../support/other-site.ts';
import { copy, form, openSite, type Person } from '../../support/site.ts';

// Editors open the sources of an article, see what they say about its quotations and names, and confirm what is on screen.

const SOURCE = 'https://paper.example/notes';
const PAGE =
  '<title>Field notes</title><h1>Day one</h1><p>The robot stopped twice that day, said Dana Ruiz of Boston Dynamics.</p>';
const EXACT = 'Dana Ruiz says “the robot stopped twice that day” on the site.';
const WRONG = 'Dana Ruis says “the robot stopped once that same day” on the site.';

async function openArticle(t: TestContext, text: string, settings: Record<string, string> = {}) {
  const { rehearsal } = await otherSite(t, ['paper.example'], { '/notes': html(PAGE) });
  const opener = createSourceOpener('plumbline (test)', rehearsal);
  const site = await openSite(t, settings, { sourceOpener: opener });
  const [dana, writer] = [await site.person('editor'), await site.person('writer')];
  const bodyBlocks: BodyBlock[] = [{ id: 'b1', type: 'paragraph', text }];
  const sources = [{ title: 'Field notes', url: SOURCE }];
  const { id } = await createDraft(site.deps, writer, copy({ dek: 'What a robot did.', bodyBlocks, sources }));
  const path = `/newsroom/articles/${id}/wordings`;
  const lookUp = (fields: Record<string, string> = {}, person: Person = dana) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ revision: '0', ...fields })) body.set(name, value);
    const headers = { cookie: person.cookie, origin: 'http://127.0.0.1:3000' };
    return site.fetch(`${path}/lookup`, { method: 'POST', body, headers, redirect: 'manual' });
  };
  const page = async (person: Person = dana) => (await site.fetch(path, { headers: { cookie: person.cookie } })).text();
  const send = (act: string, fields: Record<string, string>, person: Person = dana) =>
    site.fetch(`${path}/${act}`, form(person, { revision: '0', ...fields }));
  const open = async () => {
    const gate = await readGateWithAnchors(site.deps.db.read, dana, site.deps, { articleId: id, revision: 0 });
    return gate
      .filter(({ code }) => code === 'quotation_open' || code === 'name_open')
      .map((entry) => `${entry.severity} ${describeEntry(entry)}`);
  };
  return { site, dana, writer, id, lookUp, page, send, open };
}

const keyOf = (kind: string, text: string) => hash('sha256', `${kind}\n${text}`);
const QUOTATION = keyOf('quotation', 'the robot stopped twice that day');

test('a quotation that the source has is confirmed by the passage on screen; a name spelled alike asks nobody', async (t) => {
  const { site, lookUp, page, send, open } = await openArticle(t, EXACT);
  assert.deepEqual(await open(), [
    'warn The quotation “the robot stopped twice that day” has not been looked up in a source.',
  ]);
  assert.match(await page(), /Not opened yet/);
  assert.equal((await send('settle', { wording: QUOTATION, way: 'seen', source: SOURCE, digest: '' })).status, 412);
  assert.equal((await lookUp()).status, 303);
  const seen = await page();
  assert.match(seen, /<mark>The robot stopped twice that day<\/mark>, said Dana Ruiz/);
  assert.match(seen, /Section “Day one”/);
  assert.match(seen, /Spelled as in the source/);
  assert.deepEqual(await open(), [
    'warn The quotation “the robot stopped twice that day” is in a source, and waits for an editor to confirm it.',
  ]);
  const seenFields = { wording: QUOTATION, way: 'seen', source: SOURCE, digest: hash('sha256', PAGE) };
  assert.equal((await send('settle', seenFields)).status, 303);
  assert.equal((await send('settle', seenFields)).status, 409, 'settled already');
  assert.deepEqual(await open(), []);
  assert.match(await page(), /confirmed it by the passage/);
  assert.equal((await send('open', { wording: QUOTATION })).status, 303);
  assert.equal((await open()).length, 1);
  const acts = await site.deps.db.read.selectFrom('journal').select('act').where('act', 'like', 'wording%').execute();
  assert.deepEqual(acts.map(({ act }) => act).sort(), ['wording.reopened', 'wording.settled']);
});

test('the page shows what the source has instead of other words or another spelling; an editor needs a reason to settle them', async (t) => {
  const { lookUp, page, send, open } = await openArticle(t, WRONG, { QUOTATIONS: 'gate', NAMES: 'gate' });
  assert.deepEqual(await open(), [
    'block The quotation “the robot stopped once that same day” has not been looked up in a source.',
    'block 1 name has not been compared with the sources.',
  ]);
  await lookUp({ source: SOURCE });
  const seen = await page();
  assert.match(seen, /Reads otherwise in the source/);
  assert.match(seen, /<mark>The robot stopped twice that day<\/mark>/);
  assert.match(seen, /<mark>Dana Ruiz<\/mark>/);
  assert.doesNotMatch(seen, /Confirm by this passage/);
  const [quotation, name] = [keyOf('quotation', 'the robot stopped once that same day'), keyOf('name', 'Dana Ruis')];
  const asSeen = await send('settle', {
    wording: quotation,
    way: 'seen',
    source: SOURCE,
    digest: hash('sha256', PAGE),
  });
  assert.equal(asSeen.status, 412, 'a passage that says otherwise confirms nothing');
  const empty = await send('settle', { wording: name, way: 'vouched', reason: 'x' });
  assert.equal(empty.status, 422);
  assert.match(await empty.text(), /A reason of 3 to 500 characters is needed/);
  for (const wording of [quotation, name])
    await send('settle', { wording, way: 'vouched', reason: 'I have <b>her</b> word' });
  assert.deepEqual(await open(), []);
  assert.match(await page(), /vouches for it/);
  assert.match(await page(), /I have &lt;b&gt;her&lt;\/b&gt; word/);
});

test('a passage may be given in place of the address; a writer looks up and does not decide', async (t) => {
  const { lookUp, page, send, writer, site } = await openArticle(t, EXACT);
  assert.equal((await lookUp({ source: 'https://elsewhere.example/' })).status, 422);
  assert.equal(
    (await lookUp({ source: SOURCE, passage: 'We saw that the robot stopped twice that day.' }, writer)).status,
    303,
  );
  const seen = await page(writer);
  assert.match(seen, /A passage was given/);
  assert.match(seen, /We saw that <mark>the robot stopped twice that day<\/mark>/);
  assert.doesNotMatch(seen, /Confirm by this passage/);
  assert.equal((await send('settle', { wording: QUOTATION, way: 'vouched', reason: 'I know it' }, writer)).status, 403);
  const stranger = await site.person('writer');
  assert.equal((await lookUp({}, stranger)).status, 404);
});

test('with both settings off the gate says nothing about them', async (t) => {
  const { open, lookUp } = await openArticle(t, WRONG, { QUOTATIONS: 'off', NAMES: 'off' });
  await lookUp();
  assert.deepEqual(await open(), []);
});
