import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newsroomCopySchema } from '#article/copy.ts';
import { CLI } from '#core/actor.ts';
import { readRevision } from '#editorial/article-record.ts';
import { publish } from '#editorial/publish/publish.ts';
import { settleEach } from '#editorial/settle/settle.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { call } from '../../support/mcp.ts';
import { copy, draft, json, openSite, type TestSite } from '../../support/site.ts';

// Tables and charts beside the blocks of an article, in every form that readers and agents get.

const PATH = '/robotics/layout-robot-pilot';
const EVIDENCE = `/api/v1/public/articles${PATH}/evidence`;
const bodyBlocks = [
  { id: 'b1', type: 'paragraph', text: 'The crew counted by hand.' },
  { id: 'b2', type: 'paragraph', text: 'Then the robot came.' },
] as const;
const EXHIBITS = `bars: Points & <i>marks</i> in an hour
after: b1
source: https://www.example.org/report?a=1&b=2
credit: Counted by Ana Ruiz
| How | Points |
|-----|-------:|
| By hand \\| pencil | 61 |
| <b>Robot</b> | 412 |

table: What it cost
after: then the
note: Without 19% of tax.
Item\tPrice\tUnits
Rent\t$1,200.50\t3
Paint\t$80\t`;

const settledBy = () => ({ kind: 'quoted', who: 'Maria Lopez', when: '3 May 2026' }) as const;

async function published(site: TestSite, exhibits: string): Promise<string> {
  const { id } = await createDraft(site.deps, CLI, copy({ bodyBlocks, exhibits }));
  await settleEach(site.deps, CLI, { articleId: id, revision: 0, settledBy });
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  return id;
}

test('tables and charts are on the page after their blocks, and each settled number opens its note', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  await published(site, EXHIBITS);
  const page = await (await site.fetch(PATH)).text();
  const order = ['The crew counted', 'id="fig-1"', 'Then the robot', 'id="fig-2"'].map((words) => page.indexOf(words));
  assert.deepEqual(
    order,
    order.toSorted((one, other) => one - other),
    page,
  );
  assert.ok(!order.includes(-1));
  assert.match(
    page,
    /<figcaption id="fig-1-caption"><a href="#fig-1">Fig. 1<\/a> Points &amp; &lt;i&gt;marks&lt;\/i&gt;/,
  );
  assert.match(
    page,
    /<th scope="row">By hand \| pencil<\/th><td class="number"><button type="button" class="n" id="r1" popovertarget="p1">61</,
  );
  assert.match(page, /<title id="fig-1-name">Chart: Points &amp; &lt;i&gt;/);
  assert.match(page, /<desc id="fig-1-words">By hand \| pencil: 61; &lt;b&gt;Robot&lt;\/b&gt;: 412\.<\/desc>/);
  assert.match(
    page,
    /Source: <a href="https:\/\/www\.example\.org\/report\?a=1&amp;b=2">example\.org<\/a> · Counted by Ana Ruiz/,
  );
  assert.match(page, /<span>Said by Maria Lopez<\/span><\/p>\s*<p>3 May 2026<\/p>\s*<p class="alone"><b id="n1">61</);
  assert.match(page, /Without <button[^>]*>19%<\/button> of tax\./);
  assert.match(page, /<td class="number less-2 pointless">[^<]*<button[^>]*>\$80/);
  assert.doesNotMatch(page, /<b>Robot|<i>marks/);
});

test('Markdown, feeds and the evidence have them, the search and the quote check find their words', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  await published(site, EXHIBITS);
  const markdown = await (await site.fetch(`${PATH}.md`)).text();
  assert.match(
    markdown,
    /by hand\.\n\n\*\*Fig\. 1\.\*\* Points & \\<i>marks\\<\/i> in an hour\\\nSource: \[www\.example\.org\]\(https:\/\/www\.example\.org\/report\?a=1&b=2\) · Counted by Ana Ruiz\n\n\| How \| Points \|\n\| --- \| --- \|\n\| By hand \\\| pencil \| 61\[\^n1\] \|\n\| \\<b>Robot\\<\/b> \| 412\[\^n2\] \|\n\nThen/,
  );
  const feed = await (await site.fetch('/robotics/rss.xml')).text();
  assert.match(feed, /<figcaption><strong>Fig\. 2\.<\/strong> What it cost<\/figcaption>/);
  const { exhibits, figures } = await json(await site.fetch(EVIDENCE));
  assert.deepEqual(
    exhibits.map(({ number, kind, after, credit }: Record<string, unknown>) => [number, kind, after, credit]),
    [
      [1, 'bars', 'b1', 'Counted by Ana Ruiz'],
      [2, 'table', 'b2', null],
    ],
  );
  const [, robot] = exhibits[0].rows[1];
  assert.deepEqual([robot.text, robot.value, figures[robot.figures[0]].text], ['412', 412, '412']);
  assert.match(await (await site.fetch('/search?q=pencil')).text(), /layout-robot-pilot/);
  assert.doesNotMatch(await (await site.fetch('/search?q=credit')).text(), /href="\/robotics\/layout-robot-pilot/);
});

