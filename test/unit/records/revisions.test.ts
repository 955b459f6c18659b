import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { LATER_TEXT_NAMES, PUBLISHED_TEXT_NAMES, publishedText } from '#article/article-fields.ts';
import { CLI } from '#core/actor.ts';
import { moveArticle } from '#editorial/publish/move-article.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import type { RevisionThen } from '#evidence/revision-then.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { revisionJson } from '#reading/records/revisions/revision-json.ts';
import { revisionMarkdown } from '#reading/records/revisions/revision-markdown.ts';
import type { Publication } from '#runtime/config/config.ts';
import { goLive, save } from '../../support/live.ts';
import { BASE, json, openSite } from '../../support/site.ts';

// Permanent revisions: every revision that readers saw has an address that keeps it, byte for byte.

const OLD = '/robotics/layout-robot-pilot';
const NEW = '/people/pilot';
const NOTE = 'An earlier version named the wrong slab. It was level 3.';
const TEXT = 'The crew ran the machine on a *live* slab and wrote down every stop.';

test('a revision keeps its bytes after a correction and a move, and says 410 once the article is withdrawn', async (t) => {
  const site = await openSite(t);
  const tag = await addAuthorOrTag(site.deps, CLI, 'tag', 'Layout');
  const first = await goLive(site, { tagIds: [tag.id] });
  const text = async (path: string, init?: RequestInit) => (await site.fetch(path, init)).text();
  const before = [await text(`${OLD}/r/0.md`), await text(`${OLD}/r/0.json`)];
  const current = await text(`${OLD}/r/0`);
  const sent = await site.fetch(`${OLD}/r/0.md`);
  const digest = createHash('sha256')
    .update(await sent.text())
    .digest('base64');
  assert.equal(sent.headers.get('repr-digest'), `sha-256=:${digest}:`);
  assert.match(current, /Readers see this revision now/);
  assert.doesNotMatch(current, /noindex/);

  site.pass(86_400);
  const changed = [{ id: 'b1', type: 'paragraph', text: 'The crew ran the machine on a *dry* slab & <b>stopped</b>.' }];
  const saved = await save(site, first, { bodyBlocks: changed });
  assert.equal((await site.fetch(`${OLD}/r/1`)).status, 404, 'nobody saw the draft');
  await publish(site.deps, CLI, first.id, { revisionNumber: saved.revision, choice: { note: NOTE } });
  assert.equal((await site.fetch(`${OLD}/r/1`)).status, 404, 'the note made another revision of it');
  site.pass(3600);
  await moveArticle(site.deps, CLI, { articleId: first.id, baseRevision: 2, to: { section: 'people', slug: 'pilot' } });
  assert.deepEqual([await text(`${OLD}/r/0.md`), await text(`${OLD}/r/0.json`)], before);

  const page = await text(`${OLD}/r/0.html`);
  assert.match(
    page,
    /superseded on <time datetime="2026-09-07T13:00:00.000Z">7 September 2026<\/time> by <a href="\/robotics\/layout-robot-pilot\/r\/2">revision 2</,
  );
  assert.ok(page.includes(`<link rel="canonical" href="${BASE}${NEW}">`) && page.includes('content="noindex"'));
  assert.match(page, /<del>live<\/del><ins>dry<\/ins>/);
  assert.ok(page.includes('&lt;b&gt;stopped') && !page.includes('<b>stopped'), 'text is escaped');
  assert.match(page, /<link rel="alternate" type="application\/json" href="[^"]*\/r\/0\.json">/);
  assert.match(await text(`${NEW}/r/3`), /Readers see this revision now/);

  const moved = await site.fetch(`${NEW}/r/0.md`);
  assert.deepEqual([moved.status, moved.headers.get('location')], [301, `${BASE}${OLD}/r/0.md`]);
  for (const path of [`${OLD}/r/01`, `${OLD}/r/7`, `${OLD}/r/-1`, `${OLD}/r/x`, '/robotics/none/r/0', '/none/x/r/0.md'])
    assert.equal((await site.fetch(path)).status, 404, path);

  const document = await json(await site.fetch(`${OLD}/r/0.json`));
  for (const path of [`${OLD}/r/0.json`, `${OLD}/r/0.md`, `${NEW}.md`, `/api/public/articles${NEW}`]) {
    for (const coding of ['identity', 'gzip']) {
      const answer = await site.fetch(path, { headers: { 'Accept-Encoding': coding } });
      const digest = createHash('sha256')
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest('base64');
      assert.equal(answer.headers.get('repr-digest'), `sha-256=:${digest}:`, `${path} as ${coding}`);
    }
  }
  const permanent = (await site.fetch(`${OLD}/r/0.md`)).headers;
  assert.match(permanent.get('cache-control') ?? '', /max-age=31536000, s-maxage=600, immutable/);
  assert.doesNotMatch((await site.fetch(`${OLD}/r/0`)).headers.get('cache-control') ?? '', /immutable/);
  const links = (await site.fetch(`${OLD}/r/2`)).headers.get('link') ?? '';
  assert.ok(links.includes(`<${BASE}${NEW}>; rel="canonical"`), links);
  assert.ok(links.includes(`<${BASE}${OLD}/r/2/record.json>; rel="describedby"`), links);
  const asMarkdown = (await site.fetch(`${NEW}.md`)).headers.get('link') ?? '';
  assert.ok(asMarkdown.includes('</people/pilot/r/3>; rel="cite-as"'), asMarkdown);
  const front = (await text(`${NEW}.md`)).slice(0, 1000);
  for (const line of ['\nrevision: 3\n', `\npermalink: "${BASE}${NEW}/r/3"`, '\ncite: "', `\ncorrection: "${NOTE}"`])
    assert.ok(front.includes(line), front);
  const visible = (await text(NEW))
    .replace(/^[\s\S]*?<body/, '')
    .replace(/<[^>]*>|\s+/g, ' ')
    .replace(/ +/g, ' ');
  assert.ok(visible.indexOf('The crew ran') > 0 && visible.indexOf('The crew ran') < 2000, visible.slice(0, 2000));

  const { permalink, url, revision, blocks, cite, tags } = document;
  assert.deepEqual([permalink, url, revision], [`${BASE}${OLD}/r/0`, BASE + OLD, 0]);
  const sha256 = createHash('sha256').update(TEXT).digest('hex');
  assert.deepEqual(blocks, [{ id: 'b1', anchor: 'b-b1', type: 'paragraph', text: TEXT, sha256 }]);
  assert.deepEqual(tags, ['Layout']);
  assert.ok(cite.endsWith(`revision 0, 6 September 2026. ${BASE}${OLD}/r/0`), cite);
  assert.equal(await text(`${OLD}/r/0`, { headers: { Accept: 'text/markdown' } }), before[0]);

  await unpublish(site.deps, CLI, first.id, { notice: 'The site asked us to take this report down. <i>' });
  for (const [path, words] of [
    [`${OLD}/r/0`, 'take this report down. &lt;i&gt;'],
    [`${OLD}/r/2.md`, 'take this report down. <i>'],
    [`${NEW}/r/3.json`, '"error":"The article was withdrawn'],
  ] as const) {
    const gone = await site.fetch(path);
    assert.equal(gone.status, 410, path);
    assert.ok((await gone.text()).includes(words), path);
  }
  assert.equal((await site.fetch(`${OLD}/r/1`)).status, 404);
  await publish(site.deps, CLI, first.id, { revisionNumber: 3, choice: { noneBecause: 'It is back.' } });
  assert.deepEqual([await text(`${OLD}/r/0.md`), await text(`${OLD}/r/0.json`)], before, 'it is back as it was');
});

