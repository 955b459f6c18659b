import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNumber, type Lookup } from '#evidence/lookup/find-number.ts';
import { indexSource } from '#evidence/lookup/index-source.ts';
import { readHtml } from '#evidence/open/read-html.ts';
import { readDelimited, readPlain } from '#evidence/open/read-plain.ts';

// A number of a sentence is looked up in the text of its source: what is the same counts as found however it is written, and
// what differs never does.

/** From the message of 7 January 1954 to the Congress of the United States, in the public domain. */
const MESSAGE = readPlain(`INTERNAL SECURITY

Under the standards established for the new employee security program, more than 2,200 employees have been separated from the Federal government.

THE BUDGET

In addition, the spending level provided in that Budget for the current fiscal year has been reduced by about $7,000,000,000. In the next fiscal year we estimate a further reduction in expenditures of more than $5,000,000,000. This will reduce the spending level over the two fiscal years by more than $12,000,000,000.

Protection against the hazards of temporary unemployment should be extended to some 6 1/2 millions of workers, including civilian Federal workers, who now lack this safeguard.

Through special vocational training, this program presently returns each year some 60,000 handicapped individuals to productive work.

For years our citizens between the ages of 18 and 21 have, in time of peril, been summoned to fight for America. I urge Congress to propose to the States a constitutional amendment permitting citizens to vote when they reach the age of 18.`);

const BEAMS = readHtml(`<title>Anchors</title><h1>Fall arrest</h1><h2>Clearance</h2>
<p>For a 6-foot lanyard the clearance below the anchor is at least 17.5 feet. The worker may fall 1.07 m before the device locks.</p>
<p>The temperature of the battery rose from 12 °C to 31 °C. In tests 4 of 250 hooks failed.</p>
<table><caption>Loads of anchors</caption><tr><th>Anchor</th><th>Height (ft)</th><th>Load (kN)</th><th>Share of sites, %</th></tr>
<tr><td>Post</td><td>3.5</td><td>22.2</td><td>41</td></tr>
<tr><td>Beam clamp</td><td>8</td><td>15.6</td><td>37</td></tr>
<tr><td>Roof plate</td><td>12</td><td>12.4</td><td>22</td></tr></table>`);

const SALES = readDelimited(
  'Region;Umsatz (Millionen EUR);Standorte\nNord;1.234,5;12\nSüd;987,6;9\nWest;1.101,0;14\n',
  100,
);

const SCHOOL = readHtml(`<title>School</title><p>The bell rings at 8:30 a.m. on all days.</p>
<p>The keyword is ignored in formats 1, 2 and 3. A page of the store is 8*1024 bytes long. The allowed range of the level is from 3 to 9.</p>
<p>The roof weighs 40 kg under the snow, and the wall weighs 70 kg beside the door.</p>
<table><tr><th>Function</th><th>Small</th><th>Large</th></tr><tr><td>log (1.5)</td><td>4142</td><td>2134</td></tr>
<tr><td>log10 (1.5)</td><td>4498</td><td>2260</td></tr></table>`);

type Case = [sentence: string, number: string];

function look(source: Parameters<typeof indexSource>[0], [sentence, text]: Case): Lookup {
  const at = sentence.indexOf(text);
  assert.notEqual(at, -1, text);
  return findNumber(indexSource(source), { sentence, text, at });
}

