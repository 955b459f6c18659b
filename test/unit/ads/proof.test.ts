import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listCreatives, withdrawCreative } from '#ads/creatives/stored-creatives.ts';
import { readAttachment } from '#ads/orders/attachments.ts';
import { cancelOrder, closeOrder } from '#ads/orders/end-order.ts';
import { readOrderLink } from '#ads/orders/order-links.ts';
import { getOrder, type Order } from '#ads/orders/orders.ts';
import { type ProofPart, readProof } from '#ads/runs/proof.ts';
import { recordSend } from '#ads/runs/sends.ts';
import { intersect, without } from '#ads/runs/time-spans.ts';
import { addSupplier, removeSupplier } from '#ads/suppliers/suppliers.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { now } from '#runtime/deps.ts';
import { booked, DAY, type Desk, keep, openDesk, signedIn, supplierRow } from '../../support/ads/ad-desk.ts';
import { drawnOn, paperText } from '../../support/pdf-text.ts';
import { copy } from '../../support/site.ts';

// A proof of performance says on which pages and when an ad was shown, and names the gaps.

const HOUR = 3600;

test('an ad in articles was shown at each address that an article had while it ran', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const { deps } = site;
  const before = await createDraft(deps, dana, copy({ slug: 'there-before' }));
  await publish(deps, dana, before.id, { revisionNumber: 0 });
  const order = await booked(desk, { unit: 'in-article' });
  site.pass(29 * DAY);
  const started = now(deps);
  await keep(desk);
  site.pass(HOUR);
  const later = await createDraft(deps, dana, copy({ slug: 'came-later' }));
  const came = now(deps);
  await publish(deps, dana, later.id, { revisionNumber: 0 });
  site.pass(HOUR);
  const moved = now(deps);
  await saveRevision(deps, dana, later.id, { copy: { ...copy({ slug: 'moved-on' }), baseRevision: 0 } });
  await publish(deps, dana, later.id, { revisionNumber: 1 });
  site.pass(HOUR);
  const gone = now(deps);
  await unpublish(deps, dana, before.id);
  await unpublish(deps, dana, later.id);
  site.pass(HOUR);
  const back = now(deps);
  await publish(deps, dana, before.id, { revisionNumber: 0 });
  site.pass(30 * DAY);
  const end = now(deps);
  await keep(desk);
  const { outcome, pages, gaps } = await provePart(desk, order);
  assert.equal(outcome, 'shown');
  assert.deepEqual(pages, [
    { path: '/robotics/came-later', from: came, to: moved },
    { path: '/robotics/moved-on', from: moved, to: gone },
    { path: '/robotics/there-before', from: started, to: gone },
    { path: '/robotics/there-before', from: back, to: end },
  ]);
  assert.deepEqual(gaps, [
    { from: '2026-10-05T00:00:00.000Z', to: started, because: 'the ad had not started yet' },
    { from: gone, to: back, because: 'no article was published' },
  ]);
});

test('an article that was published elsewhere before counts from its import, not from its first date', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const { deps } = site;
  const first = await createDraft(deps, dana, copy({ slug: 'of-this-site' }));
  await publish(deps, dana, first.id, { revisionNumber: 0 });
  const order = await booked(desk, { unit: 'in-article' });
  site.pass(29 * DAY);
  await keep(desk);
  const started = now(deps);
  await deps.db.write((tx) =>
    tx
      .insertInto('publication_log')
      .values({
        at: '2020-01-01T00:00:00.000Z',
        act: 'published',
        article_id: deps.newId(),
        section: 'robotics',
        slug: 'imported',
        revision: 0,
        is_silent: 1,
      })
      .execute(),
  );
  site.pass(DAY);
  const next = await createDraft(deps, dana, copy({ slug: 'next' }));
  await publish(deps, dana, next.id, { revisionNumber: 0 });
  const at = now(deps);
  site.pass(DAY);
  const { pages } = await provePart(desk, order);
  assert.deepEqual(
    pages.map(({ path, from }) => [path, from]),
    [
      ['/robotics/imported', at],
      ['/robotics/next', at],
      ['/robotics/of-this-site', started],
    ],
  );
});

test('a proof names the time without a creative, and the days that a cancelled order lost', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const { deps, publication } = site;
  const order = await booked(desk);
  site.pass(29 * DAY);
  await keep(desk);
  const started = now(deps);
  site.pass(DAY);
  const withdrawn = now(deps);
  const [creative] = await listCreatives(deps.db.read, order.id);
  const creativeId = creative?.id ?? '';
  await withdrawCreative(deps, dana, publication, { orderId: order.id, creativeId, reason: 'A wrong claim.' });
  site.pass(DAY);
  const part = await provePart(desk, order);
  assert.deepEqual(part.pages, [{ path: '/', from: started, to: withdrawn }]);
  assert.deepEqual(part.gaps.slice(1), [{ from: withdrawn, to: now(deps), because: 'no creative was accepted' }]);
  const chief = await site.person('chief');
  await cancelOrder(deps, chief, publication, {
    orderId: order.id,
    inWriting: 'A recall.',
    by: 'publisher',
    lateBecause: null,
  });
  site.pass(DAY);
  const { gaps } = await provePart(desk, order);
  assert.deepEqual(gaps.at(-1), {
    from: withdrawn,
    to: now(deps),
    because: 'the ad had ended; no creative was accepted',
  });
});

