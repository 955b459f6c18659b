import assert from 'node:assert/strict';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import { listCreatives, withdrawCreative } from '../src/advertising/creative-on-file.ts';
import { closeOrder } from '../src/advertising/end-order.ts';
import { findInvoiceOf } from '../src/advertising/invoice.ts';
import { keepRuns } from '../src/advertising/keep-runs.ts';
import { noteSend } from '../src/advertising/note-send.ts';
import { shootRuns } from '../src/advertising/shots.ts';
import { namedFiles } from '../src/archive/kept-files.ts';
import { createDraft } from '../src/article/create-draft.ts';
import { publish } from '../src/article/publish.ts';
import { unpublish } from '../src/article/unpublish.ts';
import { booked, DAY, type Desk, invoiced, openDesk, signedIn } from './ad-desk.ts';
import { copy, form, json } from './house.ts';
import { paperText } from './pdf-text.ts';

const WORDS = { INVOICE_FROM: 'Plumbline Press | 1 Level Street, Denver', INVOICE_TAX_NOTE: 'No sales tax applies.' };

test('an invoice is a PDF with the publisher’s own words, the same bytes each time, for editors alone', async (t) => {
  const desk = await openDesk(t, WORDS);
  const { house, dana } = desk;
  const order = await invoiced(desk);
  const first = await read(desk, '/newsroom/ads/invoices/2026-0001.pdf');
  const again = await read(desk, '/newsroom/ads/invoices/2026-0001.pdf');
  assert.deepEqual(first, again);
  const words = paperText(first);
  for (const told of [
    'Invoice 2026-0001',
    'Acme Layout',
    '$2,500.00',
    'no payment is taken online',
    'No sales tax applies.',
  ])
    assert.ok(words.includes(told), `${told} is not in: ${words}`);
  const invoice = await findInvoiceOf(house.press.db.read, order.id);
  assert.equal(invoice?.pdfHash, createHash('sha256').update(first).digest('hex'));
  const writer = await house.person('writer');
  assert.equal(
    (await house.fetch('/newsroom/ads/invoices/2026-0001.pdf', { headers: { Cookie: writer.cookie } })).status,
    403,
  );
  assert.equal(
    (await house.fetch('/newsroom/ads/invoices/2026-0009.pdf', { headers: { Cookie: dana.cookie } })).status,
    404,
  );
});

test('a proof tells which pages carried the ad and when, and its signature holds', async (t) => {
  const desk = await openDesk(t);
  const { house, dana } = desk;
  const { press, config } = house;
  const before = await createDraft(press, dana, copy({ slug: 'there-before' }));
  await publish(press, dana, before.id, 0);
  const order = await booked(desk, { unit: 'in-article' });
  house.pass(29 * DAY);
  await keepRuns(press, config.publication);
  const started = new Date(press.clock()).toISOString();
  house.pass(DAY);
  const later = await createDraft(press, dana, copy({ slug: 'came-later' }));
  await publish(press, dana, later.id, 0);
  const came = new Date(press.clock()).toISOString();
  house.pass(DAY);
  await unpublish(press, dana, before.id);
  const left = new Date(press.clock()).toISOString();
  house.pass(30 * DAY);
  await keepRuns(press, config.publication);
  const ended = new Date(press.clock()).toISOString();
  const made = await house.fetch(`/newsroom/ads/${order.id}/proofs`, form(await signedIn(desk), {}));
  assert.equal(made.status, 303);
  const { id } = await press.db.read.selectFrom('proof').select('id').executeTakeFirstOrThrow();
  const proof = JSON.parse(Buffer.from(await read(desk, `/newsroom/ads/${order.id}/proofs/${id}.json`)).toString());
  assert.deepEqual(Object.keys(proof).sort(), ['payload', 'protected', 'signature'], 'nothing unsigned is in the file');
  const document = JSON.parse(Buffer.from(proof.payload, 'base64url').toString());
  const [part] = document.parts;
  assert.deepEqual(part.pages, [
    { path: '/robotics/came-later', from: came, to: ended },
    { path: '/robotics/there-before', from: started, to: left },
  ]);
  const [creative] = await listCreatives(press.db.read, order.id);
  assert.equal(part.creatives[0].sha256, creative?.made?.hash);
  assert.match(document.screenshots, /None was taken/);
  assert.match(document.readers, /No reader was tracked/);
  const { keys } = await json(await house.fetch('/api/v1/advertise/proof-key'));
  const header = JSON.parse(Buffer.from(proof.protected, 'base64url').toString());
  const key = createPublicKey({ key: keys.find((one: { kid: string }) => one.kid === header.kid), format: 'jwk' });
  const signed = (payload: string) => Buffer.from(`${proof.protected}.${payload}`);
  const signature = Buffer.from(proof.signature, 'base64url');
  assert.ok(verify(null, signed(proof.payload), key, signature));
  assert.ok(!verify(null, signed(`${proof.payload}A`), key, signature));
  const pdf = paperText(await read(desk, `/newsroom/ads/${order.id}/proofs/${id}.pdf`));
  assert.ok(pdf.includes('/robotics/came-later') && pdf.includes('None was taken'), pdf);
  await closeOrder(press, dana, config.publication, order.id);
});

