import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import sharp from 'sharp';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { articleCard } from '#media/cards/card.ts';
import { readConfig } from '#runtime/config/config.ts';
import { contrast, PAPER } from '#site/colour.ts';
import { defaultPublication } from '#site/live-site.ts';
import { saveLogo } from '#site/logo.ts';
import { readSiteSettings, saveSiteSettings } from '#site/site-settings.ts';
import { plain } from '../../support/pictures.ts';
import { copy, form, fromPage, json, openSite, type Person } from '../../support/site.ts';

test('a new name is in cached pages, feeds, JSON and the API description at the next request, and the byline follows it', async (t) => {
  const site = await openSite(t);
  const { id } = await createDraft(site.deps, CLI, copy());
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  const paths = ['/', '/robotics', '/robotics/layout-robot-pilot', '/about', '/rss.xml', '/llms.txt', '/openapi.json'];
  const read = async (path: string) => (await site.fetch(path)).text();
  for (const path of paths) assert.match(await read(path), /Plumbline/, path);
  await saveSiteSettings(site.deps, CLI, { name: 'The Site Diary' });
  for (const path of paths) {
    const body = await read(path);
    assert.match(body, /The Site Diary/, path);
    assert.doesNotMatch(body.replaceAll('plumbline', ''), /Plumbline/, path);
  }
  const { author } = await json(await site.fetch('/api/public/articles/robotics/layout-robot-pilot'));
  assert.equal(author, 'The Site Diary newsroom');
});

test('a removed setting has the value of the environment again, and each change is in the journal', async (t) => {
  const site = await openSite(t, { PUBLICATION_NAME: 'From the environment' });
  const title = async () => /<title>(.*?)<\/title>/.exec(await (await site.fetch('/')).text())?.[1] ?? '';
  assert.deepEqual(await saveSiteSettings(site.deps, CLI, { name: 'Ours', language: 'de' }), ['name', 'language']);
  assert.match(await title(), /^Ours/);
  assert.deepEqual(await saveSiteSettings(site.deps, CLI, { name: 'Ours' }), []);
  await saveSiteSettings(site.deps, CLI, { name: null });
  assert.match(await title(), /^From the environment/);
  const entries = await site.deps.db.read
    .selectFrom('journal')
    .select(['act', 'subject_id', 'detail'])
    .orderBy('seq')
    .execute();
  assert.deepEqual(
    entries.map(({ act, subject_id, detail }) => [act, subject_id, JSON.parse(detail ?? '')]),
    [
      ['site.changed', 'name', { from: null, to: 'Ours' }],
      ['site.changed', 'language', { from: null, to: 'de' }],
      ['site.changed', 'name', { from: 'Ours', to: null }],
    ],
  );
});

test('an editor changes the address that readers write to, and nothing else of the site', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  await saveSiteSettings(site.deps, editor, { contact: 'desk@magazine.example' });
  await assert.rejects(saveSiteSettings(site.deps, editor, { name: 'Ours' }), { kind: 'forbidden' });
  const writer = await site.person('writer');
  await assert.rejects(saveSiteSettings(site.deps, writer, { contact: 'me@magazine.example' }), { kind: 'forbidden' });
  assert.match(await (await site.fetch('/about')).text(), /desk@magazine\.example/);
});

const LOOK = {
  ...{ name: 'The Site Diary', description: 'What happens on site.', byline: '', contact: 'desk@magazine.example' },
  ...{ postalAddress: '1 Mast Road, Sheffield', language: 'en-GB', timeZone: 'Europe/London', accent: '#7a1fa2' },
};
const LINKS = [
  ['navigation.label', 'Events'],
  ['navigation.href', '/about'],
  ['navigation.label', 'Shop'],
  ['navigation.href', 'https://shop.example/all'],
  ['footer.label', 'Imprint'],
  ['footer.href', '/standards'],
] as const;
const PROFILES = [['social', 'https://social.example/@diary']] as const;
/** The three pages of these settings, and what a chief types in each. */
const PAGES: readonly [path: string, fields: readonly (readonly [string, string])[]][] = [
  ['/newsroom/site', Object.entries(LOOK)],
  ['/newsroom/site/navigation', LINKS],
  ['/newsroom/site/sharing', PROFILES],
];

/** A form whose names may repeat, as a list of rows sends them. */
function rows(person: Person, fields: readonly (readonly [string, string])[]): RequestInit {
  return { ...form(person, {}), body: String(new URLSearchParams(fields.map(([name, value]) => [name, value]))) };
}