const FOUND: [
  name: string,
  source: Parameters<typeof indexSource>[0],
  claim: Case,
  passage: RegExp,
  agreement: string,
][] = [
  [
    'digits',
    MESSAGE,
    ['More than 2,200 people lost their Federal jobs for security.', '2,200'],
    /2,200 employees/,
    'same',
  ],
  [
    'magnitude',
    MESSAGE,
    ['Spending in the current fiscal year falls by about $7 billion.', '$7 billion'],
    /\$7,000,000,000/,
    'same',
  ],
  [
    'words',
    MESSAGE,
    ['The spending level falls over two years by more than twelve billion dollars.', 'twelve billion dollars'],
    /\$12,0/,
    'same',
  ],
  [
    'mixed fraction',
    MESSAGE,
    ['Some 6.5 million workers lack the safeguard against unemployment.', '6.5 million'],
    /6 1\/2 millions/,
    'same',
  ],
  ['foot and hyphen', BEAMS, ['With a lanyard of six feet the clearance is short.', 'six feet'], /6-foot/, 'same'],
  ['conversion', BEAMS, ['The clearance below the anchor is at least 5.3 m.', '5.3 m'], /17\.5 feet/, 'converted'],
  ['rounding', BEAMS, ['A worker falls about 1.1 m before the device locks.', '1.1 m'], /1\.07 m/, 'rounded'],
  ['cell with the unit in its head', BEAMS, ['A beam clamp takes a load of 15.6 kN.', '15.6 kN'], /^15\.6$/, 'same'],
  ['cell with a share in its head', BEAMS, ['Roof plates are on 22 percent of sites.', '22 percent'], /^22$/, 'same'],
  ['a cell without the unit of its head', BEAMS, ['The load of a beam clamp is 15.6.', '15.6'], /^15\.6$/, 'same'],
  ['a time of day', SCHOOL, ['The bell rings at 08:30 on all days.', '08:30'], /8:30 a\.m\./, 'same'],
  ['one of a list', SCHOOL, ['Formats 1, 2 and 3 ignore the keyword.', '2'], /formats 1, 2 and 3/, 'same'],
  ['a factor of a product', SCHOOL, ['A page of the store is 8*1,024 bytes long.', '1,024 bytes'], /8\*1024/, 'same'],
  ['a part of a range', SCHOOL, ['The allowed range of the level is from 3 to 9.', '3'], /from 3 to 9/, 'same'],
  [
    'decimal commas and a magnitude in the head',
    SALES,
    ['Der Umsatz in Nord war €1,234.5 million.', '€1,234.5 million'],
    /^1\.234,5$/,
    'same',
  ],
];

for (const [name, source, claim, passage, agreement] of FOUND)
  test(`found: ${name}`, () => {
    const { state, candidates } = look(source, claim);
    assert.deepEqual([state, candidates[0]?.agreement], ['found', agreement], JSON.stringify(candidates.slice(0, 2)));
    assert.match(candidates[0]?.passage ?? '', passage);
  });

const NOT: [name: string, source: Parameters<typeof indexSource>[0], claim: Case][] = [
  ['another digit', MESSAGE, ['More than 2,300 people lost their Federal jobs for security.', '2,300']],
  ['another magnitude', MESSAGE, ['Spending in the current fiscal year falls by about $7 million.', '$7 million']],
  ['another currency', MESSAGE, ['Spending in the current fiscal year falls by about €7 billion.', '€7 billion']],
  [
    'the number of another sentence',
    MESSAGE,
    ['The program returns about 2,200 handicapped people to work each year.', '2,200'],
  ],
  ['another unit', BEAMS, ['The clearance below the anchor is at least 17.5 inches.', '17.5 inches']],
  ['another sign', BEAMS, ['The temperature of the battery rose to -31 °C.', '-31 °C']],
  ['the opposite direction', BEAMS, ['The temperature of the battery fell to 31 °C.', '31 °C']],
  ['points for percent', BEAMS, ['Roof plates are on 22 percentage points of sites.', '22 percentage points']],
  ['the neighbour row', BEAMS, ['A roof plate takes a load of 15.6 kN.', '15.6 kN']],
  ['the neighbour column', BEAMS, ['A beam clamp takes a load of 8 kN.', '8 kN']],
  ['the neighbour column of a row', SCHOOL, ['For function log10 (1.5), small was 2260.', '2260']],
  ['the row whose name begins as another', SCHOOL, ['For function log (1.5), small was 4498.', '4498']],
  ['the number of the other clause', SCHOOL, ['The roof weighs 70 kg under the snow.', '70 kg']],
  ['a number that is nowhere', MESSAGE, ['The canal is 77 km long.', '77 km']],
];

for (const [name, source, claim] of NOT)
  test(`never found: ${name}`, () => {
    const { state, candidates } = look(source, claim);
    assert.notEqual(state, 'found', JSON.stringify(candidates[0]));
  });

test('what the source says instead is the first candidate, with its place', () => {
  const { state, candidates } = look(BEAMS, ['A roof plate takes a load of 15.6 kN.', '15.6 kN']);
  assert.equal(state, 'near');
  assert.equal(candidates[0]?.text, '12.4');
  assert.equal(candidates[0]?.placeInWords, 'section “Clearance”, table 1, row 3, column 3');
});
