import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call } from '../../support/mcp.ts';
import { draft, openSite } from '../../support/site.ts';

// How an agent finds every open figure of a long draft, and which quotes are accepted for a figure.

const RECORD = 'https://example.org/pilot-record';
type Entry = {
  code: string;
  message: string;
  path: string;
  figure?: string;
  occurrence?: number;
  figures?: Record<string, { figure: string; occurrence?: number }[]>;
};

const review = (figures: unknown) => ({ claimsReview: JSON.stringify({ figures }) });
const codesOf = (gate: Entry[]) =>
  [...new Set(gate.map(({ code }) => code))].filter((code) => /^(figure|claims)/.test(code));

test('an agent finds every open figure of a draft with 300: open figures come first, the rest are grouped by path', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const token = await site.grantToken(await site.person('editor'));
  const bodyBlocks = Array.from({ length: 30 }, (_, block) => ({
    id: `b${block}`,
    type: 'paragraph',
    text: Array.from({ length: 10 }, (_, n) => `It set out ${1000 + block * 10 + n} points.`).join(' '),
  }));
  const copy = { headline: 'Points', dek: 'A count.', bodyBlocks };
  const claim = (path: string, { figure, occurrence }: { figure?: string; occurrence?: number }) => ({
    ...{ path, figure, ...(occurrence && { occurrence }) },
    ...{ settlement: 'sourced', source: RECORD, locator: 'Table 2', quote: `Counted: ${figure}.` },
  });
  const listed = (gate: Entry[]) =>
    gate
      .filter(({ code }) => code === 'figure_open')
      .flatMap((entry) =>
        entry.figures
          ? Object.entries(entry.figures).flatMap(([path, figures]) => figures.map((one) => claim(path, one)))
          : [claim(entry.path, entry)],
      );
  const filed = (await call(site, token, 'create_article', { ...draft(copy), gateEntries: 'all' })).data;
  const all = listed(filed.gate);
  assert.equal(new Set(all.map(({ path, figure }) => `${path} ${figure}`)).size, 300);
  const save = async (figures: unknown[], baseRevision: number) => {
    const revised = {
      ...draft({ ...copy, editorialPacket: review(figures) }),
      articleId: filed.id,
      baseRevision,
      gateEntries: 'all',
    };
    return (await call(site, token, 'save_revision', revised)).data.gate as Entry[];
  };
  const most = await save(all.slice(0, 210), 0);
  assert.deepEqual(
    listed(most).map(({ figure }) => figure),
    all.slice(210).map(({ figure }) => figure),
  );
  const codes = most.map(({ code }) => code).filter((code) => code.startsWith('figure'));
  assert.equal(codes.indexOf('figure_open'), 0, 'open figures come before unconfirmed ones');
  assert.deepEqual(codesOf(await save(listed(most), 1)), ['figure_unconfirmed']);
});

test('an agent’s quote must contain the figure, in any notation of the number', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const token = await site.grantToken(await site.person('editor'));
  const text = 'It took 1,200 points, four robots, 96% of them, half a day, 10–12 weeks and $3.5 million.';
  const bodyBlocks = [{ id: 'a', type: 'paragraph', text }];
  const quotes: [string, string, boolean][] = [
    ['1,200', 'The crew set 1200 points.', true],
    ['1,200', 'some 1 200 points', true],
    ['1,200', 'The crew set 1210 points.', false],
    ['1,200', 'no number here at all', false],
    ['four', 'robots: 4', true],
    ['four', 'Four robots ran.', true],
    ['four', 'fourteen robots', false],
    ['four', 'no number here at all', false],
    ['96%', 'a share of 96 percent', true],
    ['half', '0.5 days', true],
    ['10–12 weeks', 'between 10 and 12 weeks', true],
    ['10–12 weeks', 'it took 12 weeks', false],
    ['$3.5 million', 'USD 3,500,000 in all', true],
    ['$3.5 million', 'USD 35,000 in all', false],
  ];
  const copy = { headline: 'A count', dek: 'Of things.', bodyBlocks };
  const { gate } = (await call(site, token, 'create_article', { ...draft(copy), gateEntries: 'all' })).data;
  const found = gate.flatMap(({ figure }: Entry) => figure ?? []);
  for (const [index, [begins, quote, holds]] of quotes.entries()) {
    const figure = found.find((one: string) => one.startsWith(begins));
    assert.ok(figure, `${begins} is not among ${found}`);
    const entry = {
      ...{ path: 'bodyBlocks.0.text', figure, settlement: 'sourced' },
      ...{ source: RECORD, locator: 'Table 2', quote },
    };
    const sent = draft({ ...copy, slug: `quote-${index}`, editorialPacket: review([entry]) });
    const told = (await call(site, token, 'create_article', { ...sent, dryRun: true })).data.gate;
    const problem = told.find(({ code }: Entry) => code.startsWith('claims_review'));
    assert.equal(problem === undefined, holds, `${figure} in “${quote}”: ${problem?.message}`);
    if (problem) assert.match(problem.message, /The quote does not contain the number/);
  }
});
