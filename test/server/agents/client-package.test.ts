import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fillSetting } from '#agents/pages/mcp-clients.ts';
import { copySchema } from '#article/copy.ts';
import { SYSTEM } from '#core/actor.ts';
import { listArticles, readArticle } from '#editorial/article-record.ts';
import { EDITION, seedArticles } from '#seed/seed.ts';
import { hasNewFields, keptFields, knownTools } from '../../../client/article-fields.mjs';
import { printArticleFile, readArticleFile } from '../../../client/article-file.mjs';
import { COMMANDS } from '../../../client/commands.mjs';
import { EXIT } from '../../../client/errors.mjs';
import { keepBlocks, mergeCopy } from '../../../client/merge-copy.mjs';
import { CLIENTS, settingsFor } from '../../../client/settings.mjs';
import { stateFolder } from '../../../client/store.mjs';
import { clientServer, clientSettings, clientTools, clientTypes } from '../../../scripts/client-types.ts';
import { CLIENT, clientFolder, NODE, PROGRAM, runIn } from '../../support/agents/agent-client.ts';
import { copy, json, openSite } from '../../support/site.ts';

// The package in client/: what it ships, its types, its file format and the settings it prints.

const open = (file: string) => readFileSync(join(CLIENT, file), 'utf8');

test('the types and the tools of the client are those of the server', async (t) => {
  const site = await openSite(t);
  const { components } = await json(await site.fetch('/openapi.json'));
  const help = 'run scripts/client-types.ts';
  assert.equal(open('api.d.ts'), clientTypes(components.schemas), help);
  assert.equal(open('tools.json'), clientTools(), help);
  assert.equal(open('server.json'), clientServer(), help);
  assert.equal(open('clients.json'), clientSettings(), help);
});

test('the package has no dependencies and runs on Node 20', () => {
  const { dependencies, engines } = JSON.parse(open('package.json'));
  assert.deepEqual([dependencies, engines], [undefined, { node: '>=20' }]);
});

test('the manual names every command, every exit code and every client', () => {
  const manual = open('README.md');
  for (const name of [...Object.keys(COMMANDS), ...CLIENTS.map(({ id }) => id)])
    assert.match(manual, new RegExp(`\`${name}\\b`), name);
  for (const code of Object.values(EXIT)) assert.match(manual, new RegExp(`^\\| ${code} \\|`, 'm'));
  const { copy } = readArticleFile(/```markdown\n([\s\S]*?)```/.exec(manual)?.[1] ?? '');
  assert.equal(copySchema.safeParse(copy).success, true, 'the example is a valid draft');
  assert.deepEqual([copy.sources?.length, copy.bodyBlocks?.length], [1, 4]);
  assert.equal(JSON.parse(copy.editorialPacket?.claimsReview ?? '').figures[0].figure, '412');
});

test('the settings of every client connect to the site or start the bridge', async (t) => {
  const site = 'https://magazine.example';
  const start = { command: 'npx', args: ['-y', '/some "odd"/file.tgz', 'mcp', '--site', site] };
  for (const { id, url, program } of CLIENTS) {
    assert.deepEqual(parseSetting(settingsFor(id, site, null)), { url: `${site}/api/mcp` }, id);
    assert.equal(fillSetting(url.text, site), settingsFor(id, site, null).text, 'the page shows the same');
    if (program) assert.deepEqual(parseSetting(settingsFor(id, site, start)), start, id);
    else assert.throws(() => settingsFor(id, site, start), /starts no programs/);
  }
  const run = (...more: string[]) =>
    runIn(clientFolder(t), NODE, [PROGRAM, 'settings', 'cursor', '--site', `${site}/robotics`, ...more]);
  const args = [PROGRAM, 'mcp', '--site', site];
  const [bridge, url] = [await run(), await run('--url')];
  assert.deepEqual(JSON.parse(bridge.out).mcpServers['plumbline-magazine-example'], { command: NODE, args });
  assert.deepEqual(JSON.parse(url.out).mcpServers['plumbline-magazine-example'], { url: `${site}/api/mcp` });
  assert.throws(() => settingsFor('constructor', site, start), /Name a client/);
});

