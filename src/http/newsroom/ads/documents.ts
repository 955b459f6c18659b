import { findPicture } from '../../../ads/creatives/stored-creatives.ts';
import { proofFile } from '../../../ads/orders/documents.ts';
import { proveRun, readProof } from '../../../ads/runs/proofs.ts';
import { findShot } from '../../../ads/runs/screenshots.ts';
import type { Context } from '../../kit/context.ts';
import { actOnOrder as act } from './ad-act.ts';
import { asFile, KEPT_FROM_OTHERS, sendFile, showPicture } from './ad-file.ts';

/** `POST /newsroom/ads/{orderId}/proofs`. */
export function postProof(c: Context): Promise<Response> {
  return act(c, async (orderId) => {
    const { proofPdf } = await import('../../../render/pdf/proof-pdf.ts');
    const { deps, actor, config } = c.var;
    const made = { print: proofPdf, hasBrowser: config.chromium !== null };
    await proveRun(deps, actor, config.publication, orderId, made);
  });
}

/** `GET /newsroom/ads/{orderId}/proofs/{proofId}.pdf` and `.json`: the JSON is what is signed (RFC 7515), and nothing unsigned beside it. */
export async function readProofFile(c: Context): Promise<Response> {
  const [, proofId = '', ending] = /^([0-9a-f-]{36})\.(pdf|json)$/.exec(c.req.param('file') ?? '') ?? [];
  const { deps, actor } = c.var;
  const { signed, name, pdfHash } = await readProof(deps.db.read, actor, c.req.param('orderId') ?? '', proofId);
  if (ending === 'pdf') return sendFile(c, proofFile(pdfHash), 'application/pdf', `${name}.pdf`);
  const body = `${JSON.stringify(signed, null, 2)}\n`;
  return new Response(body, {
    headers: { ...KEPT_FROM_OTHERS, ...asFile(`${name}.json`), 'Content-Type': 'application/jose+json' },
  });
}

/** `GET /newsroom/ads/{orderId}/creatives/{creativeId}/picture`: also one that waits, and one that readers get no more. */
export async function showCreative(c: Context): Promise<Response> {
  const { deps, actor } = c.var;
  const [orderId = '', creativeId = ''] = [c.req.param('orderId'), c.req.param('creativeId')];
  const { file, type } = await findPicture(deps.db.read, actor, orderId, creativeId);
  return showPicture(c, file, type);
}

/** `GET /newsroom/ads/{orderId}/shots/{sha256}.png`: a screenshot that a proof names. */
export async function showShot(c: Context): Promise<Response> {
  const { deps, actor } = c.var;
  const [, sha256 = ''] = /^([0-9a-f]{64})\.png$/.exec(c.req.param('file') ?? '') ?? [];
  return showPicture(c, await findShot(deps.db.read, actor, c.req.param('orderId') ?? '', sha256), 'image/png');
}
