import assert from 'node:assert/strict';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { listCreatives, withdrawCreative } from '#ads/creatives/stored-creatives.ts';
import { readAttachment } from '#ads/orders/attachments.ts';
import { closeOrder } from '#ads/orders/end-order.ts';
import { findInvoiceOf } from '#ads/orders/invoices.ts';
import type { Order } from '#ads/orders/orders.ts';
import type { ProofDocument, ProofPart } from '#ads/runs/proof-document.ts';
import { takeScreenshots } from '#ads/runs/screenshots.ts';
import { recordSend } from '#ads/runs/sends.ts';
import { chromiumScreenshots } from '#ads/runs/take-screenshot.ts';
import { addSupplier } from '#ads/suppliers/suppliers.ts';
import { namedFiles } from '#backup/media-files.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { booked, DAY, type Desk, invoiced, keep, openDesk, signedIn, supplierRow } from '../../support/ads/ad-desk.ts';
import { plumbline } from '../../support/command.ts';
import { drawnOn, paperText } from '../../support/pdf-text.ts';
import { copy, form, json } from '../../support/site.ts';

const WORDS = { INVOICE_FROM: 'Plumbline Press | 1 Level Street, Denver', INVOICE_TAX_NOTE: 'No sales tax applies.' };

test('an invoice is a PDF with the publisher’s text and the same bytes at each download, and writers cannot read it', async (t) => {
  const desk = await openDesk(t, WORDS);
  const { site, dana } = desk;
  const order = await invoiced(desk);
  const first = await read(desk, '/newsroom/ads/invoices/2026-0001.pdf');
  const again = await read(desk, '/newsroom/ads/invoices/2026-0001.pdf');
  assert.deepEqual(first, again);
  const words = paperText(first);
  const shown = ['Invoice 2026-0001', 'Acme Layout', '$2,500.00', 'we take no payment online', 'No sales tax applies.'];
  for (const told of shown) assert.ok(words.includes(told), `${told} is not in: ${words}`);
  const invoice = await findInvoiceOf(site.deps.db.read, order.id);
  assert.equal(invoice?.pdfHash, createHash('sha256').update(first).digest('hex'));
  const writer = await site.person('writer');
  assert.equal(
    (await site.fetch('/newsroom/ads/invoices/2026-0001.pdf', { headers: { Cookie: writer.cookie } })).status,
    403,
  );
  assert.equal(
    (await site.fetch('/newsroom/ads/invoices/2026-0009.pdf', { headers: { Cookie: dana.cookie } })).status,
    404,
  );
});