test('a chief saves the three forms, and pages, structured data and the brief have what they say', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const save = async (done: string) => {
    for (const [path, fields] of PAGES) {
      const saved = await site.fetch(path, rows(chief, fields));
      assert.equal(saved.headers.get('location'), `${path}?done=${done}`);
    }
  };
  await save('saved');
  const page = await (await site.fetch('/')).text();
  assert.match(page, /<html lang="en-GB">/);
  assert.match(page, /<li><a href="https:\/\/shop\.example\/all">Shop<\/a><\/li>\n<li class="end"><a href="\/brief">/);
  assert.match(page, /<footer>[\s\S]*<li><a href="\/standards">Imprint<\/a>/);
  assert.match(page, /<a href="https:\/\/social\.example\/@diary" rel="me">social\.example\/@diary<\/a>/);
  assert.match(page, /"sameAs":\["https:\/\/social\.example\/@diary"\]/);
  const [sheet = ''] = /\/static\/accent\.[0-9a-f]+\.css/.exec(page) ?? [];
  const css = await (await site.fetch(sheet)).text();
  const [, dark = ''] = /dark\)\{:root\{--accent:(#[0-9a-f]{6})/.exec(css) ?? [];
  assert.ok(contrast('#7a1fa2', PAPER.light) >= 4.5 && contrast(dark, PAPER.dark) >= 4.5, css);
  assert.deepEqual(
    [site.publication.postalAddress, site.publication.name, site.publication.language],
    ['1 Mast Road, Sheffield', 'The Site Diary', 'en-GB'],
  );
  const newsroom = await (await site.fetch('/newsroom/journal', { headers: fromPage(chief) })).text();
  assert.match(newsroom, /datetime="2026-09-06T13:00:00\.000Z" title="2026-09-06 13:00 UTC">[^<]*14:00:00</);
  await save('same');
});

test('wrong settings are refused by their label, all at once; they change nothing, and the form keeps what was typed', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const link = (name: string, label: string, href: string) =>
    [
      [`${name}.label`, label],
      [`${name}.href`, href],
    ] as const;
  const wrong: [path: string, fields: readonly (readonly [string, string])[], messages: RegExp[]][] = [
    [
      '',
      [['accent', '#ffcc00']],
      [/Accent colour has a contrast of 1\.4 to 1 .* #[0-9a-f]{6} is the nearest darker shade/],
    ],
    [
      '',
      [
        ['accent', 'red;}'],
        ['language', 'klingon!'],
        ['timeZone', 'Mars/Olympus'],
      ],
      [
        /3 fields are not right yet/,
        /Accent colour must be a colour such as/,
        /Language must be a language tag/,
        /Time zone must be a time zone/,
      ],
    ],
    [
      '',
      [
        ['name', 'x'.repeat(61)],
        ['contact', 'nobody'],
      ],
      [/Name must be at most 60 characters/, /Email address for readers must be an email address/],
    ],
    ['/navigation', link('navigation', 'Events', ''), [/Navigation link 1, address, must not be empty/]],
    [
      '/navigation',
      link('navigation', 'Events', 'javascript:alert(1)'),
      [/Navigation link 1, address, must be a path of this site/],
    ],
    [
      '/navigation',
      [...link('footer', 'Home', '/'), ...link('footer', 'Away', '//evil.example')],
      [/Footer link 2, address, must be a path of this site/],
    ],
    ['/navigation', link('footer', 'Away', '/\\evil.example'), [/Footer link 1, address, must be a path/]],
    [
      '/navigation',
      [...link('footer', 'One', '/about'), ...link('footer', 'Two', '/about')],
      [/Footer has an address twice/],
    ],
    ['/sharing', [['social', 'http://social.example/@diary']], [/Profiles elsewhere address 1 must be/]],
  ];
  for (const [path, fields, messages] of wrong) {
    const refused = await site.fetch(
      `/newsroom/site${path}`,
      rows(chief, [...fields, ['postalAddress', '1 Mast Road']]),
    );
    const page = await refused.text();
    assert.equal(refused.status, 422, JSON.stringify(fields));
    for (const message of messages) assert.match(page, message);
    const [[, typed] = ['', '']] = fields;
    assert.ok(page.includes(`value="${typed}"`) || typed === 'Mars/Olympus', `${typed} is kept`);
    assert.match(page, /aria-invalid="true"/);
    if (path === '') assert.match(page, /value="1 Mast Road"/);
  }
  assert.deepEqual(await readSiteSettings(site.deps.db.read), {});
  const editor = await site.person('editor');
  for (const [path, fields] of PAGES) assert.equal((await site.fetch(path, rows(editor, fields))).status, 403);
});

test('a row of links moves without a script, nothing is saved, and the bar says how much nobody sees yet', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const moved = await site.fetch('/newsroom/site/navigation', rows(chief, [...LINKS, ['act', 'navigation down 0']]));
  const page = await moved.text();
  assert.match(page, /value="Shop"[\s\S]*value="Events"[\s\S]*value="Imprint"/);
  assert.match(page, /2 changes, seen by nobody yet/);
  assert.deepEqual(await readSiteSettings(site.deps.db.read), {});
});

