import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publish } from '#editorial/publish/publish.ts';
import { confirmExempt } from '#editorial/settle/settle.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { numberOf } from '#evidence/figures/compute-figure.ts';
import { findFigures } from '#evidence/figures/find-figures.ts';
import { plainText } from '#html/inline.ts';
import { anchorsOf } from '../../support/figures/ledgers.ts';
import { bearer, copy, draft, form, json, openSite } from '../../support/site.ts';

// The finder recognises unusual spellings of numbers in all public fields, so that no open figure is published.

const found = (text: string) => findFigures(text).map((figure) => figure.text);

/** Spellings of a percentage, most of them 42 percent, that a reader understands. */
const WRITTEN = [
  ...['４２ percent', '𝟒𝟐 percent', '٤٢ percent', '४२ percent', '⁴² percent', '₄₂ percent', '㊷ percent', '④② percent'],
  ...[
    'XLII percent',
    'xlii percent',
    'ⅩⅬⅡ percent',
    'lOO percent',
    'IOO percent',
    'SO percent',
    '４２％',
    '4️⃣2️⃣ percent',
  ],
  ...[
    'f\\orty percent',
    'f*or*ty percent',
    'f[or](https://example.org/)ty percent',
    'f`or`ty percent',
    '4**2** percent',
  ],
  ...[
    'for\u00adty percent',
    'for\u200bty percent',
    'fоrty percent',
    'ｆｏｒｔｙ percent',
    '𝐟𝐨𝐫𝐭𝐲 percent',
    '4\u03362\u0336 percent',
  ],
  ...['quarante-deux pour cent', 'zweiundvierzig Prozent', 'cuarenta y dos por ciento', 'quarantadue per cento'],
  ...['quarenta e dois por cento', 'tweeënveertig procent', 'czterdzieści dwa procent', 'fyrtiotvå procent'],
  ...['toogfyrre procent', 'førtito prosent', 'cent pour cent', 'due per cento', 'dos por ciento', '百分之四十二'],
];

test('the finder recognises numbers in other scripts, in words, in other languages and with marks inside', () => {
  for (const text of WRITTEN) assert.equal(found(`The crews cut rework by ${text} here.`).length, 1, text);
  for (const text of ['XLII', '㊷', '④', '⁴²', 'Ⅻ', '⅐', '٤٢', '𝟒𝟐', 'lOO']) assert.deepEqual(found(text), [text]);
});

test('the finder recognises joined number words by whatever part they begin with', () => {
  const words =
    'dreihundertvier hundertzwei tausendzwei zwanzigtausend neunundsechzig honderdtwee duizendacht negenentachtig ventitre cinquantasei centodue ottomila novantanove enhundra tvahundra fyrahundra toogtyve enogtyve nioogtres sjuttiotva attioatta elftausend';
  for (const word of words.split(' ')) assert.deepEqual(found(`The crews lost ${word} % here.`), [`${word} %`], word);
});

test('superscripts, subscripts and fractions belong to the number they are attached to', () => {
  assert.deepEqual(found('It ran 2.5×10⁶ times over 5 m², at 10⁻⁶ m, on 7½ or 7⅐ acres.'), [
    '2.5×10⁶ times',
    '5 m²',
    '10⁻⁶ m',
    '7½',
    '7⅐ acres',
  ]);
  assert.deepEqual(found('A price per m² says nothing of CO₂.'), ['CO₂']);
  assert.equal(numberOf('10⁶')?.value, 1e6);
  assert.equal(numberOf('2.5 × 10⁻³ m')?.value, 0.0025);
  assert.equal(numberOf('412⁵'), null);
  assert.equal(numberOf('４２ percent')?.value, 42);
});

test('the finder reports a number in a visible address, but not in the hidden target of a link', () => {
  assert.deepEqual(found('See [the record](https://example.org/r/42-percent).'), []);
  for (const text of [
    'https://example.org/42',
    '[](https://example.org/42)',
    '[x](http://example.org/42)',
    'a42@example.org',
  ])
    assert.equal(found(text).length, 1, text);
  for (const text of [
    '`[x](https://example.org/42)`',
    '\\[x](https://example.org/42)',
    '[x](https://me@example.org/42)',
  ])
    assert.equal(found(text).length, 1, text);
});

