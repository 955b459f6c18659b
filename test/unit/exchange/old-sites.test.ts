import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArticles, wxrOf } from '../../support/exchange/memory-source.ts';

// Kinds of things that exports of other systems hold, each in every format that can have it.

test('every former slug and day of a post of WordPress, and every alias of a Markdown file, is an old address', async () => {
  const renamed = wxrOf({
    fields: { link: 'https://old.example/news/2021/02/03/news/', 'wp:post_name': 'news' },
    meta: [
      ['_wp_old_slug', 'first-name'],
      ['_wp_old_date', '2020-12-31'],
      ['_wp_old_slug', 'second-name'],
    ],
  });
  const [post] = await readArticles({ 'a.xml': renamed });
  assert.deepEqual(post?.oldPaths, [
    '/news/2021/02/03/news/',
    '/news/2021/02/03/first-name/',
    '/news/2021/02/03/second-name/',
    '/news/2020/12/31/news/',
    '/news/2020/12/31/first-name/',
    '/news/2020/12/31/second-name/',
    '/?p=7',
  ]);

  const [hugo] = await readArticles({
    'content/posts/new.md':
      '---\ntitle: A\naliases:\n - /old/a,b/\n - before\n - https://old.example/whole/\n---\nA.\n',
  });
  assert.deepEqual(hugo?.oldPaths, ['/old/a,b/', '/posts/before', '/whole/', '/posts/new/']);
  const jekyll = await readArticles({
    '_posts/2021-02-03-a.md': '---\ntitle: A\nredirect_from: /one/\n---\nA.\n',
    '_posts/2021-02-03-b.md': '---\ntitle: B\nredirect_from: [/two/, three.html]\n---\nB.\n',
  });
  assert.deepEqual(
    jekyll.map(({ oldPaths }) => oldPaths),
    [
      ['/one/', '/2021/02/03/a.html'],
      ['/two/', '/three.html', '/2021/02/03/b.html'],
    ],
  );
});

test('a text of tags in Jekyll is split at spaces, elsewhere at commas; a list stays as it is', async () => {
  const head = (lines: string) => `---\ntitle: A\n${lines}\n---\nA.\n`;
  const read = await readArticles({
    '_posts/2021-02-03-a.md': head('tags: cranes site-safety robots\ncategories: news sites'),
    '_posts/2021-02-03-b.md': head('tags: [site safety, robots]\ncategory: site news'),
    'content/posts/c.md': head('tags: cranes, site safety\ncategories: big news'),
  });
  assert.deepEqual(
    read.map(({ tags, categories }) => [tags, categories]),
    [
      [
        ['cranes', 'site-safety', 'robots'],
        ['news', 'sites'],
      ],
      [['site safety', 'robots'], ['site news']],
      [['cranes', 'site safety'], ['big news']],
    ],
  );
});
