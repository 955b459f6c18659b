import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { openSections } from '#article/section.ts';
import { CLI } from '#core/actor.ts';
import { addRun, listItems } from '#exchange/import/import-runs.ts';
import { lookAt } from '#exchange/import/look.ts';
import { followFileLinks, indexLinked } from '#exchange/import/read/file-links.ts';
import { runImport } from '#exchange/import/run-import.ts';
import { isRoute } from '#server/routes.ts';
import { type After, openSite } from '../../support/site.ts';

// Links between the files of a Markdown folder lead to the imported articles.

const HTTPS = 'https://mag.example';

/** Imports a folder, and returns the first text of each article by its file. */
async function importFolder(t: After, files: Record<string, string>): Promise<Record<string, string>> {
  const root = mkdtempSync(join(tmpdir(), 'plumbline-files-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { deps } = await openSite(t, { BASE_URL: HTTPS });
  const id = await addRun(deps, CLI, { path: root, fileName: 'folder' });
  await lookAt(deps, CLI, id, { sections: openSections() });
  await runImport(deps, CLI, id, { options: { isRoute, baseUrl: HTTPS } });
  const texts: Record<string, string> = {};
  for (const { sourceId, articleId } of await listItems(deps.db.read, id, { limit: 20 })) {
    if (articleId === null) continue;
    const row = await deps.db.read
      .selectFrom('revision')
      .select('body_blocks')
      .where('article_id', '=', articleId)
      .executeTakeFirstOrThrow();
    texts[sourceId] = JSON.parse(row.body_blocks)[0].text;
  }
  return texts;
}

test('ref and relref of Hugo, and links to its files, lead to the imported articles', async (t) => {
  const post = (title: string, text: string, more = '') => `+++\ntitle = "${title}"\n${more}+++\n\n${text}\n`;
  const texts = await importFolder(t, {
    'hugo.toml': 'baseURL = "https://old.example/"\ntitle = "The Site Record"\n',
    'content/blog/crane.md': post(
      'Crane',
      '[A]({{< ref "hoist.md" >}}), [B]({{% relref "/blog/slab" %}}), [C]({{< ref "notes/belt#part" >}}), [D](hoist.md#part), [E](../notes/belt.md "The belt"), [F]({{< ref "nowhere.md" >}}), `[G](hoist.md)`.',
    ),
    'content/blog/hoist.md': post('Hoist', 'It went up.', 'url = "/hoists/first/"\n'),
    'content/blog/slab/index.md': post('Slab', 'Back to the [crane](../crane.md).'),
    'content/notes/belt.md': post('Belt', 'It ran.', 'slug = "the-belt"\n'),
  });
  assert.equal(
    texts['content/blog/crane.md'],
    `[A](${HTTPS}/hoists/first), [B](${HTTPS}/blog/slab), [C](${HTTPS}/notes/the-belt), [D](${HTTPS}/hoists/first), [E](${HTTPS}/notes/the-belt), F, \`[G](hoist.md)\`.`,
  );
  assert.equal(texts['content/blog/slab/index.md'], `Back to the [crane](${HTTPS}/blog/crane).`);
});

test('post_url and link of Jekyll lead to the imported articles; a draft and a page have no address here', async (t) => {
  const post = (title: string, text: string, more = '') => `---\ntitle: ${title}\n${more}---\n\n${text}\n`;
  const texts = await importFolder(t, {
    'site/_config.yml': 'title: The Site Record\nurl: https://old.example\n',
    'site/_posts/2020-05-04-arm.md': post(
      'Arm',
      '[A]({% post_url 2020-06-01-grid %}), [B]({{ site.baseurl }}{% link _posts/2020-06-01-grid.md %}), [C]({% link _drafts/idea.md %}), [D]({% link about.md %}).',
    ),
    'site/_posts/2020-06-01-grid.md': post(
      'Grid',
      'See [the arm][1].\n\n[1]: 2020-05-04-arm.md',
      'categories: robotics\n',
    ),
    'site/_drafts/idea.md': post('Idea', 'Nobody read it.'),
    'site/about.md': post('About', 'Us.', 'layout: page\n'),
  });
  const grid = `${HTTPS}/robotics/2020/06/01/grid.html`;
  assert.equal(texts['site/_posts/2020-05-04-arm.md'], `[A](${grid}), [B](${grid}), C, D.`);
  assert.equal(texts['site/_posts/2020-06-01-grid.md'], `See [the arm](${HTTPS}/2020/05/04/arm.html).`);
});

test('code, other sites and names that two files share are left as they are', async () => {
  const find = indexLinked(['content/a/one.md', 'content/a/two.md', 'content/b/two.md', 'content/b/three.mdx']);
  const follow = (text: string) => followFileLinks(text, 'content/a/one.md', find, async (path) => `/${path}/`);
  for (const same of [
    '```\n[x](two.md)\n```',
    '~~~md\n[x](two.md)\n',
    '`{{< ref "two.md" >}}`',
    '[x](https://other.example/two.md)',
    '[x](//other.example/two.md)',
    '[x](mailto:two.md)',
    '[x](two.pdf)',
    '{{</* ref "two.md" */>}}',
    '{{< ref "four.md" >}}',
  ])
    assert.equal(await follow(same), same);
  assert.equal(await follow('[x](two.md)'), '[x](/content/a/two.md/)');
  assert.equal(
    await follow('[x](three.mdx#p) `c` [y](./two.md)'),
    '[x](/content/b/three.mdx/) `c` [y](/content/a/two.md/)',
  );
  assert.equal(indexLinked(['x/a/two.md', 'x/b/two.md'])('two.md', 'y/one.md'), null);
});
