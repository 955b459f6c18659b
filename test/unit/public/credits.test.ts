import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newsroomCopySchema } from '#article/copy.ts';
import { creditsIn, readCredits } from '#article/credits.ts';
import { goLive } from '../../support/live.ts';
import { copy, json, openSite } from '../../support/site.ts';

const CREDITS = 'With: Ana Ruiz\nPhotographs: Bo Lind, Carla <b>Moe</b>';

test('readers see who else worked on an article on its page, in Markdown, feeds, structured data and its permanent form', async (t) => {
  const site = await openSite(t);
  await goLive(site, { credits: CREDITS });
  const path = '/robotics/layout-robot-pilot';
  const page = await (await site.fetch(path)).text();
  assert.match(page, /<span>With: <b>Ana Ruiz<\/b><\/span>/);
  assert.match(page, /<span>Photographs: <b>Bo Lind, Carla &lt;b&gt;Moe&lt;\/b&gt;<\/b><\/span>/);
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '');
  assert.deepEqual(data.author.at(-1), { '@type': 'Person', name: 'Ana Ruiz' });
  assert.deepEqual(
    data.contributor.map((role: { roleName: string; contributor: { name: string } }) => [
      role.roleName,
      role.contributor.name,
    ]),
    [
      ['Photographs', 'Bo Lind'],
      ['Photographs', 'Carla <b>Moe</b>'],
    ],
  );
  const markdown = await (await site.fetch(`${path}.md`)).text();
  assert.match(markdown, /^credits: .*Ana Ruiz/m);
  assert.match(await (await site.fetch('/rss.xml')).text(), /<dc:creator>Ana Ruiz<\/dc:creator>/);
  assert.match(await (await site.fetch('/atom.xml')).text(), /<name>Ana Ruiz<\/name>/);
  const { items } = await json(await site.fetch('/feed.json'));
  assert.deepEqual(items[0].authors.at(-1), { name: 'Ana Ruiz' });
  assert.equal((await json(await site.fetch(`${path}/r/0.json`))).credits, CREDITS);
  const { results } = await json(await site.fetch('/search?q=lind', { headers: { Accept: 'application/json' } }));
  assert.equal(results?.length, 1);
});

test('a line without a role or without names is refused', () => {
  for (const [credits, why] of [
    ['Bo Lind', /a role, a colon and names/],
    ['Photographs: ,', /a role, a colon and names/],
    [`${'R'.repeat(41)}: Bo Lind`, /a role, a colon and names/],
    [Array(13).fill('Data: Bo Lind').join('\n'), /at most 12 lines/],
  ] as const) {
    const { error } = newsroomCopySchema.safeParse(copy({ credits }));
    assert.match(error?.issues[0]?.message ?? '', why);
  }
  assert.deepEqual(creditsIn('Bo Lind'), []);
  assert.deepEqual(readCredits('\n Data :  Bo Lind ,Carla Moe\n'), [{ role: 'Data', names: ['Bo Lind', 'Carla Moe'] }]);
});
