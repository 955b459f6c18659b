import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publish } from '#editorial/publish/publish.ts';
import { confirmExempt, reopenFigure, settleFigure } from '#editorial/settle/settle.ts';
import { settleAlike } from '#editorial/settle/settle-alike.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { anchorsOf } from '../../support/figures/ledgers.ts';
import { copy, form, openSite } from '../../support/site.ts';

// Figures that state the same are settled together, and the form of a figure begins with the last source and place.

const RECORD = 'https://example.org/pilot-record';
const TEXTS = ['They set out 1,240 points with 37 staff.', 'Of 1,240 points, 37 were lost.', 'Again: 1,240.'];

const bodyBlocks = TEXTS.map((text, at) => ({ id: `b${at}`, type: 'paragraph' as const, text }));

test('one form settles every open figure that states the same, and the next one offers its source and place in words', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor');
  const { id } = await createDraft(site.deps, dana, copy({ bodyBlocks }));
  const [first, staff, second, lost, third] = (await anchorsOf(site, id)) as [string, string, string, string, string];
  const figures = `/newsroom/articles/${id}/figures`;
  const show = async (anchor: string) =>
    (
      await site.fetch(`${figures}?revision=0&figure=${anchor.slice(0, 16)}`, { headers: { cookie: dana.cookie } })
    ).text();
  const fresh = await show(first);
  assert.match(fresh, /Settle also the other 2 that say “1,240”/);
  assert.ok(fresh.includes(`name="also" value="${second.slice(0, 16)} ${third.slice(0, 16)}"`));
  assert.ok(fresh.includes('<li>Of 1,240 points, 37 were lost.</li>'), 'each is shown in its sentence');

  const fields = { revision: '0', view: 'copy', kind: 'sourced', source: RECORD, locator: 'Table 2' };
  const send = (figure: string, also: readonly string[]) =>
    site.fetch(
      `${figures}/settle`,
      form(dana, { ...fields, figure, also: also.map((anchor) => anchor.slice(0, 16)).join(' ') }),
    );
  const other = await send(first, [second, staff]);
  assert.equal(other.status, 422);
  assert.match(await other.text(), /They do not state the same/);
  assert.match(await show(first), /0 of 5 settled/, 'a refused form settles nothing');
  assert.equal((await send(first, [second, third])).status, 303);

  assert.ok(!fresh.includes('by the same'));
  const quote = 'In Table 2, 1,240 points were set out by 37 people.';
  const method = { kind: 'sourced', source: RECORD, locator: 'Table 2', quote } as const;
  const quoted = await settleFigure(site.deps, dana, { articleId: id, revision: 0, anchor: first }, method);
  assert.match(
    await show(staff),
    /A quote that is stored with this article holds this number: <strong>Sourced<\/strong>: source 1, .*<q class="words">In Table 2, 1,240/s,
  );
  await reopenFigure(site.deps, dana, { articleId: id, id: quoted, because: null });
  assert.equal((await send(first, [])).status, 303);

  const next = await show(staff);
  assert.match(
    next,
    /Your last source and place: <strong>Sourced<\/strong>: source 1, <a [^>]*>[^<]+<\/a>, Table 2<\/p>\n<p><button class="plain" data-key="r"/,
  );
  assert.match(next, /3 of 5 settled/);
  assert.match(next, /<input id="locator" name="locator" value=""/, 'nobody repeats it without seeing it');
  assert.match(next, /Settle also the other one that says “37”/);
  assert.ok(!next.includes('Every number is settled'));
  assert.equal((await send(staff, [lost])).status, 303);
  const done = await show(staff);
  assert.match(done, /Every number is settled. Nothing blocks publication/);
  assert.ok(done.includes(`<a href="/newsroom/articles/${id}" data-key="n">On to publication</a>`));
  const { read } = site.deps.db;
  const noted = await read.selectFrom('journal').select('detail').where('act', '=', 'figures.settled').execute();
  assert.deepEqual(
    noted.map(({ detail }) => JSON.parse(detail ?? '')),
    [
      { figure: '1,240', kind: 'sourced', count: 3 },
      { figure: '37', kind: 'sourced', count: 2 },
    ],
  );

  const seen = { articleId: id, revision: 0, anchors: [staff, lost] };
  const exempt = { kind: 'exempt', class: 'name' } as const;
  await assert.rejects(settleAlike(site.deps, dana, seen, exempt), { kind: 'validation_failed' });
  const agent = { kind: 'agent', id: 'a', name: 'A' } as never;
  await assert.rejects(settleAlike(site.deps, agent, seen, exempt), { kind: 'forbidden' });
});