test('hostile text in a name and a label is text on every page', async (t) => {
  const site = await openSite(t);
  const evil = '<script>alert(1)</script>"\'';
  await saveSiteSettings(site.deps, CLI, { name: evil, navigation: [{ label: evil, href: '/about?"><x' }] });
  for (const path of ['/', '/about', '/search', '/standards'])
    assert.doesNotMatch(await (await site.fetch(path)).text(), /<script>alert|"><x/, path);
});

test('a preview shows the home page and an article with what was typed, light or dark, and stores nothing', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const { id } = await createDraft(site.deps, CLI, copy());
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  const preview = (fields: Record<string, string>) =>
    site.fetch('/newsroom/site/preview', rows(chief, [...Object.entries({ ...LOOK, ...fields }), ...LINKS]));
  for (const [kind, shown] of [
    ['home', /<h1 class="nameplate"><a href="\/">The Site Diary/],
    ['article', /<h1[^>]*>A layout robot on a live slab/],
  ] as const) {
    const answer = await preview({ preview: kind });
    assert.match(answer.headers.get('content-security-policy') ?? '', /^sandbox;/);
    const page = await answer.text();
    assert.match(page, shown);
    assert.match(page, /The Site Diary/);
    assert.match(page, />Events<\/a>/);
    assert.match(page, /accent\.7a1fa2\.css/);
  }
  const dark = await preview({ scheme: 'dark' });
  const page = await dark.text();
  const [, sheet = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
  const hash = createHash('sha256').update(sheet).digest('base64');
  assert.ok(dark.headers.get('content-security-policy')?.includes(`style-src 'self' 'sha256-${hash}'`));
  assert.match(sheet, /@media all\{:root/);
  assert.doesNotMatch(page, /prefers-color-scheme|accent\.7a1fa2\.css/);
  const refused = await preview({ accent: '#ffffff' });
  assert.equal(refused.status, 422);
  assert.match(await refused.text(), /Accent colour has a contrast/);
  const live = await (await preview({ accent: '#fff', live: '1' })).text();
  assert.match(live, /The Site Diary/, 'while somebody types, what is right is shown');
  assert.deepEqual(await readSiteSettings(site.deps.db.read), {});
  assert.match(await (await site.fetch('/')).text(), /Plumbline/);
});

test('a PNG becomes the logo, drawn again without its metadata; an SVG, a JPEG and a broken file are refused', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const send = (bytes: Uint8Array) => {
    const body = new FormData();
    body.set('file', new File([new Uint8Array(bytes)], 'logo.png', { type: 'image/png' }));
    return site.fetch('/newsroom/site/logo', { method: 'POST', headers: fromPage(chief), body, redirect: 'manual' });
  };
  const png = await plain(900, 300)
    .withExif({ IFD0: { Copyright: 'hidden words' } })
    .png()
    .toBuffer();
  const wrong: [Uint8Array, RegExp][] = [
    [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      /This is an SVG or a web page, not a PNG.*can contain programs/s,
    ],
    [await plain(300, 300).jpeg().toBuffer(), /This is not a PNG that can be read/],
    [png.subarray(0, 200), /not a PNG that can be read/],
    [await plain(16, 16).png().toBuffer(), /The logo is 16 by 16 pixels/],
    [new Uint8Array(), /There is no file/],
  ];
  for (const [bytes, message] of wrong) {
    const refused = await send(bytes);
    assert.ok(refused.status >= 400 && refused.status < 500, String(message));
    assert.match(await refused.text(), message);
  }
  assert.equal((await send(png)).headers.get('location'), '/newsroom/site?done=logo#logo');
  const page = await (await site.fetch('/about')).text();
  const [, path = ''] = /<img class="logo" src="([^"]+)" alt="Plumbline" width="720" height="240">/.exec(page) ?? [];
  const logo = await site.fetch(path);
  assert.equal(logo.headers.get('content-type'), 'image/png');
  assert.doesNotMatch(Buffer.from(await logo.arrayBuffer()).toString('latin1'), /hidden words/);
  assert.equal((await site.fetch('/static/logo.0123456789abcdef.png')).status, 404);
  assert.equal((await site.fetch('/static/accent.ffffff.css')).status, 404);
  await site.fetch('/newsroom/site/logo/remove', form(chief, {}));
  assert.doesNotMatch(await (await site.fetch('/about')).text(), /<img class="logo"/);
  assert.equal((await site.fetch(path)).status, 404);
});

