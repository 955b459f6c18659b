import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freeDatesHtml } from '#ads/pages/advertise-charts.ts';
import { slotsDrawing } from '#ads/pages/slots-chart.ts';
import { runAd } from '../../support/ads/running-ads.ts';
import { openSite } from '../../support/site.ts';

test('overlapping runs are drawn one below the other, each with the name of its advertiser', () => {
  const runs = [
    { advertiser: 'Acme', startsOn: '2026-10-01', endsOn: '2026-12-31' },
    { advertiser: 'Delta', startsOn: '2026-11-01', endsOn: '2026-12-15' },
    { advertiser: 'Brief', startsOn: '2027-01-05', endsOn: '2027-01-05' },
  ];
  const span = { startsOn: '2026-10-01', endsOn: '2026-12-31' };
  const rows = [{ name: 'Directory logo', runs }];
  const svg = String(slotsDrawing({ id: 's', title: 't', description: 'd', span, today: '2026-09-06', rows }));
  const tops = [...svg.matchAll(/<svg class="drawing-part" x="[^"]+" y="(\d+)"[^>]*><title>(\w+)/g)].map(
    ([, y, name]) => [name, y],
  );
  assert.deepEqual(tops, [
    ['Acme', '44'],
    ['Brief', '44'],
    ['Delta', '68'],
  ]);
});

test('the chart of free dates fills the dates that are taken and labels a quarter that has already begun', () => {
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
  assert.equal(
    svg.match(/class="taken"/g)?.length,
    1 + 11,
    'one bar for three weeks in articles and eleven for Field Brief sends',
  );
});

test('the home page without a band names the sponsor of the issue and links to the rules for sponsors', async (t) => {
  const site = await openSite(t);
  await runAd(site, 'in-article', { unit: 'issue-sponsorship', advertiser: 'Example <Builders>' });
  const page = await (await site.fetch('/')).text();
  assert.match(page, /Example &lt;Builders&gt; sponsors this issue\. <a href="\/standards#sponsors">/);
  assert.match(await (await site.fetch('/standards')).text(), /A sponsor of an issue buys places at/);
});