test('a logo was shown while a row of the directory named its order', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const { deps } = site;
  const order = await booked(desk, { unit: 'directory-listing' });
  const row = await addSupplier(deps, dana, supplierRow(order.reference));
  site.pass(29 * DAY);
  await keep(desk);
  const started = now(deps);
  site.pass(DAY);
  await removeSupplier(deps, dana, row);
  const removed = now(deps);
  site.pass(DAY);
  await addSupplier(deps, dana, supplierRow(order.reference));
  const back = now(deps);
  site.pass(DAY);
  const { pages, gaps } = await provePart(desk, order);
  assert.deepEqual(pages, [
    { path: '/suppliers', from: started, to: removed },
    { path: '/suppliers', from: back, to: now(deps) },
  ]);
  assert.deepEqual(gaps.slice(1), [
    { from: removed, to: back, because: 'no row of the supplier directory named the order' },
  ]);
});

test('a Field Brief that was sent elsewhere is proved by the record of the ad desk', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const order = await booked(desk, { unit: 'field-brief', startsOn: '2026-10-06' });
  const note = (sentAt: string, words: string) =>
    recordSend(site.deps, dana, site.publication, { day: '2026-10-06', sentAt, note: words });
  await assert.rejects(note('2026-10-06T12:00:00.000Z', ''), { kind: 'validation_failed' });
  site.pass(30 * DAY);
  await keep(desk);
  assert.equal((await provePart(desk, order)).outcome, 'not yet');
  await note('2026-10-06T12:00:00.000Z', 'By the list server.');
  await assert.rejects(note('2026-10-06T12:00:00.000Z', ''), { kind: 'already_done' });
  const { outcome, pages, sends, creatives } = await provePart(desk, order);
  const [send, ...more] = sends;
  assert.deepEqual([outcome, pages, more], ['sent', [], []]);
  assert.deepEqual(
    [send?.day, send?.sentAt, send?.note, send?.notedBy, send?.deliveries],
    ['2026-10-06', '2026-10-06T12:00:00.000Z', 'By the list server.', 'Dana Whitfield', null],
  );
  assert.deepEqual(
    creatives.map(({ sha256 }) => sha256),
    [send?.creativeHash],
  );
});

test('the page, the PDF and the email of a proof say the same to the ad desk and to the advertiser', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const { deps } = site;
  const order = await booked(desk);
  const own = `/newsroom/ads/${order.id}/proof`;
  const link = await readOrderLink(deps, deps.db.read, order.id);
  const theirs = `/advertise/orders/${link?.secret}`;
  assert.equal((await site.fetch(`${theirs}/proof`)).status, 404, 'nothing has started');
  site.pass(29 * DAY);
  await keep(desk);
  site.pass(28 * DAY);
  await keep(desk);
  assert.match(await (await site.fetch(theirs)).text(), /<a href="[^"]+\/proof">Proof of performance<\/a>/);
  const { cookie } = await signedIn(desk);
  const asDesk = { headers: { Cookie: cookie } };
  assert.match(await (await site.fetch(`/newsroom/ads/${order.id}`, asDesk)).text(), new RegExp(`href="${own}"`));
  for (const page of [await site.fetch(own, asDesk), await site.fetch(`${theirs}/proof`)]) {
    assert.equal(page.status, 200);
    assert.match(
      await page.text(),
      /<h2>Homepage band<\/h2>[\s\S]*<a href="\/">\/<\/a>: 2026-10-05 13:00 to 2026-11-02/,
    );
  }
  for (const file of [await site.fetch(`${own}.pdf`, asDesk), await site.fetch(`${theirs}/files/proof.pdf`)]) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    assert.match(paperText(bytes), /Acme Layout, Homepage band[\s\S]*Pages[\s\S]*2026-10-05 13:00[\s\S]*Gaps/);
    assert.match(drawnOn(bytes).join(), / Do\b/, 'the PDF shows the ad');
  }
  const writer = await site.person('writer');
  for (const path of [own, `${own}.pdf`])
    assert.equal((await site.fetch(path, { headers: { Cookie: writer.cookie } })).status, 403);

  await closeOrder(deps, dana, site.publication, order.id);
  const email = deps.db.read.selectFrom('outbox').select('attachment').where('about', '=', 'ad.closed');
  const { attachment } = await email.where('attachment', 'is not', null).executeTakeFirstOrThrow();
  const { filename, content } = await readAttachment(deps, attachment ?? '');
  assert.equal(filename, `proof-Acme-Layout-${order.reference}.pdf`);
  assert.match(paperText(content as Uint8Array), /State: closed/);
});

test('spans are shared, and the rest is what no span covers', () => {
  const span = (from: string, to: string) => ({ from, to });
  assert.deepEqual(intersect([span('1', '4'), span('6', '9')], [span('3', '7')]), [span('3', '4'), span('6', '7')]);
  assert.deepEqual(intersect([span('1', '2')], [span('2', '3')]), []);
  assert.deepEqual(without(span('1', '9'), [span('6', '7'), span('0', '3'), span('2', '4')]), [
    span('4', '6'),
    span('7', '9'),
  ]);
  assert.deepEqual(without(span('1', '2'), [span('0', '5')]), []);
  assert.deepEqual(without(span('5', '2'), []), []);
});

async function provePart({ site }: Desk, { id }: Order): Promise<ProofPart> {
  const { db } = site.deps;
  const { parts } = await readProof(db.read, site.publication, await getOrder(db.read, id), now(site.deps));
  assert.equal(parts.length, 1);
  return parts[0] as ProofPart;
}