/** What a setting says, read as its client reads it: JSON, TOML, words of a shell, or an address. */
function parseSetting({ format, text, next = '' }: ReturnType<typeof settingsFor>): unknown {
  const name = 'plumbline-magazine-example';
  assert.doesNotMatch(text + next, /[{"](?:name|url|command|args)\}/);
  switch (format) {
    case 'json': {
      const { [name]: server } = Object.values(JSON.parse(text))[0] as Record<string, Record<string, unknown>>;
      const { type, httpUrl, ...rest } = server ?? {};
      if (type !== undefined) assert.equal(type, 'command' in rest ? 'stdio' : 'http');
      return httpUrl === undefined ? rest : { url: httpUrl };
    }
    case 'toml': {
      const [head, ...lines] = text.trimEnd().split('\n');
      assert.equal(head, `[mcp_servers.${name}]`);
      return Object.fromEntries(lines.map((line) => [line.split(' = ')[0], JSON.parse(line.split(' = ')[1] ?? '')]));
    }
    case 'command': {
      const words = text.trimEnd().split(' ');
      assert.deepEqual(words.slice(0, -1), ['claude', 'mcp', 'add', '--transport', 'http', name]);
      return { url: words.at(-1) };
    }
    case 'address':
      return { url: new URL(text).href };
  }
}

test('the token store is in the state folder of the system', () => {
  assert.equal(stateFolder({}, 'linux', '/h'), '/h/.local/state/plumbline-agent');
  assert.equal(stateFolder({ XDG_STATE_HOME: '/state' }, 'linux', '/h'), '/state/plumbline-agent');
  assert.equal(stateFolder({ XDG_STATE_HOME: 'relative' }, 'linux', '/h'), '/h/.local/state/plumbline-agent');
  assert.equal(stateFolder({}, 'darwin', '/h'), '/h/Library/Application Support/plumbline-agent');
  assert.equal(stateFolder({ LOCALAPPDATA: '/local' }, 'win32', '/h'), '/local/plumbline-agent');
});

test('the Markdown that the site prints for each sample article reads back as the stored article', async (t) => {
  const site = await openSite(t);
  await seedArticles(site.deps);
  const { articles } = await listArticles(site.deps.db.read, SYSTEM, { limit: 100 });
  assert.equal(articles.length, EDITION.length);
  for (const { id, section, slug } of articles) {
    const { copy, ...record } = await readArticle(site.deps.db.read, SYSTEM, id, site.deps);
    const file = readArticleFile(await (await site.fetch(`/${section}/${slug}.md`)).text());
    const { correctionNote: _, pictureCaption: __, numberTable: ___, credits: ____, exhibits: _____, ...stored } = copy;
    const merged = mergeCopy({ ...record, ...copy } as never, file);
    assert.deepEqual(merged, stored, slug);
    assert.deepEqual(merged.sources, readArticleFile(printArticleFile({ ...record, ...copy } as never)).copy.sources);
  }
});

test('a file has the fields of the payload, and its Markdown becomes blocks', () => {
  const { copy, id, baseRevision } = readArticleFile(
    [
      '\ufeff---',
      'id: 0191f7a0-0000-7000-8000-000000000000',
      'baseRevision: 3',
      'dek: "A dek: with a colon"',
      'section: robotics # a comment',
      'slug: some-slug',
      'correctionNote:',
      'tagIds: ["a", "b"]',
      'sources:',
      '- title: One',
      '  url: https://example.org/1#part',
      "  note: 'It''s a note'",
      '- title: Two',
      '  url: https://example.org/2',
      'editorialPacket:',
      '  claimsReview: |',
      '    {"figures": [',
      '      {"path": "dek"}]}',
      '  seoTitle: Title',
      '---',
      '# The headline',
      'A paragraph over',
      'two lines with *marks*.',
      '## Head ##',
      '1. one',
      '2. two',
      '',
      '3. three',
      '',
      '1) other',
      '',
      '* star',
      'goes on',
      '',
      '\\# no heading',
      '> quote',
      '> goes on',
      '### Sub',
    ].join('\r\n'),
  );
  assert.deepEqual([id, baseRevision], ['0191f7a0-0000-7000-8000-000000000000', 3]);
  assert.deepEqual(copy, {
    headline: 'The headline',
    dek: 'A dek: with a colon',
    section: 'robotics',
    slug: 'some-slug',
    correctionNote: null,
    tagIds: ['a', 'b'],
    sources: [
      { title: 'One', url: 'https://example.org/1#part', note: "It's a note" },
      { title: 'Two', url: 'https://example.org/2' },
    ],
    editorialPacket: { claimsReview: '{"figures": [\n  {"path": "dek"}]}', seoTitle: 'Title' },
    bodyBlocks: [
      { id: 'b1', type: 'paragraph', text: 'A paragraph over two lines with *marks*.' },
      { id: 'b2', type: 'heading', text: 'Head' },
      { id: 'b3', type: 'list', text: '1. one\n2. two\n3. three' },
      { id: 'b4', type: 'list', text: '1. other' },
      { id: 'b5', type: 'list', text: '- star goes on' },
      { id: 'b6', type: 'paragraph', text: '\\# no heading' },
      { id: 'b7', type: 'quote', text: 'quote goes on' },
      { id: 'b8', type: 'subheading', text: 'Sub' },
    ],
  });
  const printed = printArticleFile({ ...copy, id, revision: 3, sponsorshipDisclosure: '# odd: text ' } as never);
  const { sponsorshipDisclosure, ...again } = readArticleFile(printed).copy;
  const { correctionNote: _, ...before } = copy;
  assert.deepEqual([again, sponsorshipDisclosure], [before, '# odd: text ']);
});

test('a field of a newer server stays as it is stored', () => {
  const known = { ...copy(), id: 'a', revision: 1, gate: [] };
  const stored = { ...known, kicker: 'Six weeks' };
  assert.deepEqual([hasNewFields(known), hasNewFields(stored)], [false, true]);
  const tools = knownTools();
  const draft = tools.find(({ name }) => name === 'create_article')?.inputSchema;
  Object.assign(draft?.properties ?? {}, { kicker: { type: 'string' } });
  const file = { copy: { headline: 'Another' }, isOfSite: false };
  assert.deepEqual(mergeCopy(stored as never, file, keptFields(tools)), {
    ...copy({ headline: 'Another' }),
    kicker: 'Six weeks',
  });
});

test('a file that would lose something is refused with the line or the words', () => {
  const head = '---\nheadline: A\n---\n';
  for (const [file, message] of [
    ['---\nheadline A\n---\n', /Line 2 is not `name: value`/],
    ['---\nheadline: A\nheadline: B\n---\n', /Line 3 has headline a second time/],
    ['---\nheadline: &a B\n---\n', /Line 2 begins with a sign of YAML/],
    ['---\ntagIds: [a, b]\n---\n', /Line 2 begins like JSON/],
    ['---\ndek: Robot #5\n---\n', /Line 2 has a # that YAML reads as a comment/],
    ['---\nkicker: A\n---\n', /There is no field kicker/],
    [`${head}# B\n`, /headline and the heading with one # differ/],
    [`${head}#### Deep\n`, /Use ## for a heading/],
    [`${head}- a\n  - b\n`, /A list inside a list/],
    [`${head}| a | b |\n`, /A table has no block/],
    [`${head}![alt](x.png)\n`, /Editors add pictures/],
    [`${head}a\n\n---\n\nb`, /A rule has no block/],
  ] as const) {
    assert.throws(() => readArticleFile(file), message, file);
  }
});

test('blocks that did not change keep their ids, and changed ones keep their places', () => {
  const blocks = (texts: string) =>
    texts.split(' ').map((text, at) => ({ id: `x${at}`, type: 'paragraph' as const, text }));
  const ids = (before: string, after: string) =>
    keepBlocks(blocks(before), blocks(after)).map(({ id, text }) => id + text);
  assert.deepEqual(ids('a b c', 'a b c'), ['x0a', 'x1b', 'x2c']);
  assert.deepEqual(ids('a b c', 'c'), ['x2c']);
  assert.deepEqual(ids('a b c', 'a B c'), ['x0a', 'x1B', 'x2c']);
  assert.deepEqual(ids('a b', 'new a b more'), ['b3new', 'x0a', 'x1b', 'b4more']);
  assert.deepEqual(ids('a b c d', 'a d'), ['x0a', 'x3d']);
});
