import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { timesOf, wallTime } from '#core/wall-time.ts';
import { setDue } from '#editorial/review/assign.ts';
import { form, fromPage, openSite } from '../../support/site.ts';
import { readPage, stock } from '../../support/stocked.ts';

test('people see times and days in their own zone, or in that of the publication', async (t) => {
  const site = await openSite(t, { PUBLICATION_TIME_ZONE: 'Asia/Kolkata' });
  const { editor, chief, drafted, published } = await stock(site);
  const at = `/newsroom/articles/${published}`;
  const page = await readPage(site, editor, at);
  assert.match(
    page,
    /<dt>First published<\/dt><dd><time datetime="2026-09-06T13:00:00.000Z" title="2026-09-06 13:00 UTC">2026-09-06 18:30<\/time>/,
  );
  assert.doesNotMatch(page, /UTC[<)]/);
  assert.match(page, /Times: <a href="\/newsroom\/profile#time-zone">Asia\/Kolkata<\/a>/);
  assert.match(await readPage(site, editor, '/newsroom/articles'), /title="2026-09-06 13:00 UTC">today 18:30<\/time>/);
  assert.match(await readPage(site, editor, '/newsroom/lines'), /today 18:30<\/time>/);

  const set = (zone: string) => site.fetch('/newsroom/profile/zone', form(editor, { zone }));
  assert.equal((await set('Mars/Olympus')).status, 422);
  assert.equal((await set('Pacific/Kiritimati')).headers.get('Location'), '/newsroom/profile?done=zone');
  assert.match(await readPage(site, editor, '/newsroom/profile'), /value="Pacific\/Kiritimati"/);
  assert.match(await readPage(site, editor, at), />2026-09-07 03:00<\/time>/);
  assert.match(await readPage(site, chief, at), />2026-09-06 18:30<\/time>/);

  // Today is the 7th there, so what was due on the 6th is late.
  await setDue(site.deps, chief, drafted, '2026-09-06');
  assert.match(
    await readPage(site, editor, '/newsroom/articles'),
    /<b class="late">overdue<\/b> <time datetime="2026-09-06"/,
  );
  assert.match(await readPage(site, chief, '/newsroom/articles'), /<b class="late"><time datetime="2026-09-06">today/);

  // The API and exports stay in UTC.
  const api = await site.fetch('/api/public/articles');
  assert.match(await api.text(), /"publishedAt":"2026-09-06T13:00:00.000Z"/);
  const journal = await site.fetch('/newsroom/journal.jsonl', { headers: fromPage(editor) });
  assert.match(await journal.text(), /"at":"2026-09-06T13:00:00.000Z"/);
});

test('the form of a schedule takes the zone of the person, and the first other zone becomes theirs', async (t) => {
  const site = await openSite(t);
  const { editor, drafted } = await stock(site);
  const at = `/newsroom/articles/${drafted}/publish`;
  assert.match(await readPage(site, editor, `${at}?revision=0`), /<option value="UTC" selected>UTC/);
  const fields = { revision: '0', when: 'time', at: '2026-09-07T09:00', zone: 'Europe/Warsaw' };
  assert.equal((await site.fetch(at, form(editor, fields))).status, 303);
  const form2 = await readPage(site, editor, `${at}?revision=0`);
  assert.match(form2, /<option value="Europe\/Warsaw" selected>Warsaw/);
  assert.match(form2, /name="at" type="datetime-local" value="2026-09-07T09:00"/);
  assert.match(await readPage(site, editor, `/newsroom/articles/${drafted}`), />2026-09-07 09:00<\/time>/);
});

test('a local time means exactly the times at which clocks of its zone show it', () => {
  const zones = [
    'UTC',
    'America/Chicago',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'America/St_Johns',
  ];
  const start = Date.parse('2026-01-01T00:00Z') / 60_000;
  // Half of the minutes are near a change of the clocks of one of these zones.
  const changes = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01'];
  const near = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -600, max: 1800 }))
    .map(([day, minutes]) => Date.parse(`${day}T00:00Z`) / 60_000 + minutes);
  const minute = fc.oneof(near, fc.integer({ min: start, max: start + 2 * 366 * 1440 }));
  fc.assert(
    fc.property(minute, fc.constantFrom(...zones), (at, zone) => {
      const local = new Date(at * 60_000).toISOString().slice(0, 16);
      const offsets = Array.from({ length: 27 * 4 }, (_, quarter) => (quarter - 13 * 4) * 15);
      const expected = offsets
        .map((offset) => (at - offset) * 60_000)
        .filter((time) => wallTime(time, zone) === local)
        .sort((one, other) => one - other)
        .map((time) => new Date(time).toISOString());
      assert.deepEqual(timesOf(local, zone), expected, `${local} in ${zone}`);
    }),
    { seed: 20261123, numRuns: 150 },
  );
});
