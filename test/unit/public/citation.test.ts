import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bibtexOf, type Cited, citationOf } from '#article/citation.ts';
import { isDeclared } from '#http/declared.ts';
import { goLive } from '../../support/live.ts';
import { BASE, openSite } from '../../support/site.ts';

// The citation below an article, and the links that send it to others.

const HAS_REVISIONS = isDeclared('/:section/:slug/r/:revision');

test('an article says how to cite it and links to email, Bluesky and LinkedIn, without a script', async (t) => {
  const site = await openSite(t);
  await goLive(site, { headline: 'Robots & <b>bids</b>: 5% {off}?' });
  const page = await (await site.fetch('/robotics/layout-robot-pilot')).text();
  const [cite = ''] = /<section class="cite[\s\S]*?<\/section>/.exec(page) ?? [];
  const url = `${BASE}/robotics/layout-robot-pilot`;
  const permanent = HAS_REVISIONS ? `${url}/r/0` : url;
  assert.match(cite, /<summary>Cite this revision<\/summary>/);
  assert.ok(
    cite.includes(
      `Robots &amp; &lt;b&gt;bids&lt;/b&gt;: 5% {off}?” Plumbline, revision 0, 6 September 2026. ${permanent}</p>`,
    ),
    cite,
  );
  assert.equal(cite.includes('<a href="/robotics/layout-robot-pilot/r/0.json">JSON</a>'), HAS_REVISIONS, cite);
  assert.ok(cite.includes('title = {{Robots \\&amp; &lt;b&gt;bids&lt;/b&gt;: 5\\% \\{off\\}?}},'), cite);
  const encoded = encodeURIComponent('Robots & <b>bids</b>: 5% {off}?');
  assert.ok(cite.includes(`"mailto:?subject=${encoded}&amp;body=${encoded}%0D%0A${encodeURIComponent(url)}"`), cite);
  assert.ok(cite.includes(`https://bsky.app/intent/compose?text=${encoded}%20${encodeURIComponent(url)}"`), cite);
  assert.ok(cite.includes(`share-offsite/?url=${encodeURIComponent(url)}"`), cite);
});

test('a citation of a corrected article names the revision, its date and the first date', () => {
  const article: Cited = {
    headline: 'How it is',
    section: 'people',
    slug: 'how-it-is',
    author: 'Ruth Okafor',
    revision: 2,
    publishedAt: '2026-09-06T13:00:00.000Z',
    modifiedAt: '2026-09-08T13:00:00.000Z',
  };
  const publication = { name: 'Plumbline', byline: 'Plumbline newsroom', baseUrl: BASE } as Parameters<
    typeof citationOf
  >[0];
  assert.equal(
    citationOf(publication, article),
    `Ruth Okafor. “How it is.” Plumbline, revision 2, 8 September 2026; first published 6 September 2026. ${BASE}/people/how-it-is${HAS_REVISIONS ? '/r/2' : ''}`,
  );
  const bibtex = bibtexOf(publication, { ...article, author: null });
  assert.match(bibtex, /^@misc\{people-how-it-is,\n {2}author = \{\{Plumbline newsroom\}\},\n/);
  assert.match(bibtex, /year = \{2026\},\n {2}month = \{9\},/);
});