test('every visible digit of a block is part of a figure, whatever marks surround it', () => {
  const parts = [
    '[',
    ']',
    '](https://e.org/7)',
    '(',
    ')',
    '*',
    '**',
    '`',
    '``',
    '\\',
    '4',
    '２',
    'a ',
    ' ',
    '[x](https://e.org/9)',
    '\n',
  ];
  let seed = 42;
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  for (let round = 0; round < 5000; round++) {
    const text = Array.from(
      { length: 1 + Math.floor(random() * 12) },
      () => parts[Math.floor(random() * parts.length)],
    ).join('');
    const here = found(text).join('');
    for (const digit of '4２79') {
      const [shown, covered] = [plainText(text), here].map((words) => words.split(digit).length - 1);
      assert.ok((covered ?? 0) >= (shown ?? 0), `${digit} of ${JSON.stringify(text)}, found ${JSON.stringify(here)}`);
    }
  }
});

test('English words that are numbers in other languages, and abbreviations, are not reported as numbers', () => {
  for (const text of [
    'Once due, the fire is out.',
    'MIX and DIM run on DC.',
    'An elf sent a CD to Otto.',
    'I second that; lo, the IO works.',
  ])
    assert.deepEqual(found(text), [], text);
});

/** Public fields other than the body. */
const FIELDS: [path: string, payload: Record<string, unknown>][] = [
  ['sponsorshipDisclosure', { sponsorshipDisclosure: 'The maker cut rework by 42 percent at 310 sites.' }],
  ['sources.0.title', sourced({ title: 'It saved 9 million dollars in 2025.' })],
  ['sources.0.publisher', sourced({ publisher: 'Saves 42 percent Ltd' })],
  ['sources.0.note', sourced({ note: 'It saved 9 million dollars in 2025.' })],
];

function sourced(over: Record<string, string>): Record<string, unknown> {
  return { sources: [{ title: 'Site record', url: 'https://example.org/pilot-record', ...over }] };
}

test('an open number in any public field blocks publication', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block', RATE_LIMITS: 'off' });
  const dana = await site.person('editor');
  const token = await site.grantToken(dana);
  const bodies = WRITTEN.map((text): [string, Record<string, unknown>] => [
    'bodyBlocks.0.text',
    { bodyBlocks: [{ id: 'b1', type: 'paragraph', text: `The crews cut rework by ${text} here.` }] },
  ]);
  for (const [number, [path, payload]] of [...FIELDS, ...bodies].entries()) {
    const sent = { ...draft(payload), slug: `hidden-${number}` };
    const response = await site.fetch('/api/admin/articles', {
      method: 'POST',
      headers: bearer(token),
      body: JSON.stringify(sent),
    });
    const { id, gate, issues } = await json(response);
    if (response.status === 422) {
      assert.match(issues[0].message, /a character that does not show/, JSON.stringify(payload));
      continue;
    }
    const held = gate.filter(
      (entry: { severity: string; path: string }) => entry.severity === 'block' && entry.path === path,
    );
    assert.ok(held.length > 0, JSON.stringify(payload));
    await assert.rejects(publish(site.deps, dana, id, { revisionNumber: 0 }), { kind: 'gate_blocked' });
  }
});

test('figures of a source keep their anchors when the source moves within the list', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor');
  const one = { title: 'RFC 9110, HTTP Semantics', url: 'https://example.org/one' };
  const other = { title: 'Site record', url: 'https://example.org/other' };
  const first = await createDraft(site.deps, dana, { ...copy(), sources: [one, other] });
  const second = await createDraft(site.deps, dana, { ...copy(), slug: 'turned', sources: [other, one] });
  assert.deepEqual(await anchorsOf(site, first.id), await anchorsOf(site, second.id));
});

test('the gate warns if the finder does not know the number words of the publication’s language', async (t) => {
  const codesIn = async (language: string) => {
    const site = await openSite(t, { PUBLICATION_LANGUAGE: language });
    const dana = await site.person('editor');
    const { id, gate } = await createDraft(site.deps, dana, copy());
    const page = await (
      await site.fetch(`/newsroom/articles/${id}/figures`, { headers: { Cookie: dana.cookie } })
    ).text();
    return [gate.some(({ code }) => code === 'number_words_unsearched'), page.includes('Check such numbers yourself.')];
  };
  assert.deepEqual(await codesIn('fi'), [true, true]);
  assert.deepEqual(await codesIn('de-AT'), [false, false]);
});

