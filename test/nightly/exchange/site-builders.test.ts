import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { exportFolder } from '../../support/exchange/exports.ts';
import { copy, openSite } from '../../support/site.ts';
import { stock } from '../../support/stocked.ts';

// Hugo and Jekyll, as Debian has them, build an export without a warning about its front matter.

const HOSTILE = [
  'Text with {{< shortcode >}} and {{% another %}} and {% liquid %} and {{ output }} and {: .class }.',
  'Code with `{{< shortcode >}}` and `{% liquid %}`: "quotes", \\ backslash, --- and # signs.',
];

function has(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

for (const { name, isThere, build, page } of [
  {
    name: 'Hugo',
    isThere: has('hugo', 'version'),
    build: (folder: string, to: string) => ['hugo', '-s', folder, '-d', to],
    page: (slug: string) => `robotics/${slug}/index.html`,
  },
  {
    name: 'Jekyll',
    isThere: has('jekyll', '--version'),
    build: (folder: string, to: string) => ['jekyll', 'build', '-s', folder, '-d', to],
    page: (slug: string) => `articles/robotics/${slug}.html`,
  },
]) {
  test(`${name} builds an export with hostile text without a warning`, {
    skip: isThere ? false : `${name} is not installed`,
  }, async (t) => {
    const site = await openSite(t);
    await stock(site);
    const bodyBlocks = HOSTILE.map((text, at) => ({ id: `b${at}`, type: 'paragraph', text }));
    const headline = 'Quotes "in" a headline: {{< x >}} [and] more';
    const { id } = await createDraft(site.deps, CLI, copy({ slug: 'hostile', headline, bodyBlocks }));
    await publish(site.deps, CLI, id, { revisionNumber: 0 });
    const folder = await exportFolder(t, site, { private: true });
    // Hugo prints a page only with a layout.
    const layouts = join(folder, 'layouts/_default');
    mkdirSync(layouts, { recursive: true });
    for (const kind of ['single', 'list'])
      writeFileSync(
        join(layouts, `${kind}.html`),
        '<h1>{{ .Title }}</h1>{{ .Date.Format "2006-01-02" }}{{ .Content }}',
      );
    const to = join(folder, '..', 'built');
    const [program = '', ...args] = build(folder, to);
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    const said = `${stdout}${stderr}`;
    assert.equal(status, 0, said);
    assert.doesNotMatch(said, /warn|error|front ?matter|yaml/i);
    const built = join(to, page('hostile'));
    assert.ok(existsSync(built), said);
    const text = readFileSync(built, 'utf8');
    assert.match(text, /\{\{&lt; shortcode &gt;\}\} and \{\{% another %\}\} and \{% liquid %\} and \{\{ output \}\}/);
  });
}
