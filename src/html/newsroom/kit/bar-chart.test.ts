import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barChart, shareBar } from './bar-chart.ts';

const chart = (values: number[]) =>
  String(
    barChart({
      title: 'Reads',
      of: 'Day',
      series: ['Reads'],
      points: values.map((value, at) => ({ label: `${at + 1} Nov`, values: [value] })),
    }),
  );

test('the scale of a chart ends at an even round number, at or above the largest bar', () => {
  const top = (values: number[]) => /class="scale"><span>([\d,]+)<\/span><span>([\d,]+)</.exec(chart(values))?.slice(1);
  assert.deepEqual(top([]), ['2', '1']);
  assert.deepEqual(top([0, 1]), ['2', '1']);
  assert.deepEqual(top([5]), ['6', '3']);
  assert.deepEqual(top([10]), ['10', '5']);
  assert.deepEqual(top([11]), ['20', '10']);
  assert.deepEqual(top([1234]), ['2,000', '1,000']);
});

test('the last point has its label, and the table has every number, the last point first', () => {
  const printed = chart(Array.from({ length: 13 }, (_, at) => at * 100));
  const labels = /class="labels">(.*?)<\/p>/.exec(printed)?.[1] ?? '';
  assert.deepEqual(
    [...labels.matchAll(/<span>([^<]+)</g)].map(([, label]) => label),
    ['1 Nov', '4 Nov', '7 Nov', '10 Nov', '13 Nov'],
  );
  const rows = [...printed.matchAll(/<th scope="row">(.*?)<\/th><td class="number" data-label="Reads">(.*?)<\/td>/g)];
  assert.deepEqual([rows.length, rows[0]?.slice(1), rows[12]?.slice(1)], [13, ['13 Nov', '1,200'], ['1 Nov', '0']]);
});

test('a chart has its title, bars with their numbers, and text that is escaped', async () => {
  const points = [12_345, 0, 3].map((value, at) => ({ label: `<${at}>`, values: [value] }));
  const printed = String(
    await barChart({ title: 'Reads & "more"', told: 'Most <at> once.', of: 'Day', series: ['Reads'], points }),
  );
  assert.match(printed, /<figcaption id="chart-reads-more-">Reads &amp; &quot;more&quot;</);
  assert.match(printed, /<svg class="bars" role="img" aria-labelledby="chart-reads-more- chart-reads-more--told">/);
  assert.equal(printed.match(/<rect /g)?.length, 2, 'a zero has no bar');
  assert.match(printed, /<text[^>]*>12k</);
  assert.match(printed, /<th scope="row">&lt;0&gt;<\/th><td class="number"[^>]*>12,345</);
  assert.doesNotMatch(printed, /style=|NaN|Infinity|<at>/);
  assert.doesNotMatch(chart([]), /NaN|Infinity/);
});

test('a bar of a share is filled for the part and outlined for the rest', async () => {
  const bar = String(await shareBar({ part: 3, whole: 5, most: 10 }));
  assert.match(bar, /class="bar-1" width="30%".*class="bar-2" x="30%" width="20%"/);
  assert.doesNotMatch(String(await shareBar({ part: 0, whole: 0, most: 0 })), /<rect|NaN/);
});