test('a writer proposes for figures that state the same, and settles none', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const will = await site.person('writer');
  const { id } = await createDraft(site.deps, will, copy({ bodyBlocks }));
  const [first, , second] = (await anchorsOf(site, id)) as [string, string, string];
  const seen = { articleId: id, revision: 0, anchors: [first, second] };
  assert.equal(await settleAlike(site.deps, will, seen, { kind: 'sourced', source: RECORD, locator: 'p. 3' }), 2);
  const rows = await site.deps.db.read.selectFrom('settlement').select(['text', 'confirmed_at']).execute();
  assert.deepEqual(
    rows.map(({ text, confirmed_at }) => [text, confirmed_at]),
    [
      ['1,240', null],
      ['1,240', null],
    ],
  );
});

test('a small count blocks publication until an editor confirms it, together with the others in its list', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor', 'Dana Whitfield');
  const texts = ['It has two parts and three questions.', 'Two workers fell; the share was 42 percent.'];
  const bodyBlocks = texts.map((text, at) => ({ id: `b${at}`, type: 'paragraph' as const, text }));
  const { id } = await createDraft(site.deps, dana, copy({ bodyBlocks }));
  const seen = { articleId: id, revision: 0 };
  const [two = '', three = '', workers = '', share = ''] = await anchorsOf(site, id);
  await assert.rejects(publish(site.deps, dana, id, { revisionNumber: 0 }), { kind: 'gate_blocked' });
  const address = `/newsroom/articles/${id}/figures?revision=0&view=exempt`;
  const page = await (await site.fetch(address, { headers: { cookie: dana.cookie } })).text();
  assert.match(page, /Small counts, 2</);
  const listed = [...page.matchAll(/name="x-(\w+)"/g)].map(([, short = '']) => short);
  assert.deepEqual(listed, [two.slice(0, 16), three.slice(0, 16)]);
  const together = confirmExempt(site.deps, dana, { ...seen, className: 'small_count', anchors: [two, workers] });
  await assert.rejects(together, { kind: 'validation_failed' }, 'people are settled one by one');
  const exempt = { kind: 'exempt', class: 'small_count' } as const;
  const alone = settleFigure(site.deps, dana, { ...seen, anchor: share }, exempt);
  await assert.rejects(alone, { kind: 'validation_failed' });
  assert.equal(await confirmExempt(site.deps, dana, { ...seen, className: 'small_count', anchors: [two, three] }), 2);
  await assert.rejects(publish(site.deps, dana, id, { revisionNumber: 0 }), { kind: 'gate_blocked' });
  for (const anchor of [workers, share])
    await settleFigure(site.deps, dana, { ...seen, anchor }, { kind: 'signed', reason: 'I read the accident report.' });
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  const live = await (await site.fetch('/robotics/layout-robot-pilot')).text();
  assert.match(live, /It has two parts and three questions\./, 'no small count is a link');
  assert.match(live, /<li><b>2<\/b> chosen or signed by the editor<\/li><\/ul>\s*<p>2 more need no source: they are /);
});

test('a refused form names its fields in words of people; without a source it offers to add one', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor');
  const { id } = await createDraft(site.deps, dana, copy({ bodyBlocks, sources: [] }));
  const [first = ''] = await anchorsOf(site, id);
  const figures = `/newsroom/articles/${id}/figures`;
  const page = await (await site.fetch(figures, { headers: { cookie: dana.cookie } })).text();
  assert.match(page, /This revision cites no source. Add it here/);
  assert.doesNotMatch(page, /Settle by this source/);
  const said: Record<string, RegExp> = {
    sourced: /The source must not be empty. The place in the source must not be empty\./,
    computed: /The formula must not be empty\./,
    quoted: /Who said it must be at least 2 characters long\./,
    exempt: /The class is missing or not valid\./,
    signed: /The reason must be at least 10 characters long\./,
    guessed: /The way to settle it is missing or not valid\./,
  };
  for (const [kind, words] of Object.entries(said)) {
    const refused = await site.fetch(
      `${figures}/settle`,
      form(dana, { revision: '0', view: 'copy', figure: first, kind }),
    );
    assert.equal(refused.status, 422);
    const text = await refused.text();
    assert.match(text, words);
    assert.doesNotMatch(text, /expected|Too small|Invalid/);
  }
});