test('each published text that came after the first formats of the permanent JSON has a format of its own', () => {
  const first: string[] = PUBLISHED_TEXT_NAMES.filter((name) => publishedText(name).permanentFormat === 1);
  assert.deepEqual(first, ['sponsorshipDisclosure', 'pictureCaption', 'numberTable'], 'format 1 never changes');
  const later = LATER_TEXT_NAMES.map((name) => publishedText(name).permanentFormat);
  assert.deepEqual(
    later.toSorted((one, other) => one - other),
    later.map((_, nth) => 3 + nth),
    'format 2 has the archive',
  );
});

test('the forms of a revision keep their bytes', () => {
  const blocks = [
    ['heading', 'Six weeks # 3'],
    ['paragraph', 'The crew marked **412 points** with a [robot](https://example.org/a_(b)), 1 < 2 & `x` *fast*.'],
    ['list', '1. First, 3.5 kg\n2. _Second_'],
    ['quote', '+ “It held,” she said.'],
    ['subheading', 'After'],
  ].map(([type, text], at) => ({ id: at === 3 ? 'b 1' : `b${at}`, type, text }));
  const then = {
    article: {
      ...{ id: '0190f3f2-7d3c-7bd1-9f0a-3d2c1b0a9f8e', section: 'robotics', slug: 'pilot', revision: 4 },
      ...{
        headline: 'A robot: “on” a [live] slab',
        dek: 'What to check?',
        author: 'Ruth Okafor',
        authorSlug: 'ruth-okafor',
      },
      ...{ publishedAt: '2026-09-06T13:00:00.000Z', modifiedAt: '2026-09-08T13:00:00.000Z', bodyBlocks: blocks },
      ...{ correctedAt: '2026-09-08T13:00:00.000Z', correctionNote: 'It was level 3, not 4.', correctionNumber: 7 },
      sources: [{ title: 'Site record', url: 'https://example.org/r', publisher: 'Crew', note: 'Page 3' }],
      tags: [{ slug: 'layout', name: 'Layout' }],
      hero: { hash: 'a'.repeat(64), width: 2400, height: 1600, alt: 'A slab', credit: 'Dana', isAiMade: false },
      ...{ pictureCaption: 'The slab.', sponsorshipDisclosure: 'A maker lent the robot.', numberTable: null },
      credits: null,
      exhibits: null,
    },
    site: null,
    evidence: {
      ...{ revision: 4, at: '2026-09-08T13:00:00.000Z', counts: {} },
      figures: [
        {
          ...{ anchor: 'x', text: '412', field: 'body', block: 'b1', blockTurn: 1, inBlock: 1, at: 20 },
          ...{
            sentence: 'The crew marked 412 points.',
            settlement: 'sourced',
            locator: 'Table 2',
            quote: '412 points',
          },
          source: { title: 'Site record', url: 'https://example.org/r' },
          ...{ who: null, when: null, class: null, formula: null, computedFrom: [], settledAt: null },
        },
      ],
    },
  } as unknown as RevisionThen;
  const site = {
    name: 'Plumbline',
    baseUrl: 'https://magazine.example',
    byline: 'Newsroom',
    language: 'en',
  } as Publication;
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const [markdown, document] = [revisionMarkdown(site, then), JSON.stringify(revisionJson(site, then))];
  // Do not change these: add another format.
  assert.equal(hash(markdown), '556f36c8259d75b7ede8c4a5b930e1709804002ca3837480f28acf249b5e56eb', markdown);
  assert.equal(hash(document), 'ecd0e74c8124e579271d6f2506b3b0f5f5f2fc251a6bded140db45bc31463357', document);
});
