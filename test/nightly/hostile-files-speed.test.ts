import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { followFileLinks } from '#exchange/import/read/file-links.ts';
import { GHOST } from '#exchange/import/read/ghost.ts';
import { MEDIUM } from '#exchange/import/read/medium.ts';
import { readMarkdownShortcodes, readWordPressShortcodes, wrapParagraphs } from '#exchange/import/read/shortcodes.ts';
import { openSource } from '#exchange/import/read/source.ts';
import { freshFolder } from '../support/fresh-folder.ts';
import { makeZip } from '../support/make-zip.ts';
import { processorTimeOf } from './processor-time.ts';

// Files that are made to keep the server busy.

const spaces = (count: number) => ' '.repeat(count);
const noFile = { find: () => null, addressOf: async () => null };

type Read = (text: string) => unknown;
const markdown: Read = readMarkdownShortcodes;
const wordpress: Read = (text) => readWordPressShortcodes(text, () => undefined);
const links: Read = (text) => followFileLinks(text, 'a.md', noFile.find, noFile.addressOf);

/** Each text at a size, and what reads it. */
const TEXTS: Record<string, [read: Read, make: (size: number) => string]> = {
  'openings of Hugo, then spaces': [markdown, (size) => '{{<a'.repeat(200) + spaces(size)],
  'comments of Hugo without end': [markdown, (size) => '{{</*'.repeat(100) + '*/'.repeat(160) + spaces(size)],
  'openings of Hugo alone': [markdown, (size) => '{{<a '.repeat(size / 5)],
  'tags of Jekyll without end': [markdown, (size) => '{% a '.repeat(size / 5)],
  'a link of Jekyll, then spaces': [markdown, (size) => `{% link${spaces(size)}`],
  'code of Jekyll without end': [markdown, (size) => '{% highlight a %}'.repeat(size / 17)],
  'an import, then spaces': [markdown, (size) => `import a from${' from'.repeat(80)}${spaces(size)}`],
  'components without end': [markdown, (size) => '<A '.repeat(size / 3)],
  'captions of spaces': [wordpress, (size) => `[caption]${spaces(4980)}[/caption]`.repeat(size / 5000)],
  'captions without end': [wordpress, (size) => '[caption]'.repeat(size / 9)],
  'galleries without end': [wordpress, (size) => '[gallery ids="1'.repeat(size / 15)],
  'embeds without end': [wordpress, (size) => '[embed]x'.repeat(size / 8) + spaces(size)],
  'preformatted text without end': [wrapParagraphs, (size) => '<pre '.repeat(size / 5)],
  'blank lines': [wrapParagraphs, (size) => `a\n${spaces(50)}`.repeat(size / 52)],
  'a reference, then spaces': [links, (size) => `[a]:${spaces(size)}`],
  'references of Hugo, then spaces': [links, (size) => '{{< ref '.repeat(60) + spaces(size)],
  'a tag of Jekyll, then spaces': [links, (size) => `{% post_url${spaces(size)}`],
  'names of files in one link': [links, (size) => `](${'.md'.repeat(90)}!`.repeat(size / 273)],
};

for (const [name, [read, make]] of Object.entries(TEXTS))
  test(`reading ${name} takes time that grows with the length alone, and little more than other text`, async () => {
    const cost = async (text: string) => {
      const costs: number[] = [];
      for (let turn = 0; turn < 3; turn++) costs.push(await processorTimeOf(async () => void (await read(text))));
      return Math.min(...costs);
    };
    const [small, large] = [await cost(make(20_000)), await cost(make(80_000))];
    const plain = await cost('It stood. It waited.\n'.repeat(4000));
    assert.ok(large < 8 * small + 20, `20,000 characters took ${small} ms, 80,000 took ${large} ms`);
    assert.ok(large < 100 * plain + 50, `80,000 plain characters took ${plain} ms, these took ${large} ms`);
  });

test('a post of Medium with a million open elements, and a Ghost post with 100,000 tags, are read in time', async (t) => {
  const folder = freshFolder(t);
  const cost = async (size: number) => {
    const html = `<article class="h-entry"><h1 class="p-name">a</h1><section class="e-content">${'<b>x'.repeat(size)}${'</i>'.repeat(size)}`;
    const tags = Array.from({ length: size }, (_, at) => ({ post_id: '1', tag_id: `${at}`, sort_order: at }));
    const path = join(folder, `${size}.zip`);
    writeFileSync(path, makeZip([{ path: 'posts/2020-05-04_a-0123456789ab.html', data: html }]));
    const ghost = join(folder, `${size}.json`);
    writeFileSync(ghost, JSON.stringify({ data: { posts_tags: tags, posts: [{ id: '1', html: '<p>a' }] } }));
    return processorTimeOf(async () => {
      for (const [reader, file] of [
        [MEDIUM, path],
        [GHOST, ghost],
      ] as const) {
        const source = await openSource(file);
        for await (const item of reader.read(source)) assert.ok('article' in item);
        await source.close();
      }
    });
  };
  const [small, large] = [await cost(10_000), await cost(40_000)];
  assert.ok(large < 8 * small + 50, `10,000 took ${small} ms, 40,000 took ${large} ms`);
});
