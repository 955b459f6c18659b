import { findCreativePicture } from '#ads/creatives/stored-creatives.ts';
import { readOrder } from '#ads/orders/orders.ts';
import { type Proof, readProof } from '#ads/runs/proof.ts';
import { Failure } from '#core/failure.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { now } from '#runtime/deps.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { AD_STYLES } from './ad-labels.ts';

/** `GET /newsroom/ads/{orderId}/proof`: where and when the ads of an order were shown. */
export async function showProof(c: Context): Promise<Response> {
  const [proof, { proofBody }] = await Promise.all([proofOf(c), import('#ads/documents/proof-html.ts')]);
  const { id, advertiser } = proof.order;
  return newsroomPage(c, {
    title: `Proof of performance, ${advertiser}`,
    styles: AD_STYLES,
    head: { title: 'Proof of performance', trail: [{ text: advertiser, href: `/newsroom/ads/${id}` }] },
    main: proofBody(proof, `/newsroom/ads/${id}/proof.pdf`),
  });
}

/** `GET /newsroom/ads/{orderId}/proof.pdf`. */
export async function readProofPdf(c: Context): Promise<Response> {
  const [proof, { proofPdf }] = await Promise.all([proofOf(c), import('#ads/documents/proof-pdf.ts')]);
  const pdf = await proofPdf(proof, c.var.deps.files);
  const name = `proof-${proof.order.reference}.pdf`;
  return new Response(new Uint8Array(pdf), {
    headers: { ...PRIVATE_HEADERS, ...attachment(name), 'Content-Type': 'application/pdf' },
  });
}

async function proofOf(c: Context): Promise<Proof> {
  const { deps, actor } = c.var;
  const order = await readOrder(deps.db.read, actor, c.req.param('orderId') ?? '');
  return readProof(deps.db.read, siteSnapshot().publication, order, now(deps));
}

/** `GET /newsroom/ads/{orderId}/creatives/{creativeId}/picture`: in any state of the creative. */
export async function showCreative(c: Context): Promise<Response> {
  const { deps, actor } = c.var;
  const [orderId = '', creativeId = ''] = [c.req.param('orderId'), c.req.param('creativeId')];
  const { file, type } = await findCreativePicture(deps.db.read, actor, orderId, creativeId);
  return showPicture(c, file, type);
}

/** Sends a stored file as a download. @throws not_found */
export async function sendFile(c: Context, file: string, type: string, name: string): Promise<Response> {
  const bytes = await c.var.deps.files.get(file);
  if (!bytes)
    throw new Failure('not_found', 'This file is missing from the file store.', {
      hint: 'Restore it from a backup.',
    });
  return new Response(new Uint8Array(bytes), {
    headers: { ...PRIVATE_HEADERS, ...attachment(name), 'Content-Type': type },
  });
}

/** Headers of files that only the ad desk may see. */
const PRIVATE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Robots-Tag': 'noindex',
};

export function attachment(name: string): Record<string, string> {
  return { 'Content-Disposition': `attachment; filename="${name}"` };
}

/** Sends a stored image for display. @throws not_found */
export async function showPicture(c: Context, file: string, type: string): Promise<Response> {
  const bytes = await c.var.deps.files.get(file);
  if (!bytes)
    throw new Failure('not_found', 'This picture is missing from the file store.', {
      hint: 'Restore it from a backup.',
    });
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...PRIVATE_HEADERS,
      'Content-Disposition': 'inline',
      'Content-Type': type,
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
