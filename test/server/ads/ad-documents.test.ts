import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { findInvoiceOf } from '#ads/orders/invoices.ts';
import { type Desk, invoiced, openDesk, signedIn } from '../../support/ads/ad-desk.ts';
import { paperText } from '../../support/pdf-text.ts';

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

async function read(desk: Desk, path: string): Promise<Uint8Array> {
  const { cookie } = await signedIn(desk);
  const response = await desk.site.fetch(path, { headers: { Cookie: cookie } });
  assert.equal(response.status, 200, path);
  return new Uint8Array(await response.arrayBuffer());
}