test('a proof tells when a creative stood, not when the run went on without it', async (t) => {
  const desk = await openDesk(t);
  const { house, dana } = desk;
  const { press, config } = house;
  const order = await booked(desk);
  house.pass(29 * DAY);
  await keepRuns(press, config.publication);
  house.pass(3 * DAY);
  const [creative] = await listCreatives(press.db.read, order.id);
  await withdrawCreative(press, dana, config.publication, order.id, creative?.id ?? '', 'A wrong claim.');
  const gone = new Date(press.clock()).toISOString();
  house.pass(DAY);
  await house.fetch(`/newsroom/ads/${order.id}/proofs`, form(await signedIn(desk), {}));
  const row = await press.db.read.selectFrom('proof').select('document').executeTakeFirstOrThrow();
  assert.equal(JSON.parse(row.document).parts[0].pages[0].to, gone);
});

test('a run is photographed once by our own browser, and the picture is in the proof and the backup', async (t) => {
  const desk = await openDesk(t);
  const { house } = desk;
  const { press, config } = house;
  const order = await booked(desk);
  house.pass(29 * DAY);
  await keepRuns(press, config.publication);
  const taken: string[] = [];
  const take = async (path: string) => {
    taken.push(path);
    return Buffer.from('a picture of the page');
  };
  await Promise.all([shootRuns(press, take), shootRuns(press, take)]);
  assert.deepEqual(taken, ['/']);
  await house.fetch(`/newsroom/ads/${order.id}/proofs`, form(await signedIn(desk), {}));
  const row = await press.db.read.selectFrom('proof').select(['document', 'pdf_hash']).executeTakeFirstOrThrow();
  const { parts, screenshots } = JSON.parse(row.document);
  const sha256 = createHash('sha256').update('a picture of the page').digest('hex');
  assert.deepEqual(
    parts[0].screenshots.map((one: { sha256: string }) => one.sha256),
    [sha256],
  );
  assert.match(screenshots, /Taken by a browser of the publisher/);
  const names = new Set<string>();
  for await (const name of namedFiles({ kind: press.db.kind, tx: press.db.read })) names.add(name);
  assert.ok(names.has(`shots/${sha256}.png`) && names.has(`proofs/${row.pdf_hash}.pdf`));
  assert.ok([...names].some((name) => name.startsWith('ad-')));
  for (const name of names) assert.ok(await press.files.has(name), name);
});

test('the send of a Field Brief is written down once, with whose ad it carried, and is in the proof', async (t) => {
  const desk = await openDesk(t);
  const { house, dana } = desk;
  const { press, config } = house;
  const order = await booked(desk, { unit: 'field-brief', startsOn: '2026-10-06' });
  await assert.rejects(noteSend(press, dana, '2026-10-06', '2026-10-06T12:00:00.000Z', ''), {
    kind: 'validation_failed',
  });
  house.pass(30 * DAY);
  await keepRuns(press, config.publication);
  await noteSend(press, dana, '2026-10-06', '2026-10-06T12:00:00.000Z', 'By the list server.');
  await assert.rejects(noteSend(press, dana, '2026-10-06', '2026-10-06T12:00:00.000Z', ''), {
    kind: 'already_done',
  });
  await house.fetch(`/newsroom/ads/${order.id}/proofs`, form(await signedIn(desk), {}));
  const row = await press.db.read.selectFrom('proof').select('document').executeTakeFirstOrThrow();
  const [sent] = JSON.parse(row.document).fieldBriefSends;
  const [creative] = await listCreatives(press.db.read, order.id);
  assert.deepEqual(
    [sent.day, sent.note, sent.creativeHash],
    ['2026-10-06', 'By the list server.', creative?.made?.hash],
  );
});

async function read(desk: Desk, path: string): Promise<Uint8Array> {
  const { cookie } = await signedIn(desk);
  const response = await desk.house.fetch(path, { headers: { Cookie: cookie } });
  assert.equal(response.status, 200, path);
  return new Uint8Array(await response.arrayBuffer());
}
