import { findCreativePicture } from '#ads/creatives/stored-creatives.ts';
import { createProof, readProof } from '#ads/runs/proofs.ts';
import { findScreenshot } from '#ads/runs/screenshots.ts';
import { Failure } from '#core/failure.ts';
import type { Context } from '#http/context.ts';
import { proofFile } from '#runtime/files/document-files.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { actOnOrder as act } from './order-page.ts';

/** `POST /newsroom/ads/{orderId}/proofs`. */
export function postProof(c: Context): Promise<Response> {
  return act(c, { done: 'proved' }, async (orderId) => {
    const { proofPdf } = await import('#ads/documents/proof-pdf.ts');
    const { deps, actor, config } = c.var;
    const made = { print: proofPdf, hasBrowser: config.chromium !== null };
    await createProof(deps, actor, siteSnapshot().publication, { orderId, ...made });
  });
}

/** `GET /newsroom/ads/{orderId}/proofs/{proofId}.pdf` and `.json`. The JSON is the signed proof (RFC 7515) without any unsigned data. */
export async function readProofFile(c: Context): Promise<Response> {
  const [, proofId = '', ending] = /^([0-9a-f-]{36})\.(pdf|json)$/.exec(c.req.param('file') ?? '') ?? [];
  const { deps, actor } = c.var;
  const { signed, name, pdfHash } = await readProof(deps.db.read, actor, c.req.param('orderId') ?? '', proofId);
  if (ending === 'pdf') return sendFile(c, proofFile(pdfHash), 'application/pdf', `${name}.pdf`);
  const body = `${JSON.stringify(signed, null, 2)}\n`;
  return new Response(body, {
    headers: { ...PRIVATE_HEADERS, ...attachment(`${name}.json`), 'Content-Type': 'application/jose+json' },
  });
}

/** `GET /newsroom/ads/{orderId}/creatives/{creativeId}/picture`: in any state of the creative. */
export async function showCreative(c: Context): Promise<Response> {
  const { deps, actor } = c.var;
  const [orderId = '', creativeId = ''] = [c.req.param('orderId'), c.req.param('creativeId')];
  const { file, type } = await findCreativePicture(deps.db.read, actor, orderId, creativeId);
  return showPicture(c, file, type);
}

/** `GET /newsroom/ads/{orderId}/shots/{sha256}.png`: a screenshot that a proof names. */
export async function showShot(c: Context): Promise<Response> {
  const { deps, actor } = c.var;
  const [, sha256 = ''] = /^([0-9a-f]{64})\.png$/.exec(c.req.param('file') ?? '') ?? [];
  return showPicture(c, await findScreenshot(deps.db.read, actor, c.req.param('orderId') ?? '', sha256), 'image/png');
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
