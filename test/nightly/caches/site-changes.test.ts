import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { ROUTES } from '#server/routes.ts';
import { addSection, changeSection, retireSection } from '#site/sections.ts';
import { saveSiteSettings } from '#site/site-settings.ts';
import { freePort } from '../../support/free-port.ts';
import { copy } from '../../support/site.ts';
import { ask, openCachedSite, readBody } from './cached-site.ts';
import { startVarnish } from './documented-config.ts';

// Behind a real Varnish, a change of the settings, the sections or the custom pages is in every answer two seconds later.

const hasVarnish = spawnSync('varnishd', ['-V']).status === 0;
const FORMS = ['text/html', 'text/markdown', 'application/json'];
/** Answers that no cache keeps, that follow the clock, or that change with each request. */
const SKIPPED = /^\/(?:newsroom|preview|healthz|readyz|metrics|oauth|agent\/claim)/;

test('two seconds after a change of the site Varnish has no answer from before it', {
  skip: hasVarnish ? false : 'Varnish is not installed',
}, async (t: TestContext) => {
  const front = await freePort();
  const { site, change, addresses, port, purged } = await openCachedSite(t, {
    PURGE_VARNISH: `http://127.0.0.1:${front}`,
  });
  await startVarnish(t, front, port);
  for (const at of [0, 3, 6]) await change(at);
  const { deps } = site;
  await addSection(deps, CLI, { name: 'Site safety', about: 'What keeps a crew whole.' });
  await purged();

  const fixed = ROUTES.filter(({ method, who, path }) => method === 'GET' && who === 'anyone' && !/[:*]/.test(path))
    .map(({ path }) => path)
    .filter((path) => !SKIPPED.test(path));
  const below = ['/robotics', '/people', '/site-safety'].flatMap((section) =>
    ['', '.md', '/rss.xml', '/atom.xml', '/feed.json', '/llms.txt'].map((end) => section + end),
  );
  const pages = ['/imprint', '/imprint.md', '/pages/imprint', '/api/public/articles/pages/imprint'];
  const paths = [...fixed, ...below, ...pages, ...addresses(), ...addresses().map((path) => `${path}/r/0`)];
  const readAll = async (of: number) => {
    const answers = new Map<string, string>();
    for (const path of paths)
      for (const accept of FORMS) {
        const answer = await ask(of, path, accept);
        answers.set(`${path} ${accept}`, `${answer.status} ${answer.headers.location ?? ''} ${readBody(answer)}`);
      }
    return answers;
  };

  const changes: Record<string, () => Promise<unknown>> = {
    'another name and accent': () => saveSiteSettings(deps, CLI, { name: 'The Site Diary', accent: '#7a1fa2' }),
    'another address for readers': () => saveSiteSettings(deps, CLI, { contact: 'desk@diary.example' }),
    'a renamed section': () => changeSection(deps, CLI, 'people', { name: 'Crews' }),
    'a page of one’s own': async () => {
      const words = { section: 'pages', slug: 'imprint', headline: 'Imprint', dek: 'Who publishes this.', sources: [] };
      const { id } = await createDraft(deps, CLI, copy(words));
      await publish(deps, CLI, id, { revisionNumber: 0 });
    },
    'a retired section': () => retireSection(deps, CLI, 'site-safety', 'people'),
  };
  for (const [name, make] of Object.entries(changes)) {
    const before = await readAll(front);
    await make();
    const acknowledged = performance.now();
    await sleep(2000);
    const after = performance.now() - acknowledged;
    const [cached, fresh] = [await readAll(front), await readAll(port)];
    const stale = [...fresh].filter(([key, body]) => cached.get(key) !== body).map(([key]) => key);
    assert.deepEqual(stale, [], `${name}, ${Math.round(after)} ms later`);
    const changed = [...fresh].filter(([key, body]) => before.get(key) !== body).length;
    t.diagnostic(`${name}: ${changed} of ${fresh.size} answers changed, 0 outdated`);
    assert.ok(changed > 5, name);
  }
});
