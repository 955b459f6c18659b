import assert from 'node:assert/strict';
import { test } from 'node:test';
import { largerPicturePaths } from '#article/old-path.ts';
import { indexLinked } from '#exchange/import/read/file-links.ts';
import { indexFiles } from '#exchange/import/read/find-file.ts';
import { bodyToCopy } from '#exchange/import/read/to-blocks.ts';
import { readRedirects } from '#exchange/import/redirects.ts';
import {
  convert,
  ghostOf,
  lostOf,
  readArticles,
  readItems,
  sourceOf,
  textsOf,
  wxrOf,
} from '../../support/exchange/memory-source.ts';

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

test('the file of a picture is known in every Unicode form, encoding and case of its path', async () => {
  const nfd = 'uploads/Kräne/Brücke.jpg'.normalize('NFD');
  const find = await indexFiles(
    sourceOf({ [nfd]: '', 'static/a%20b.png': '', 'static/Logo.PNG': '', 'static/c.png': '' }),
  );
  const at = (address: string) => find(address, 'content/a.md', 'https://old.example/');
  assert.equal(at('https://old.example/wp-content/uploads/Kr%C3%A4ne/Br%C3%BCcke.jpg'), nfd);
  assert.equal(at('/uploads/Kräne/Brücke.jpg'.normalize('NFC')), nfd);
  assert.equal(at('/uploads/Kra%CC%88ne/Bru%CC%88cke.jpg'), nfd);
  assert.equal(at('/a%20b.png'), 'static/a%20b.png');
  assert.equal(at('/logo.png'), 'static/Logo.PNG');
  assert.equal(at('../static/C.png'), 'static/c.png');

  const [page, other] = ['content/Kräne/Brücke.md', 'content/Häuser/Brücke.md'].map((path) => path.normalize('NFD'));
  const linked = indexLinked([page ?? '', other ?? '']);
  assert.equal(linked('Brücke.md'.normalize('NFC'), 'content/Kräne/a.md'.normalize('NFD')), page);
});

test('the file of a Substack post is known in every Unicode form of its name', async () => {
  const name = 'posts/1.brücke.html';
  const csv =
    'post_id,post_date,is_published,type,audience,title\n1.brücke,2021-02-03T10:00:00Z,true,newsletter,everyone,A\n';
  const { items } = await readItems(
    sourceOf({ 'posts.csv': csv.normalize('NFC'), [name.normalize('NFD')]: '<p>A.</p>' }),
  );
  assert.deepEqual(
    items.map((item) => 'article' in item),
    [true],
  );
});