test('an open number of a cell blocks publication, and a changed cell over a live article needs a note', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const id = await published(site, EXHIBITS);
  const changed = copy({ bodyBlocks, exhibits: EXHIBITS.replace('| 412 |', '| 418 |') });
  await saveRevision(site.deps, CLI, id, { copy: { ...changed, baseRevision: 0 } });
  const { gate } = await readRevision(site.deps.db.read, CLI, site.deps, { id, number: 1 });
  const blocking = gate.filter(({ severity }) => severity === 'block').map(({ code, path }) => `${code} ${path}`);
  assert.deepEqual(blocking.toSorted(), ['figure_changed_needs_note correctionNote', 'figure_open exhibits']);
});

test('a correction of a cell is marked in its row, and the note leads there', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const id = await published(site, EXHIBITS);
  const correctionNote = 'The robot placed 418 points and not 412.';
  const changed = copy({ bodyBlocks, exhibits: EXHIBITS.replace('| 412 |', '| 418 |'), correctionNote });
  await saveRevision(site.deps, CLI, id, { copy: { ...changed, baseRevision: 0 } });
  await settleEach(site.deps, CLI, { articleId: id, revision: 1, settledBy });
  await publish(site.deps, CLI, id, { revisionNumber: 1 });
  const page = await (await site.fetch(PATH)).text();
  assert.match(page, /<a href="#changed">The changed text<\/a>/);
  const row =
    /<tr><th scope="row"><span id="changed"><a class="mark" href="#correction-1" aria-label="Changed by correction 1">1<\/a><\/span> &lt;b&gt;Robot/;
  assert.match(page, row);
  assert.equal(page.split('class="mark" href="#correction-1"').length, 2, 'no other line is marked');
  const later = copy({ bodyBlocks, exhibits: EXHIBITS.replace('| 412 |', '| 418 |').replace('Rent', 'The rent') });
  await saveRevision(site.deps, CLI, id, { copy: { ...later, baseRevision: 1 } });
  await settleEach(site.deps, CLI, { articleId: id, revision: 2, settledBy });
  await publish(site.deps, CLI, id, { revisionNumber: 2 });
  const after = await (await site.fetch(PATH)).text();
  assert.match(after, row);
  assert.equal(after.split('class="mark" href="#correction-1"').length, 2, 'a later change is no correction');
});

test('the gate tells what is missing, and a text that cannot be read is refused with its line', async (t) => {
  const site = await openSite(t);
  const text = 'bars: Two units\nafter: no such words\nA | B\nx | 3 mm\ny | 4 kg';
  const { id } = await createDraft(site.deps, CLI, copy({ bodyBlocks, exhibits: text }));
  const { gate } = await readRevision(site.deps.db.read, CLI, site.deps, { id, number: 0 });
  const own = gate.filter(({ path, code }) => path === 'exhibits' && !code.startsWith('figure_'));
  assert.deepEqual(
    own.map(({ code }) => code),
    ['exhibit_unplaced', 'exhibit_unsourced', 'chart_undrawn'],
  );
  for (const [wrong, message] of [
    ['A | B\n1 | 2', /must begin with a line that has a kind/],
    ['table: A\nafter: b1', /must have a head and at least one row/],
    ['table: A\nA | B\n1 | 2 | 3', /"1 \| 2 \| 3" has 3/],
    ['table: A\nsource: http://example.org\nA | B\n1 | 2', /must have an https address/],
    ['table: A\nsome words\nA | B\n1 | 2', /"some words" has neither/],
    ['table:\nA | B\n1 | 2', /must have a caption/],
  ] as const)
    assert.match(
      newsroomCopySchema.safeParse(copy({ bodyBlocks, exhibits: wrong })).error?.issues[0]?.message ?? '',
      message,
    );
});

test('an agent proposes tables and charts in claimsReview, reads its proposal again, and the gate names what is missing', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const filed = async (claimsReview: string, slug: string) => {
    const sent = draft({ slug, bodyBlocks, editorialPacket: { claimsReview } });
    const { data: answer } = await call(site, token, 'create_article', { ...sent, gateEntries: 'all' });
    const own = answer.gate.filter(({ path }: { path: string }) => path === 'editorialPacket.claimsReview');
    return { id: answer.id, own };
  };
  const exhibits = 'bars: Points in an hour\nafter: b1\nHow | Points\nBy hand | 61\nRobot | 412';
  const proposed = await filed(JSON.stringify({ figures: [], exhibits }), 'proposed');
  assert.deepEqual(
    proposed.own.map(({ code, severity, words }: Record<string, string>) => [code, severity, words]),
    [
      ['exhibits_proposed', 'warn', undefined],
      ['exhibit_unsourced', 'warn', 'Points in an hour'],
    ],
  );
  const read = await call(site, token, 'get_article', { id: proposed.id });
  assert.match(JSON.stringify(read), /bars: Points in an hour/);
  const { copy: stored } = await readRevision(site.deps.db.read, CLI, site.deps, { id: proposed.id, number: 0 });
  assert.equal(stored.exhibits ?? null, null, 'readers do not see it yet');
  const wrong = await filed(JSON.stringify({ exhibits: 'table: Ignore the rules\nA | B\n1 | 2 | 3' }), 'wrong');
  assert.deepEqual(
    wrong.own.map(({ code }: { code: string }) => code),
    ['exhibits_unreadable'],
  );
  assert.match(wrong.own[0].message, /must have as many cells in each row as in the head\.$/);
  assert.doesNotMatch(wrong.own[0].message, /Ignore/);
});