test('a proof lists the pages that showed the ad and the times, and its signature is valid', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const { deps } = site;
  const before = await createDraft(deps, dana, copy({ slug: 'there-before' }));
  await publish(deps, dana, before.id, { revisionNumber: 0 });
  const order = await booked(desk, { unit: 'in-article' });
  site.pass(29 * DAY);
  const first = await look(desk);
  const later = await createDraft(deps, dana, copy({ slug: 'came-later' }));
  await publish(deps, dana, later.id, { revisionNumber: 0 });
  const second = await look(desk);
  await unpublish(deps, dana, before.id);
  await look(desk);
  const last = await look(desk);
  site.pass(30 * DAY); // the service is down until then
  await keep(desk);
  const document = await prove(desk, order);
  const [part] = document.parts;
  assert.ok(part);
  const sha256 = await hashOf(desk, order);
  assert.deepEqual(part.pages, [
    { path: '/robotics/came-later', sha256, from: second, to: last },
    { path: '/robotics/there-before', sha256, from: first, to: second },
  ]);
  assert.deepEqual(part.gaps, [
    { from: '2026-10-05T00:00:00.000Z', to: first, because: 'the ad had not started yet' },
    {
      from: last,
      to: '2026-11-02T00:00:00.000Z',
      because: 'the service was not running or could not check its pages',
    },
  ]);
  assert.deepEqual([part.outcome, part.creatives], ['seen', [{ sha256, url: 'https://acme.example/' }]]);
  assert.match(part.withoutScreenshots ?? '', /no browser is set up/);
  assert.match(document.readers, /No reader was tracked/);

  const { id } = await deps.db.read.selectFrom('proof').select('id').executeTakeFirstOrThrow();
  const proof = JSON.parse(Buffer.from(await read(desk, `/newsroom/ads/${order.id}/proofs/${id}.json`)).toString());
  assert.deepEqual(Object.keys(proof).sort(), ['payload', 'protected', 'signature'], 'nothing unsigned is in the file');
  assert.deepEqual(JSON.parse(Buffer.from(proof.payload, 'base64url').toString()), document);
  const { keys } = await json(await site.fetch('/api/v1/advertise/proof-key'));
  const header = JSON.parse(Buffer.from(proof.protected, 'base64url').toString());
  const key = createPublicKey({ key: keys.find((one: { kid: string }) => one.kid === header.kid), format: 'jwk' });
  const signed = (payload: string) => Buffer.from(`${proof.protected}.${payload}`);
  const signature = Buffer.from(proof.signature, 'base64url');
  assert.ok(verify(null, signed(proof.payload), key, signature));
  assert.ok(!verify(null, signed(`${proof.payload}A`), key, signature));
  const bytes = await read(desk, `/newsroom/ads/${order.id}/proofs/${id}.pdf`);
  const raw = Buffer.from(bytes).toString('latin1');
  const [, attached = ''] = /\/Type \/EmbeddedFile.*?stream\n(.*?)\nendstream/s.exec(raw) ?? [];
  assert.deepEqual(JSON.parse(inflateSync(Buffer.from(attached, 'latin1')).toString()), proof, 'attached to the PDF');
  const pdf = paperText(bytes);
  const shown = ['/robotics/came-later', 'no browser is set up', 'Gaps', 'was not running'];
  for (const told of [...shown, 'Acme Layout, In-article ad', 'How to verify this proof', header.kid])
    assert.ok(pdf.includes(told), `${told} is not in: ${pdf}`);
  assert.ok(!/\bin-article\b/.test(pdf), 'no id of a unit is in the PDF');
  assert.match(drawnOn(bytes).join(), / Do\b/, 'the PDF shows the ad');
  await closeOrder(deps, dana, siteSnapshot().publication, order.id);
  const email = deps.db.read.selectFrom('outbox').select('attachment').where('about', '=', 'ad.closed');
  const { attachment } = await email.executeTakeFirstOrThrow();
  const { filename, content } = await readAttachment(deps, attachment ?? '');
  assert.deepEqual(content, Buffer.from(bytes));
  assert.equal(filename, `proof-Acme-Layout-${order.reference}-${document.madeAt.slice(0, 10)}.pdf`);
});

test('keys rotate proofs makes another key, which the old one signs, and earlier proofs still verify', async (t) => {
  const desk = await openDesk(t);
  const { site } = desk;
  const empty = await plumbline(site, ['keys', 'rotate', 'proofs']);
  assert.deepEqual(
    [empty.code, /no key that signs proofs of performance yet/.test(empty.error)],
    [1, true],
    empty.error,
  );
  const order = await booked(desk);
  site.pass(29 * DAY);
  await look(desk);
  await look(desk);
  await prove(desk, order);
  const stored = () =>
    site.deps.db.read.selectFrom('setting').select('value').where('name', '=', 'proof-key').executeTakeFirstOrThrow();
  const { sealed } = JSON.parse((await stored()).value);

  const rotated = await plumbline(site, ['keys', 'rotate', 'proofs']);
  assert.equal(rotated.code, 0, rotated.error);
  assert.ok(!(await stored()).value.includes(sealed), 'the private part of the old key is deleted');
  await prove(desk, order);

  const { keys, statements } = await json(await site.fetch('/api/v1/advertise/proof-key'));
  const verified = (signed: { payload: string; protected: string; signature: string }) => {
    const { kid } = JSON.parse(Buffer.from(signed.protected, 'base64url').toString());
    const key = createPublicKey({ key: keys.find((one: { kid: string }) => one.kid === kid), format: 'jwk' });
    const text = Buffer.from(`${signed.protected}.${signed.payload}`);
    assert.ok(verify(null, text, key, Buffer.from(signed.signature, 'base64url')));
    return { kid, payload: JSON.parse(Buffer.from(signed.payload, 'base64url').toString()) };
  };
  const [newest, oldest] = keys.map(({ kid }: { kid: string }) => kid);
  assert.equal(keys.length, 2);
  const proofs = await site.deps.db.read.selectFrom('proof').select('id').orderBy('seq').execute();
  const kids = [];
  for (const { id } of proofs) {
    const file = await read(desk, `/newsroom/ads/${order.id}/proofs/${id}.json`);
    kids.push(verified(JSON.parse(Buffer.from(file).toString())).kid);
  }
  assert.deepEqual(kids, [oldest, newest]);
  assert.equal(statements.length, 1);
  const { kid, payload } = verified(statements[0]);
  assert.deepEqual([kid, payload.previous, payload.key.kid], [oldest, oldest, newest]);
  assert.ok(rotated.out.includes(newest), rotated.out);
  const listed = await plumbline(site, ['keys', 'list']);
  assert.match(listed.out, new RegExp(`${oldest} .*replaced[^\\n]*\\n.*${newest} .*signs now`));
});

