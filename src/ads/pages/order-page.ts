import { catalogForOrders } from '#ads/catalog/catalog.ts';
import { creativeTextSchema, RECEIVES, receiveCreative } from '#ads/creatives/receive-creative.ts';
import { findCreativePicture, listCreatives } from '#ads/creatives/stored-creatives.ts';
import { findHold } from '#ads/orders/holds.ts';
import { isMissed } from '#ads/orders/missed.ts';
import { findOrderLink, type OrderLink, orderUrl, recordLinkVisit } from '#ads/orders/order-links.ts';
import { getOrder } from '#ads/orders/orders.ts';
import { hasStarted } from '#ads/runs/runs.ts';
import { type Advertiser, SYSTEM } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { dayIn } from '#core/wall-time.ts';
import { validateForm } from '#http/body.ts';
import { HTML } from '#http/cache/public-response.ts';
import { callerAddress } from '#http/client-address.ts';
import type { Context } from '#http/context.ts';
import { statusOfFailure } from '#http/errors.ts';
import { READER_POLICY } from '#http/security-headers.ts';
import { readUpload, requireFile } from '#http/upload.ts';
import { now } from '#runtime/deps.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { findOrderProof, listAgreements, listOrderDocuments, readOrderDocument } from './order-documents.ts';
import { noOrderHtml, type OrderView, orderHtml, orderProofHtml } from './order-html.ts';

// The page of an order for its advertiser. The secret in the address is the right to act, so its form needs no check of its
// origin. A GET changes nothing but the time of the last visit.

/** The largest upload, in bytes; the limit of every creative is smaller. */
const LARGEST_FILE = 1024 * 1024;

/** No cache stores these pages, no search engine lists them, and no link passes on the secret in the address. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Referrer-Policy': 'no-referrer',
};

/** `GET /advertise/orders/{secret}`. */
export async function showOrderPage(c: Context): Promise<Response> {
  const link = await linkOf(c);
  if (!link) return noOrder();
  await recordLinkVisit(c.var.deps, link);
  return page(c, link, { refused: null, status: 200 });
}

const LABELS = { url: 'The address', alt: 'The text for readers who cannot see the picture', copy: 'The words' };

/** `POST /advertise/orders/{secret}/files`: checks a file and stores it. The page shows what does not fit. */
export async function postOrderFile(c: Context): Promise<Response> {
  const link = await linkOf(c);
  if (!link) return noOrder();
  let typed: Record<string, string> = {};
  try {
    await c.var.limits.spendAddress('check', callerAddress(c));
    const upload = await readUpload(c.req.raw, 'file', LARGEST_FILE);
    typed = upload.fields;
    const { kind = '', url = '', alt = '', copy = '' } = typed;
    const file = requireFile(upload, LARGEST_FILE);
    const words = validateForm(creativeTextSchema, { kind, url, alt, copy }, LABELS);
    const { deps } = c.var;
    const { contactName } = await getOrder(deps.db.read, link.orderId);
    const by: Advertiser = { kind: 'advertiser', id: link.id, name: `${contactName}, by the link of the order` };
    const catalog = catalogForOrders(siteSnapshot().publication);
    const received = await receiveCreative(deps, by, siteSnapshot().publication, {
      catalog,
      orderId: link.orderId,
      words,
      file,
    });
    if (received.state === 'refused') throw unfit();
    const location = `${pathOf(c)}#creative-${kind}`;
    return new Response(null, { status: 303, headers: { ...HEADERS, Location: location } });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return page(c, link, {
      refused: { failure: error, typed },
      status: statusOfFailure(error),
      retryAfter: error.detail.retryAfter,
    });
  }
}

function unfit(): Failure {
  return new Failure('validation_failed', 'The file does not fit our requirements.', {
    hint: 'See below what to correct, then send it again. The ad desk sees it too.',
  });
}

/** `GET /advertise/orders/{secret}/files/{file}`: a document of the order, or the picture of a creative. */
export async function readOrderFile(c: Context): Promise<Response> {
  const link = await linkOf(c);
  if (!link) return noOrder();
  const asked = c.req.param('file') ?? '';
  const creativeId = /^creative-([0-9a-f-]{36})$/.exec(asked)?.[1];
  if (creativeId === undefined) return readOrderDocument(c, link.orderId, asked);
  const { deps } = c.var;
  const { file, type } = await findCreativePicture(deps.db.read, SYSTEM, link.orderId, creativeId);
  const bytes = await deps.files.get(file);
  if (!bytes) throw new Failure('not_found', 'This picture is missing.', { hint: 'Write to the ad desk.' });
  return new Response(new Uint8Array(bytes), {
    headers: { ...HEADERS, 'Content-Type': type, 'Content-Security-Policy': "default-src 'none'; sandbox" },
  });
}

/** `GET /advertise/orders/{secret}/proof`: where and when the ads of the order were shown. */
export async function showOrderProof(c: Context): Promise<Response> {
  const link = await linkOf(c);
  const proof = link && (await findOrderProof(c, link.orderId));
  if (!proof) return noOrder();
  return new Response(await orderProofHtml(siteSnapshot().publication, proof, pathOf(c)), {
    headers: { ...HEADERS, 'Content-Type': HTML, 'Content-Security-Policy': READER_POLICY },
  });
}

async function page(
  c: Context,
  link: OrderLink,
  { refused, status, retryAfter }: { refused: OrderView['refused']; status: number; retryAfter?: number | undefined },
): Promise<Response> {
  const { deps } = c.var;
  const tx = deps.db.read;
  const catalog = catalogForOrders(siteSnapshot().publication);
  const order = await getOrder(tx, link.orderId);
  const body = await orderHtml(siteSnapshot().publication, catalog, {
    path: pathOf(c),
    order,
    title: catalog.units.find(({ id }) => id === order.unit)?.title ?? order.unit,
    creatives: await listCreatives(tx, order.id),
    takesFiles: RECEIVES.includes(order.state),
    heldUntil: await findHold(tx, order.id, now(deps).slice(0, 10)),
    isMissed: await isMissed(tx, order),
    documents: await listOrderDocuments(c, order),
    hasProof: await hasStarted(tx, order.id),
    agreements: await listAgreements(c, order),
    expiresOn: dayIn(link.expiresAt, siteSnapshot().publication.timeZone),
    refused,
  });
  const retry = retryAfter === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfter)) };
  return new Response(body, {
    status,
    headers: { ...HEADERS, ...retry, 'Content-Type': HTML, 'Content-Security-Policy': READER_POLICY },
  });
}

/** The same answer for an unknown, an ended and an expired link. */
async function noOrder(): Promise<Response> {
  return new Response(await noOrderHtml(siteSnapshot().publication), {
    status: 404,
    headers: { ...HEADERS, 'Content-Type': HTML },
  });
}

function linkOf(c: Context): Promise<OrderLink | null> {
  const { deps } = c.var;
  return findOrderLink(deps, deps.db.read, c.req.param('secret') ?? '');
}

function pathOf(c: Context): string {
  return orderUrl('', c.req.param('secret') ?? '');
}