test('the icon is the logo, or the first letter on the accent where the logo is wide, in every size, with the accent as colour', async (t) => {
  const site = await openSite(t);
  const read = async (path: string) => {
    const answer = await site.fetch(path);
    assert.equal(answer.status, 200, path);
    return Buffer.from(await answer.arrayBuffer());
  };
  const headOf = async () => (await read('/about')).toString();
  const icons = async () => JSON.parse((await read('/manifest.webmanifest')).toString());
  const mark = await read('/favicon.ico');
  assert.match(await headOf(), /<link rel="icon" href="\/static\/mark\.[0-9a-f]+\.svg"/);
  assert.deepEqual((await icons()).name, 'Plumbline');

  await saveSiteSettings(site.deps, CLI, { name: 'Émile’s Diary', accent: '#7a1fa2' });
  const letter = await headOf();
  assert.match(letter, /<meta name="theme-color" content="#7a1fa2">/);
  assert.match(letter, /<link rel="manifest" href="\/manifest\.webmanifest">/);
  const [, tab = ''] = /<link rel="icon" href="([^"]+)" type="image\/png"/.exec(letter) ?? [];
  const [, touch = ''] = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(letter) ?? [];
  await assertSquare(await read(tab), 48, [0x7a, 0x1f, 0xa2]);
  await assertSquare(await read(touch), 180, [0x7a, 0x1f, 0xa2]);
  assert.deepEqual(await read('/apple-touch-icon.png'), await read(touch));
  assert.notDeepEqual(await read('/favicon.ico'), mark);
  const manifest = await icons();
  assert.deepEqual([manifest.name, manifest.theme_color], ['Émile’s Diary', '#7a1fa2']);
  assert.equal(manifest.icons.length, 4);
  for (const { src, sizes } of manifest.icons) await assertSquare(await read(src), Number.parseInt(sizes, 10));
  assert.match(await (await site.fetch('/rss.xml')).text(), /<url>[^<]*\/static\/icon-144\.[0-9a-f]{16}\.png<\/url>/);

  await saveLogo(site.deps, CLI, await plain(900, 300, '#00aa00').png().toBuffer());
  assert.ok((await headOf()).includes(tab), 'a wide logo is no icon');
  await saveLogo(site.deps, CLI, await plain(400, 300, '#00aa00').png().toBuffer());
  const [, own = ''] = /<link rel="icon" href="([^"]+)" type="image\/png"/.exec(await headOf()) ?? [];
  assert.notEqual(own, tab);
  const { data } = await sharp(await read(own))
    .raw()
    .toBuffer({ resolveWithObject: true });
  assert.deepEqual([...data.subarray(0, 3)], [0xfb, 0xfa, 0xf7], 'paper around the logo');
  assert.deepEqual([...data.subarray((24 * 48 + 24) * 3, (24 * 48 + 24) * 3 + 3)], [0, 0xaa, 0]);
  for (const gone of [tab, '/static/icon-48.0123456789abcdef.png', own.replace('48', '47')])
    assert.equal((await site.fetch(gone)).status, 404, gone);
  const chief = await site.person('chief');
  assert.ok((await (await site.fetch('/newsroom', { headers: fromPage(chief) })).text()).includes(own));
});

/** A PNG with two equal sides, and at its left edge this colour. */
async function assertSquare(png: Buffer, side: number, colour?: readonly number[]): Promise<void> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height], [side, side]);
  if (colour) assert.deepEqual([...data.subarray(0, 3)], colour);
}

test('the card of an article has a long name too, and the accent colour', () => {
  const name = 'The Very Long Name of a Diary of What Happens on Sites';
  const publication = defaultPublication(readConfig({ PUBLICATION_NAME: name }));
  const story = { headline: 'A story', section: 'robotics', author: null, publishedAt: '2026-09-06T13:00:00.000Z' };
  const short = articleCard({ ...publication, name: '', accent: '#7a1fa2' }, story);
  const long = articleCard({ ...publication, accent: '#7a1fa2' }, story);
  assert.ok(long.length > short.length + 1000, 'the name is drawn');
  assert.match(long, /fill="#7a1fa2"/);
  assert.doesNotMatch(long, /#c2410c/);
});

test('the board lists what a new site still lacks, until it is set or a chief skips it', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const board = async () => (await site.fetch('/newsroom', { headers: fromPage(chief) })).text();
  assert.match(await board(), /the name of your magazine.*the time zone of the newsroom.*the postal address/s);
  await site.fetch('/newsroom/site', form(chief, { ...LOOK, postalAddress: '' }));
  const later = await board();
  assert.doesNotMatch(later, /the name of your magazine|the time zone of the newsroom/);
  assert.match(later, /the postal address/);
  await site.fetch('/newsroom/site/steps', form(chief, {}));
  assert.doesNotMatch(await board(), /Make the site yours/);
});