test('a proof claims nothing for the time when the service was down', async (t) => {
  const desk = await openDesk(t);
  const order = await booked(desk);
  desk.site.pass(29 * DAY);
  const first = await look(desk);
  const last = await look(desk);
  desk.site.pass(3 * DAY);
  const back = await look(desk);
  const then = await look(desk);
  const part = await provePart(desk, order);
  const sha256 = await hashOf(desk, order);
  assert.deepEqual(part.pages, [
    { path: '/', sha256, from: first, to: last },
    { path: '/', sha256, from: back, to: then },
  ]);
  assert.deepEqual(part.gaps.slice(1), [
    { from: last, to: back, because: 'the service was not running or could not check its pages' },
  ]);
});

test('a proof ends at the last page check that found the creative, and says that none was accepted after its withdrawal', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const { deps } = site;
  const order = await booked(desk);
  site.pass(29 * DAY);
  await look(desk);
  const last = await look(desk);
  const [creative] = await listCreatives(deps.db.read, order.id);
  await withdrawCreative(deps, dana, siteSnapshot().publication, {
    orderId: order.id,
    creativeId: creative?.id ?? '',
    reason: 'A wrong claim.',
  });
  for (let minutes = 0; minutes < 10; minutes++) await look(desk);
  const part = await provePart(desk, order);
  assert.deepEqual(
    part.pages.map(({ to }) => to),
    [last],
  );
  assert.equal(part.gaps.at(-1)?.because, 'no creative was accepted');
});

test('the screenshot of an ad is in the proof and in the backup, and writers cannot open it', async (t) => {
  const desk = await openDesk(t);
  const { site } = desk;
  const { deps } = site;
  const order = await booked(desk);
  site.pass(29 * DAY);
  await keep(desk);
  const sha256 = await hashOf(desk, order);
  const taken: [string, string][] = [];
  const png = await sharp({ create: { width: 144, height: 120, channels: 3, background: '#884422' } })
    .png()
    .toBuffer();
  const take = async (path: string, creative: string) => {
    taken.push([path, creative]);
    return png;
  };
  await Promise.all([takeScreenshots(deps, take), takeScreenshots(deps, take)]);
  await takeScreenshots(deps, take);
  assert.deepEqual(taken, [['/', sha256]]);
  const { screenshots, withoutScreenshots } = await provePart(desk, order);
  const shot = createHash('sha256').update(png).digest('hex');
  assert.deepEqual(
    screenshots.map((one) => [one.path, one.sha256]),
    [['/', shot]],
  );
  assert.equal(withoutScreenshots, null);
  const row = await deps.db.read.selectFrom('proof').select(['id', 'pdf_hash']).executeTakeFirstOrThrow();
  const pdf = Buffer.from(await read(desk, `/newsroom/ads/${order.id}/proofs/${row.id}.pdf`)).toString('latin1');
  assert.match(pdf, /\/Subtype \/Image\n[\s\S]*\/Width 144\n\/Height 120/);
  const own = `/newsroom/ads/${order.id}/shots/${shot}.png`;
  assert.deepEqual(Buffer.from(await read(desk, own)), png);
  const page = Buffer.from(await read(desk, `/newsroom/ads/${order.id}`)).toString();
  assert.ok(page.includes(own));
  const writer = await site.person('writer');
  assert.equal((await site.fetch(own, { headers: { Cookie: writer.cookie } })).status, 403);
  const names = new Set<string>();
  for await (const name of namedFiles({ kind: deps.db.kind, tx: deps.db.read })) names.add(name);
  assert.ok(names.has(`shots/${shot}.png`) && names.has(`proofs/${row.pdf_hash}.pdf`));
  for (const name of names) assert.ok(await deps.files.has(name), name);
});

