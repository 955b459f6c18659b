import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { servicesOf } from '#integrations/run-integrations.ts';
import { storeServices } from '#integrations/services.ts';
import { openReceivers } from '../../support/integrations/receivers.ts';
import { publishSome, sendAll, senderOf } from '../../support/integrations/webhook-site.ts';
import { openSite } from '../../support/site.ts';

// A WebSub hub and IndexNow: told of changes when a setting names them, and not otherwise.

test('feeds name the hub, it learns of new feeds, and search engines of every address that came or went', async (t) => {
  const site = await openSite(t, {
    WEBSUB_HUB: 'https://hub.example.org/',
    INDEXNOW_KEY: 'abcdef0123',
    INDEXNOW_URL: 'https://search.example.org/indexnow',
  });
  const { baseUrl } = site.publication;
  const { rehearsal, received } = await openReceivers(t, {
    'hub.example.org': () => 204,
    'search.example.org': () => 202,
  });
  const sender = senderOf(site, { rehearsal });
  await publishSome(site, 1, 'before');
  await storeServices(site.deps, servicesOf(site.config), baseUrl);
  const [first = ''] = await publishSome(site, 2);
  await unpublish(site.deps, CLI, first);
  await sendAll(sender);

  const [ping] = received['hub.example.org'] ?? [];
  const fields = new URLSearchParams(ping?.body);
  assert.equal(ping?.headers['content-type'], 'application/x-www-form-urlencoded');
  assert.equal(fields.get('hub.mode'), 'publish');
  assert.deepEqual(
    fields.getAll('hub.url'),
    ['', 'robotics/'].flatMap((folder) =>
      ['rss.xml', 'atom.xml', 'feed.json'].map((file) => `${baseUrl}/${folder}${file}`),
    ),
  );
  for (const feed of fields.getAll('hub.url')) {
    const response = await site.fetch(new URL(feed).pathname);
    assert.equal(response.headers.get('link'), `<https://hub.example.org/>; rel="hub", <${feed}>; rel="self"`);
    assert.match(await response.text(), /https:\/\/hub\.example\.org\//, feed);
  }

  const [told] = received['search.example.org'] ?? [];
  assert.deepEqual(JSON.parse(told?.body ?? ''), {
    host: new URL(baseUrl).host,
    key: 'abcdef0123',
    keyLocation: `${baseUrl}/indexnow.txt`,
    urlList: [`${baseUrl}/robotics/story-0`, `${baseUrl}/robotics/story-1`],
  });
  assert.equal(await (await site.fetch('/indexnow.txt')).text(), 'abcdef0123');
  await sendAll(sender);
  assert.deepEqual([received['hub.example.org']?.length, received['search.example.org']?.length], [1, 1]);
});

test('without the settings nothing is told, and no feed names a hub', async (t) => {
  const site = await openSite(t);
  assert.deepEqual(servicesOf(site.config), []);
  const feed = await site.fetch('/atom.xml');
  assert.doesNotMatch(`${feed.headers.get('link')} ${await feed.text()}`, /hub/);
  assert.equal((await site.fetch('/indexnow.txt')).status, 404);
});