test('the address of a size of a picture finds the largest file of it', async () => {
  const find = async (address: string, ...names: string[]) => {
    const files = Object.fromEntries(names.map((name) => [`wp-content/uploads/2021/03/${name}`, '']));
    const path = (await indexFiles(sourceOf(files)))(`/wp-content/uploads/2021/03/${address}`, 'a.xml', null);
    return path?.replace(/^.*\//, '') ?? null;
  };
  assert.equal(await find('tower-1024x683.jpg', 'tower-scaled.jpg'), 'tower-scaled.jpg');
  assert.equal(await find('tower-1024x683.jpg', 'tower-300x200.jpg', 'tower-768x512.jpg'), 'tower-768x512.jpg');
  assert.equal(await find('tower-1024x683.jpg', 'tower-1024x683.jpg', 'tower-scaled.jpg', 'tower.jpg'), 'tower.jpg');
  assert.equal(await find('tower-scaled.jpg', 'tower.jpg'), 'tower.jpg');
  assert.equal(await find('tower.jpg', 'tower-scaled.jpg', 'tower-300x200.jpg'), 'tower-scaled.jpg');
  assert.equal(await find('tower-rotated-300x225.jpg', 'tower-rotated.jpg'), 'tower-rotated.jpg');
  assert.equal(await find('tower-300x200.jpg', 'tower-e1612345678901.jpg'), 'tower-e1612345678901.jpg');
  const edited = ['tower.jpg', 'tower-e1612345678901.jpg'];
  assert.equal(await find('tower-e1612345678901-300x200.jpg', ...edited), 'tower-e1612345678901.jpg');
  assert.equal(await find('tower-300x200.jpg', ...edited), 'tower.jpg');
  assert.equal(await find('tower-300x200.jpg', 'tower.png', 'crane-tower.jpg'), null);

  const ghost = await indexFiles(
    sourceOf({ 'content/images/size/w600/2021/a.jpg': '', 'content/images/size/w1000/2021/a.jpg': '' }),
  );
  assert.equal(
    ghost('__GHOST_URL__/content/images/2021/a.jpg', 'a.json', null),
    'content/images/size/w1000/2021/a.jpg',
  );
  const hugo = await indexFiles(sourceOf({ 'static/chart-10x20.png': '', 'static/chart.png': '' }));
  assert.equal(hugo('/chart-10x20.png', 'content/a.md', null), 'static/chart-10x20.png');
});

test('every size of a picture has the path of the same whole picture', () => {
  const sizes = ['-1024x683', '-scaled', '-rotated-300x200', '-e1612345678901-300x200'];
  for (const size of sizes) assert.equal(largerPicturePaths(`/up/tower${size}.jpg`).at(-1), '/up/tower.jpg', size);
  assert.deepEqual(largerPicturePaths('/up/t-e1612345678901-30x20.jpg'), ['/up/t-e1612345678901.jpg', '/up/t.jpg']);
  assert.deepEqual(largerPicturePaths('/content/images/size/w600/2021/a.jpg'), ['/content/images/2021/a.jpg']);
  assert.deepEqual(largerPicturePaths('/up/tower-scaled'), []);
});

test('both halves of an unknown shortcode are taken out and reported; the text between them stays', async () => {
  const read = async (content: string) => {
    const [post] = await readArticles({ 'a.xml': wxrOf({ content: `<p>${content}</p>` }) });
    return {
      text: textsOf(post).join('\n').replaceAll('\\', ''),
      lost: lostOf(post).map((line) => line.replace(/^shortcode /, '')),
    };
  };
  assert.deepEqual(await read('The [su_note color="#fff"]inside[/su_note] goes on. See [1], [sic] and [Smith 2010].'), {
    text: 'The inside goes on. See [1], [sic] and [Smith 2010].',
    lost: ['[su_note color="#fff"]'],
  });
  assert.deepEqual(await read('[note]One[/note] and [box][note]two[/note][/box], [divider/] [divider /]end'), {
    text: 'One and two, end',
    lost: ['[note]', '[box]', '[note]', '[divider/]', '[divider /]'],
  });
  assert.deepEqual(await read(`A [tip title="a ] b" text='[c]' x=1]b[/tip] c [Alert type=“red”]d[/Alert]`), {
    text: 'A b c d',
    lost: [`[tip title="a ] b" text='[c]' x=1]`, '[Alert type=“red”]'],
  });
  assert.deepEqual(await read('Write [[gallery ids="1"]] or [a word](https://a.example/) [/rant]'), {
    text: 'Write [gallery ids="1"] or [a word](https://a.example/) [/rant]',
    lost: [],
  });
  const [hugo] = await readArticles({
    'content/posts/a.md': '---\ntitle: A\n---\n{{< tip a="}" >}}In{{< /tip >}} it. {% note x %}B{% endnote %}\n',
  });
  assert.deepEqual(textsOf(hugo), ['In it. B']);
});

test('sound and films that stay behind are reported with their address, whatever names them', async () => {
  const csv = 'post_id,post_date,is_published,type,audience,title,subtitle,podcast_url,video_url\n';
  const row = (id: string, urls: string) =>
    `${id},2021-02-03T10:00:00.000Z,true,podcast,everyone,Episode,Sub,${urls}\n`;
  const substack = await readItems(
    sourceOf({
      'posts.csv':
        csv +
        row('1.a', 'https://pod.example/a.mp3,https://pod.example/a.mp4') +
        row('2.b', 'https://pod.example/b.mp3,'),
      'posts/1.a.html': '<p>Text.</p>',
    }),
  );
  const [episode, without] = substack.items;
  assert.deepEqual(lostOf(episode && 'article' in episode ? episode.article : undefined), [
    'embed https://pod.example/a.mp3',
    'embed https://pod.example/a.mp4',
  ]);
  assert.match(without && 'refused' in without ? without.refused.why : '', /https:\/\/pod\.example\/b\.mp3/);

  const meta: [string, string][] = [
    ['enclosure', 'https://pod.example/a.mp3\n123\naudio/mpeg\n'],
    ['enclosure', 'https://pod.example/b.mp3'],
    ['audio_file', 'https://pod.example/c.m4a'],
    ['_jetpack_note', 'https://pod.example/page'],
    ['_elementor_data', '[{"url":"https:\\/\\/pod.example\\/d.mp3"}]'],
  ];
  const content = '<p>Text.</p>[audio src="https://pod.example/b.mp3"][/audio]';
  const [post] = await readArticles({ 'a.xml': wxrOf({ content, meta }) });
  assert.deepEqual(lostOf(post), [
    'embed https://pod.example/a.mp3',
    'embed https://pod.example/c.m4a',
    'embed https://pod.example/d.mp3',
    'shortcode [audio src="https://pod.example/b.mp3"]',
  ]);

  const head = [
    'audio: /sound/a.mp3',
    'podcast: { url: https://pod.example/b.mp3, length: 12 }',
    'enclosure: [https://pod.example/c.mp3]',
    'video: https://video.example/watch?v=1',
    'image: /a.jpg',
  ];
  const [markdown] = await readArticles({ 'content/posts/a.md': `---\ntitle: A\n${head.join('\n')}\n---\nText.\n` });
  assert.deepEqual(lostOf(markdown), [
    'embed /sound/a.mp3',
    'embed https://pod.example/b.mp3',
    'embed https://pod.example/c.mp3',
    'embed https://video.example/watch?v=1',
  ]);

  const card = (type: string, more: object) => ({ type, ...more });
  const lexical = JSON.stringify({
    root: {
      type: 'root',
      children: [
        card('audio', { src: '__GHOST_URL__/content/media/a.mp3', title: 'Hum' }),
        card('video', { src: '__GHOST_URL__/content/media/b.mp4', caption: 'A lift' }),
        card('file', { src: '__GHOST_URL__/content/files/c.zip', fileTitle: 'Data' }),
      ],
    },
  });
  const [ghost] = await readArticles({ 'a.json': ghostOf([{ html: null, lexical }]) });
  assert.deepEqual(lostOf(ghost, 'https://old.example/'), [
    'embed https://old.example/content/media/a.mp3',
    'embed https://old.example/content/media/b.mp4',
  ]);
});

test('the encoding that a file declares is read; a byte that fits none stops the file by its name', async () => {
  const words = 'Der Kran hob 12 Träger über die Straße – „ja“, 5 €.';
  const post = (encoding: string) =>
    wxrOf({ head: `<?xml version="1.0" encoding='${encoding}'?>`, content: `<p>${words}</p>` });
  const windows = (text: string) =>
    Buffer.from(text.replace('–', '\x96').replace('„', '\x84').replace('“', '\x93').replace('€', '\x80'), 'latin1');
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  const files: Record<string, Record<string, Buffer>> = {
    'ISO-8859-1': { 'a.xml': windows(post('ISO-8859-1')) },
    'windows-1252': { 'a.xml': windows(post('windows-1252')) },
    'UTF-16 with its mark': { 'a.xml': utf16(post('UTF-16')) },
    'UTF-16 without its mark': { 'a.xml': utf16(post('UTF-16')).subarray(2).swap16() },
    'UTF-8 with its mark': { 'a.xml': Buffer.from(`\ufeff${post('ISO-8859-1')}`) },
    'Ghost in UTF-16': { 'a.json': utf16(ghostOf([{ html: `<p>${words}</p>` }])) },
    'Markdown in UTF-16': { 'content/posts/a.md': utf16(`---\ntitle: A\n---\n${words}\n`) },
    'Medium in windows-1252': {
      'posts/2021-02-03_a-0123456789ab.html': windows(
        `<html><head><meta charset="windows-1252"></head><article class="h-entry"><h1 class="p-name">A</h1><section class="e-content"><p>${words}</p></section></article>`,
      ),
    },
    'Substack in UTF-16': {
      'posts.csv': utf16(
        'post_id,post_date,is_published,type,audience,title\n1.a,2021-02-03T10:00:00Z,true,newsletter,everyone,A\n',
      ),
      'posts/1.a.html': utf16(`<p>${words}</p>`),
    },
  };
  for (const [name, given] of Object.entries(files))
    assert.deepEqual(textsOf((await readArticles(given))[0]), [words], name);

  const wrong = (text: string) => Buffer.from(text, 'latin1');
  const stops: Record<string, Buffer>[] = [
    { 'bad.xml': wrong(post('UTF-8')) },
    { 'bad.xml': wrong(wxrOf({ head: '<?xml version="1.0" encoding="ISO-8859-1"?>', content: 'a\x81b' })) },
    { 'bad.xml': wrong(post('x-unknown')) },
    { 'bad.json': wrong(ghostOf([{ html: '<p>Träger</p>' }])) },
    { 'bad/posts.csv': wrong('post_id,title\n1.a,Träger\n') },
  ];
  for (const given of stops)
    await assert.rejects(readArticles(given), {
      kind: 'validation_failed',
      message: /bad.*(?:UTF-8|ISO-8859-1|x-unknown)/i,
    });
  const { items } = await readItems(
    sourceOf({ 'content/a.md': wrong('---\ntitle: A\n---\nTräger\n'), 'content/b.md': 'B.' }),
  );
  assert.match('refused' in (items[0] ?? {}) ? JSON.stringify(items[0]) : '', /content\/a\.md.*UTF-8/);
  assert.equal('article' in (items[1] ?? {}), true);
});

test('a redirect with a sign that is not in UTF-8 is refused by its line', () => {
  const { rules, refused } = readRedirects('/a /b 301\n/tr\ufffdger /c 301\n');
  assert.deepEqual([rules.length, refused], [1, [{ line: 2, why: 'It is not in UTF-8.' }]]);
});

test('a sign that an earlier program could not read stays visible, and is reported', () => {
  const { blocks, changed } = bodyToCopy(
    { kind: 'html', text: '<p>Tr\ufffdger</p><p>\ufffdber &#xfffd;</p>' },
    { url: null },
  );
  assert.deepEqual(
    blocks.map(({ text }) => text),
    ['Tr\ufffdger', '\ufffdber \ufffd'],
  );
  assert.deepEqual(changed, [{ kind: 'sign that could not be read', count: 3 }]);
});

test('footnotes of Markdown become a numbered list at the end, each once, wherever they are written', async () => {
  const read = async (text: string) =>
    textsOf((await readArticles({ 'content/a.md': `---\ntitle: A\n---\n${text}` }))[0]);
  assert.deepEqual(
    await read(
      'The crew placed 12[^1] beams and 40[^log] columns.\n\n[^1]: Counted on *3 May*.\n[^log]: See the log, page 4.\n',
    ),
    ['The crew placed 12 [1] beams and 40 [2] columns.', '1. Counted on *3 May*.\n2. See the log, page 4.'],
  );
  assert.deepEqual(
    await read(
      'One[^b], two^[By *our* count, see [here](https://a.example/).], again[^b].\n\n[^B]:\n    First words\n    go on.\n\n    Second paragraph[^in].\n\nThe text goes on.\n\n[^in]: Within.\n[^never]: Nobody refers here.\n',
    ),
    [
      'One¹, two², again¹.',
      'The text goes on.',
      '1. First words go on. Second paragraph³.\n2. By *our* count, see [here](https://a.example/).\n3. Within.\n4. Nobody refers here.',
    ],
  );
  assert.deepEqual(
    await read('Code `[^1]` and [^unknown] and \\[^1] stay.\n\n    [^1]: no note\n\n[^__proto__]: P.\n').then((texts) =>
      texts.map((text) => text.replaceAll('\\', '')),
    ),
    ['Code `[^1]` and [^unknown] and [^1] stay.', '`[^1]: no note`', '1. P.'],
  );
});

test('marks of another Markdown are taken out where nobody saw them; those that stay in the text are in the report', async () => {
  const text = [
    '## A title {#part .wide}',
    'Text{: .note} here.\n{: .lead}',
    '{:toc}',
    '==Marked== words, `==code==`.',
    'Term\n: What it means.',
    '!!! note "Mind the gap"\n    Inside.',
    '> [!WARNING]\n> Stay back.',
    ':::tip\nInside.\n:::',
    'See [[Other page]] and ![[picture.png]].',
    '*[HTML]: Hyper Text',
    'A ++new++ word, $x$ and 5 == 5, a: b.',
  ].join('\n\n');
  const [article] = await readArticles({ 'content/a.md': `---\ntitle: A\n---\n${text}\n` });
  const { blocks, changed } = convert(article);
  const whole = blocks.map((block) => block.text).join('\n');
  assert.doesNotMatch(whole, /\{:|\{#|toc|\.wide/);
  assert.match(whole, /==Marked==/);
  const kinds = changed.filter(({ kind }) => kind.startsWith('mark of Markdown'));
  assert.deepEqual(
    kinds.map(({ kind, count }) => `${kind.slice(kind.indexOf(': ') + 2)} ×${count}`),
    ['==…== ×1', ': … ×1', '!!! … ×1', '[!…] ×1', '::: ×2', '[[…]] ×2', '*[…]: … ×1', '++…++ ×1', '$…$ ×1'],
  );
});

test('dates keep the offset that they carry, or have that of the clocks of the old site', async () => {
  const post = (date: string) => `---\ntitle: A\ndate: ${date}\n---\nA.\n`;
  const dateOf = async (files: Record<string, string>) => (await readArticles(files))[0]?.publishedAt;
  const zone = { '_config.yml': 'timezone: America/Los_Angeles\n' };
  const jekyll = (date: string, more: Record<string, string> = {}) =>
    dateOf({ '_posts/2021-06-03-a.md': post(date), ...more });
  assert.equal(await jekyll('2021-06-03 20:30:00 -0700'), '2021-06-03T20:30:00.000-07:00');
  assert.equal(await jekyll('2021-06-03 20:30:00 +0200', zone), '2021-06-03T20:30:00.000+02:00');
  assert.equal(await jekyll('2021-06-03 20:30:00', zone), '2021-06-03T20:30:00.000-07:00');
  assert.equal(await jekyll('2021-12-03 20:30', zone), '2021-12-03T20:30:00.000-08:00');
  assert.equal(await jekyll('2021-06-04T03:30:00Z', zone), '2021-06-03T20:30:00.000-07:00');
  assert.equal(await jekyll('2021-06-03', zone), '2021-06-03T00:00:00.000-07:00');
  assert.equal(await jekyll('2021-06-03 20:30:00'), '2021-06-03T20:30:00.000Z');
  assert.equal(
    await jekyll('2021-06-03 20:30:00', { '_config.yml': 'timezone: Nowhere/Here\n' }),
    '2021-06-03T20:30:00.000Z',
  );
  const toml = { 'content/posts/a.md': '+++\ntitle = "A"\ndate = 2021-06-03T20:30:00-07:00\n+++\nA.\n' };
  assert.equal(await dateOf(toml), '2021-06-03T20:30:00.000-07:00');
  const local = { 'content/posts/a.md': '+++\ntitle = "A"\ndate = 2021-06-03T20:30:00\n+++\nA.\n' };
  assert.equal(
    await dateOf({ ...local, 'hugo.toml': 'timeZone = "America/Los_Angeles"\n' }),
    '2021-06-03T20:30:00.000-07:00',
  );

  for (const key of ['timezone', 'activeTimezone']) {
    const settings = [{ key, value: 'America/Los_Angeles' }];
    const ghost = ghostOf([{ published_at: '2021-06-04T03:30:00.000Z', updated_at: '2021-06-05 03:30:00' }], {
      settings,
    });
    const [article] = await readArticles({ 'a.json': ghost });
    assert.deepEqual(
      [article?.publishedAt, article?.updatedAt],
      ['2021-06-03T20:30:00.000-07:00', '2021-06-04T20:30:00.000-07:00'],
    );
  }

  const wordpress = (fields: Record<string, string>) => dateOf({ 'a.xml': wxrOf({ fields }) });
  const gmt = { 'wp:post_date': '2021-06-03 20:30:00', 'wp:post_date_gmt': '2021-06-04 03:30:00' };
  assert.equal(await wordpress(gmt), '2021-06-03T20:30:00.000-07:00');
  assert.equal(await wordpress({ ...gmt, 'wp:post_date': '2021-06-04 09:15:00' }), '2021-06-04T09:15:00.000+05:45');
  assert.equal(await wordpress({ ...gmt, 'wp:post_date': '2019-01-01 00:00:00' }), '2021-06-04T03:30:00.000Z');
  const without = { ...gmt, 'wp:post_date_gmt': '0000-00-00 00:00:00', pubDate: 'Fri, 04 Jun 2021 03:30:00 +0000' };
  assert.equal(await wordpress(without), '2021-06-03T20:30:00.000-07:00');

  const substack = {
    'posts.csv':
      'post_id,post_date,is_published,type,audience,title\n1.a,2021-06-03T20:30:00-07:00,true,newsletter,everyone,A\n',
    'posts/1.a.html': '<p>A.</p>',
  };
  assert.equal(await dateOf(substack), '2021-06-03T20:30:00.000-07:00');
});
