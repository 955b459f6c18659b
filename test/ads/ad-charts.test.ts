import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freeDatesHtml } from '../../src/render/charts/advertise-charts.ts';
import { slotsDrawing } from '../../src/render/charts/slots-chart.ts';
import { runAd } from '../support/running-ads.ts';
import { openSite } from '../support/site.ts';

test('runs that overlap are drawn below each other, and each says who holds it', () => {
  const runs = [
    { advertiser: 'Acme', startsOn: '2026-10-01', endsOn: '2026-12-31' },
    { advertiser: 'Delta', startsOn: '2026-11-01', endsOn: '2026-12-15' },
    { advertiser: 'Brief', startsOn: '2027-01-05', endsOn: '2027-01-05' },
  ];
  const span = { startsOn: '2026-10-01', endsOn: '2026-12-31' };
  const rows = [{ name: 'Directory logo', runs }];
  const svg = String(slotsDrawing({ id: 's', title: 't', description: 'd', span, today: '2026-09-06', rows }));
  const tops = [...svg.matchAll(/<svg x="[^"]+" y="(\d+)"[^>]*><title>(\w+)/g)].map(([, y, name]) => [name, y]);
  assert.deepEqual(tops, [
    ['Acme', '44'],
    ['Brief', '44'],
    ['Delta', '68'],
  ]);
});

test('the chart of free dates is filled where a unit is taken, and names the quarter that goes on', () => {
  const unit = (id: string, free: { from: string; to: string }[]) => ({ id, title: id, term: '', free, starts: [] });
  const svg = String(
    freeDatesHtml({
      from: '2026-10-11',
      until: '2026-12-31',
      units: [
        unit('homepage-band', [{ from: '2026-10-11', to: '2026-12-31' }]),
        unit('in-article', [{ from: '2026-11-01', to: '2026-12-31' }]),
        unit('field-brief', [{ from: '2026-10-13', to: '2026-10-13' }]),
      ],
    }),
  );
  assert.match(svg, /<text class="axis" x="0%" dx="5" y="14">2026 Q4</);
  assert.equal(svg.match(/class="taken"/g)?.length, 1 + 11, 'three weeks in articles, and eleven sends');
});

test('the home page says who sponsors the issue when the band is not there, and where to read what that buys', async (t) => {
  const site = await openSite(t);
  await runAd(site, 'in-article', { unit: 'issue-sponsorship', advertiser: 'Example <Builders>' });
  const page = await (await site.fetch('/')).text();
  assert.match(page, /Example &lt;Builders&gt; sponsors this issue\. <a href="\/standards#sponsors">/);
  assert.match(await (await site.fetch('/standards')).text(), /A sponsor of an issue buys places at/);
});
