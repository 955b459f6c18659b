import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LICENCES } from '#runtime/config/env.ts';
import { createApp } from '#server/create-app.ts';
import { goLive } from '../../support/live.ts';
import { openSite } from '../../support/site.ts';

// One setting, and every form in which machines read it. Each form is read here as its standard says.

type Uses = Partial<Record<'search' | 'ai-input' | 'ai-train', boolean>>;

function fromSignal(text: string): Uses {
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [name = '', value] = part.trim().split('=');
      return [name, value === 'yes'];
    }),
  );
}

function fromRsl(xml: string): Uses {
  const tokens = (tag: string) => {
    const found = [...xml.matchAll(new RegExp(`<${tag} type="usage">([^<]*)</${tag}>`, 'g'))];
    assert.ok(found.length <= 1, 'RSL allows one element of a type');
    return found[0]?.[1]?.split(' ') ?? [];
  };
  return Object.fromEntries([
    ...tokens('permits').map((token) => [token, true]),
    ...tokens('prohibits').map((token) => [token, false]),
  ]);
}

test('no two forms of the licence contradict each other, whatever the setting', async (t) => {
  const site = await openSite(t);
  const { id } = await goLive(site);
  assert.ok(id);
  const seen = new Set<string>();
  for (const licence of LICENCES) {
    const config = { ...site.config, publication: { ...site.publication, licence } };
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const app = createApp(site.deps, config, log);
    const read = async (path: string, accept = '*/*') =>
      app.fetch(new Request(new URL(path, config.publication.baseUrl), { headers: { Accept: accept } }));
    const text = async (path: string) => (await read(path)).text();

    const robots = /^Content-Signal: (.*)$/m.exec(await text('/robots.txt'))?.[1] ?? '';
    const uses = fromSignal(robots);
    const markdown = await read('/robotics/layout-robot-pilot.md');
    assert.equal(markdown.headers.get('content-signal'), robots, licence);
    const rsl = await text('/license.xml');
    assert.deepEqual(fromRsl(rsl), uses, licence);
    const [tdm] = JSON.parse(await text('/.well-known/tdmrep.json'));
    assert.equal(tdm['tdm-reservation'], uses['ai-train'] ? 0 : 1, licence);

    const page = await text('/robotics/layout-robot-pilot');
    const url = /"license":"([^"]+)"/.exec(page)?.[1] ?? '';
    assert.equal(/<terms>([^<]*)<\/terms>/.exec(rsl)?.[1], url);
    if (!uses['ai-train']) assert.equal(tdm['tdm-policy'], url);
    assert.equal(/^license: "?([^"\n]+)"?$/m.exec(await markdown.text())?.[1], url);
    const feeds = [
      /<copyright>([^<]*)</.exec(await text('/rss.xml'))?.[1],
      /<rights>([^<]*)</.exec(await text('/atom.xml'))?.[1],
    ];
    for (const rights of feeds) assert.ok(rights?.endsWith(`: ${url}`), `${licence}: ${rights}`);
    assert.match(
      (await read('/', 'text/html')).headers.get('link') ?? '',
      /license\.xml>; rel="license"; type="application\/rsl\+xml"/,
    );

    const words = await text('/standards');
    assert.equal(/they may not be used for training|nor for training/.test(words), !uses['ai-train'], licence);
    assert.equal(/neither in answers of models/.test(words), !uses['ai-input'], licence);
    assert.equal(url.includes('creativecommons.org'), uses['ai-train'], licence);
    if (url.startsWith(config.publication.baseUrl))
      assert.match(words, new RegExp(`id="${new URL(url).hash.slice(1)}"`));
    seen.add(JSON.stringify([uses, url]));
  }
  assert.equal(seen.size, LICENCES.length, 'each setting says something else');
});