test('a measurement proposed as a date is not preselected and cannot be confirmed as a date', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor');
  const token = await site.grantToken(dana);
  const figures = [{ path: 'bodyBlocks.0.text', figure: '42 percent', settlement: 'exempt', class: 'date' }];
  const sent = draft({
    bodyBlocks: [{ id: 'b1', type: 'paragraph', text: 'On 3 May 2026 the crew had cut rework by 42 percent.' }],
    editorialPacket: { claimsReview: JSON.stringify({ figures }) },
  });
  const response = await site.fetch('/api/admin/articles', {
    method: 'POST',
    headers: bearer(token),
    body: JSON.stringify(sent),
  });
  const { id } = await json(response);
  const [date = '', measure = ''] = await anchorsOf(site, id);
  const page = await site.fetch(`/newsroom/articles/${id}/figures?view=exempt`, { headers: { Cookie: dana.cookie } });
  const ticked = [...(await page.text()).matchAll(/type="checkbox" name="x-([0-9a-f]+)"/g)].map(([, anchor]) => anchor);
  assert.deepEqual(ticked, [date.slice(0, ticked[0]?.length)]);
  await assert.rejects(
    confirmExempt(site.deps, dana, { articleId: id, revision: 0, className: 'date', anchors: [date, measure] }),
    {
      kind: 'validation_failed',
    },
  );
  const short = (anchor: string) => `x-${anchor.slice(0, ticked[0]?.length)}`;
  const fields = { revision: '0', view: 'exempt', class: 'date', [short(date)]: 'on', [short(measure)]: 'on' };
  const posted = await site.fetch(`/newsroom/articles/${id}/figures/exempt`, form(dana, fields));
  assert.equal(posted.status, 422);
  const waiting = await site.deps.db.read.selectFrom('settlement').select('confirmed_at').execute();
  assert.deepEqual(
    waiting.map((row) => row.confirmed_at),
    [null],
  );
});

test('a number with a unit counts as a measure, whatever word precedes it', () => {
  for (const text of ['class 42 percent', 'version 42 percent', 'cut42 percent', 'Type XLII percent'])
    assert.deepEqual(
      findFigures(text).map(({ looksLike }) => looksLike),
      ['measure'],
      text,
    );
});

test('a year is preselected as a date, but not when it may be a count of things', async (t) => {
  const classes = (text: string) => findFigures(text).map(({ looksLike }) => looksLike);
  for (const text of [
    'It sold 2025 robots.',
    'The 2000 workers left.',
    '1950 skilled workers',
    '2024 new drawing sheets',
  ])
    assert.deepEqual(classes(text), ['measure'], text);
  for (const text of [
    'In 2025 the crews left.',
    'The 2024 report.',
    'Since 2020, sites grew.',
    'In 2019 was a rise.',
    '2021',
  ])
    assert.deepEqual(classes(text), ['date'], text);
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor');
  const bodyBlocks = [{ id: 'b1', type: 'paragraph', text: 'In 2024 it was said that 2025 robots were sold.' }];
  const { id } = await createDraft(site.deps, dana, copy({ bodyBlocks }));
  const [year = '', count = ''] = await anchorsOf(site, id);
  const page = await site.fetch(`/newsroom/articles/${id}/figures?view=exempt`, { headers: { Cookie: dana.cookie } });
  const ticked = [...(await page.text()).matchAll(/type="checkbox" name="x-([0-9a-f]+)"/g)].map(([, anchor]) => anchor);
  assert.deepEqual(ticked, [year.slice(0, ticked[0]?.length)]);
  await assert.rejects(
    confirmExempt(site.deps, dana, { articleId: id, revision: 0, className: 'date', anchors: [count] }),
    {
      kind: 'validation_failed',
    },
  );
});

test('a bare number in a visible address counts as a name and ends at the next slash', () => {
  const found = findFigures('See https://example.org/report-2024/section/12 and https://example.org/42-percent here.');
  assert.deepEqual(
    found.map(({ text, looksLike }) => [text, looksLike]),
    [
      ['2024', 'name'],
      ['12', 'name'],
      ['42-percent', 'measure'],
    ],
  );
});
