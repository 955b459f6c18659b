import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cityOf, zoneOfCity } from '#html/newsroom/kit/zones.ts';
import { form, fromPage, openSite } from '../../support/site.ts';

// The kit of the newsroom: its page, and what every form made of it does.

const GOOD = { line: 'Plumbline', email: 'desk@magazine.example' };

test('the page of the kit is there in development only, and shows every component', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const page = await (await site.fetch('/newsroom/kit', { headers: fromPage(chief) })).text();
  for (const part of [
    'btn',
    'tabs',
    'pill',
    'lines',
    'card',
    'empty-state',
    'table',
    'chart',
    'drawer',
    'toast',
    'save-bar',
  ])
    assert.match(page, new RegExp(`class="${part}\\b`), part);
  const live = await openSite(t, { NODE_ENV: 'production', BASE_URL: 'https://magazine.example' });
  const other = await live.person('chief');
  assert.equal((await live.fetch('/newsroom/kit', { headers: fromPage(other) })).status, 404);
});

test('a form names all wrong fields at once, each beside its field and as a link above, and keeps what was typed', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const wrong = {
    line: 'x'.repeat(21),
    email: '<b>nobody',
    password: 'not printed',
    count: 'many',
    area: 'kept',
    isOn: 'on',
  };
  const answer = await site.fetch('/newsroom/kit', form(chief, wrong));
  const page = await answer.text();
  assert.equal(answer.status, 422);
  assert.match(page, /3 fields are not right yet/);
  for (const [name, message] of [
    ['line', 'A line must be at most 20 characters long.'],
    ['email', 'Email address must be an email address.'],
    ['count', 'A number must be a number.'],
  ] as const) {
    assert.ok(page.includes(`<li><a href="#${name}">${message}</a></li>`), name);
    assert.match(page, new RegExp(`id="${name}"[^>]* aria-invalid="true" aria-describedby="${name}-wrong`), name);
    assert.ok(page.includes(`<span class="wrong" id="${name}-wrong">${message}</span>`), name);
  }
  assert.match(page, /value="&lt;b&gt;nobody"/);
  assert.match(page, />\nkept<\/textarea>/);
  assert.match(page, /name="isOn" value="on" checked/);
  assert.doesNotMatch(page, /not printed|Invalid|expected/);
  assert.equal((page.match(/aria-invalid/g) ?? []).length, 3);
});

test('without a script, buttons add, move and remove the rows of a list, and save nothing', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const press = async (act: string) => {
    const body = new URLSearchParams({ ...GOOD, act });
    for (const [label, href] of [
      ['One', '/1'],
      ['Two', '/2'],
      ['Three', '/3'],
    ] as const) {
      body.append('links.label', label);
      body.append('links.href', href);
    }
    const page = await (await site.fetch('/newsroom/kit', { ...form(chief, {}), body: String(body) })).text();
    return [...page.matchAll(/name="links\.(?:label|href)" value="([^"]*)"/g)].map(([, value]) => value).join(' ');
  };
  assert.equal(await press('links down 0'), 'Two /2 One /1 Three /3');
  assert.equal(await press('links up 2'), 'One /1 Three /3 Two /2');
  assert.equal(await press('links remove 1'), 'One /1 Three /3');
  assert.equal(await press('links add'), 'One /1 Two /2 Three /3  ');
  assert.equal(await press('links up 9'), 'One /1 Two /2 Three /3');
});

test('the form that adds a person names all that is wrong at once, without the words of the validator', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const wrong = { name: '', email: 'nobody', role: 'king', password: 'level and plumb and true' };
  const page = await (await site.fetch('/newsroom/team/people', form(chief, wrong))).text();
  assert.match(page, /3 fields are not right yet/);
  for (const words of [
    'The name must not be empty.',
    'The email address must be an email address.',
    'The role is missing or not valid.',
  ])
    assert.ok(page.includes(words), words);
  assert.doesNotMatch(page, /Invalid|expected|>=1/);
});

test('a zone is sent by its city, and every city names one zone', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) assert.equal(zoneOfCity(cityOf(zone)), zone);
  assert.deepEqual([zoneOfCity('Europe/London'), zoneOfCity('Atlantis')], ['Europe/London', 'Atlantis']);
});