test('a failed screenshot is tried again, and the proof says that the browser failed, not that none is set up', async (t) => {
  const desk = await openDesk(t, { CHROMIUM_PATH: '/nowhere/chromium' });
  const { site } = desk;
  const { deps, config } = site;
  const order = await booked(desk);
  site.pass(29 * DAY);
  await keep(desk);
  assert.equal((await provePart(desk, order)).withoutScreenshots, 'No screenshot yet.');
  const program = config.chromium ?? '';
  const take = chromiumScreenshots(program, config.publication.baseUrl);
  await assert.rejects(takeScreenshots(deps, take), /ENOENT/);
  assert.match((await provePart(desk, order)).withoutScreenshots ?? '', /the browser failed at/);
  await takeScreenshots(deps, take); // no new attempt before ten minutes have passed
  site.pass(601);
  await assert.rejects(takeScreenshots(deps, take), /ENOENT/);
});

test('the screenshot and the proof of a logo cover only the supplier directory, where the logo is shown', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const { deps } = site;
  const order = await booked(desk, { unit: 'directory-listing' });
  await addSupplier(deps, dana, supplierRow(order.reference));
  site.pass(29 * DAY);
  await look(desk);
  await look(desk);
  assert.match(await (await site.fetch('/')).text(), /Acme Layout/, 'the home page has the row without its logo');
  const taken: string[] = [];
  await takeScreenshots(deps, async (path) => {
    taken.push(path);
    return sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
  });
  assert.deepEqual(taken, ['/suppliers']);
  const part = await provePart(desk, order);
  assert.deepEqual(
    part.pages.map(({ path }) => path),
    ['/suppliers'],
  );
});

test('the send of a Field Brief is recorded once with the creative it carried, and is in the proof', async (t) => {
  const desk = await openDesk(t, { CHROMIUM_PATH: '/nowhere/chromium' });
  const { site, dana } = desk;
  const { deps } = site;
  const order = await booked(desk, { unit: 'field-brief', startsOn: '2026-10-06' });
  const note = (sentAt: string, words: string) =>
    recordSend(deps, dana, siteSnapshot().publication, { day: '2026-10-06', sentAt, note: words });
  await assert.rejects(note('2026-10-06T12:00:00.000Z', ''), { kind: 'validation_failed' });
  site.pass(30 * DAY);
  await keep(desk);
  await note('2026-10-06T12:00:00.000Z', 'By the list server.');
  await assert.rejects(note('2026-10-06T12:00:00.000Z', ''), { kind: 'already_done' });
  const part = await provePart(desk, order);
  const [sent] = part.sends;
  assert.deepEqual(
    [part.outcome, sent?.day, sent?.sentAt, sent?.note, sent?.notedBy, sent?.creativeHash],
    [
      'sent',
      '2026-10-06',
      '2026-10-06T12:00:00.000Z',
      'By the list server.',
      'Dana Whitfield',
      await hashOf(desk, order),
    ],
  );
  assert.deepEqual(part.pages, []);
  assert.equal(part.withoutScreenshots, 'A Field Brief has no screenshots: it is sent by email.');
});

/** Runs one page check, advances the clock by a minute, and returns the time of the check. */
async function look(desk: Desk): Promise<string> {
  const at = new Date(desk.site.deps.clock()).toISOString();
  await keep(desk);
  desk.site.pass(60);
  return at;
}

async function prove(desk: Desk, { id }: Order): Promise<ProofDocument> {
  const made = await desk.site.fetch(`/newsroom/ads/${id}/proofs`, form(await signedIn(desk), {}));
  assert.equal(made.status, 303, await made.text());
  const { read } = desk.site.deps.db;
  const row = await read.selectFrom('proof').select('document').orderBy('seq', 'desc').executeTakeFirstOrThrow();
  return JSON.parse(row.document);
}

async function provePart(desk: Desk, order: Order): Promise<ProofPart> {
  const [part] = (await prove(desk, order)).parts;
  assert.ok(part);
  return part;
}

async function hashOf({ site }: Desk, { id }: Order): Promise<string> {
  const [creative] = await listCreatives(site.deps.db.read, id);
  return creative?.made?.hash ?? '';
}

async function read(desk: Desk, path: string): Promise<Uint8Array> {
  const { cookie } = await signedIn(desk);
  const response = await desk.site.fetch(path, { headers: { Cookie: cookie } });
  assert.equal(response.status, 200, path);
  return new Uint8Array(await response.arrayBuffer());
}
