import { advertisingCatalog } from '#ads/catalog/catalog.ts';
import type { AdvertisingCatalog, Creative } from '#ads/catalog/catalog-schema.ts';
import { briefSchema, checkBrief } from '#ads/creatives/brief-check.ts';
import { checkCreative } from '#ads/creatives/creative-check.ts';
import { Failure } from '#core/failure.ts';
import { readBytes, readJson, requireType, validate, validateForm } from '#http/body.ts';
import { HTML, JSON_TYPE } from '#http/cache/public-response.ts';
import { callerAddress } from '#http/client-address.ts';
import type { Context } from '#http/context.ts';
import { statusOfFailure } from '#http/errors.ts';
import { sendPublic } from '#http/respond.ts';
import { READER_POLICY } from '#http/security-headers.ts';
import { readUpload, requireFile } from '#http/upload.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { type AdCheckPage, adCheckHtml } from './ad-check-html.ts';
import { adCheckJson } from './ad-check-json.ts';

/** Largest file that is checked, in bytes: larger than any creative may be, so that a too large file gets all its findings. */
const LARGEST_UPLOAD = 1024 * 1024;
/** The creative that has words. */
const WITH_WORDS = 'field-brief';

/** `POST /api/v1/advertise/check?unit=…&creative=…`: checks a picture, or the words of a Field Brief, against the catalog. */
export async function postAdCheck(c: Context): Promise<Response> {
  const catalog = advertisingCatalog(siteSnapshot().publication);
  const isWords = typeOf(c) === 'application/json';
  const { unit, creative } = requireCreative(c, catalog, isWords ? WITH_WORDS : c.req.query('creative'));
  const checked = isWords
    ? { findings: checkBrief(validate(briefSchema, await readJson(c.req.raw)), mostWords(catalog)) }
    : await checkCreative(creative, await readPicture(c), 'anybody');
  return new Response(`${JSON.stringify(adCheckJson(unit, creative.id, checked))}\n`, {
    headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store' },
  });
}

/** How many words the catalog sells with a Field Brief. */
export function mostWords({ units }: AdvertisingCatalog): number {
  return units.find(({ copyMaxWords }) => copyMaxWords !== null)?.copyMaxWords ?? 0;
}

function typeOf(c: Context): string {
  return (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

async function readPicture(c: Context): Promise<Uint8Array> {
  const type = typeOf(c);
  if (type !== 'image/png' && type !== 'image/jpeg')
    throw new Failure(
      'unsupported_media_type',
      'Send a picture as image/png or image/jpeg, words as application/json.',
      {
        hint: 'Set Content-Type to the type of the body, and send no Content-Encoding.',
      },
    );
  requireType(c.req.raw, type);
  return readBytes(c.req.raw, LARGEST_UPLOAD);
}

/** The creative to check: the only one of its unit, or the one that the request names. @throws bad_request */
function requireCreative(
  c: Context,
  { units, creatives }: AdvertisingCatalog,
  asked: string | undefined,
): { unit: string; creative: Creative } {
  const unit = units.find(({ id }) => id === c.req.query('unit'));
  const sold = units.filter(({ creativeIds }) => creativeIds.length > 0);
  if (!unit || unit.creativeIds.length === 0)
    throw new Failure('bad_request', 'Name the unit that the creative is for.', {
      hint: `unit is one of ${sold.map(({ id }) => id).join(', ')}.`,
    });
  const id = asked ?? (unit.creativeIds.length === 1 ? unit.creativeIds[0] : undefined);
  const creative = creatives.find((candidate) => candidate.id === id && unit.creativeIds.includes(candidate.id));
  if (creative) return { unit: unit.id, creative };
  throw new Failure('bad_request', `Name a creative that belongs to the unit ${unit.id}.`, {
    hint: `creative is one of ${unit.creativeIds.join(', ')}; words belong to ${WITH_WORDS}.`,
  });
}

const LABELS = { text: 'The copy', url: 'The address' };

/** `GET /advertise/check`: two forms, one for a file and one for words. */
export async function showAdCheck(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const body = await adCheckHtml(publication, advertisingCatalog(publication), {});
  return sendPublic(c, { status: 200, type: HTML, body, about: [] });
}

/** `POST /advertise/check`: the same page with the findings. Nothing is stored, and the response is not cached. */
export async function postAdCheckPage(c: Context): Promise<Response> {
  try {
    return await renderPage(200, await checkForm(c));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return renderPage(statusOfFailure(error), { refused: error }, error.detail.retryAfter);
  }
}

async function checkForm(c: Context): Promise<AdCheckPage> {
  await c.var.limits.spendAddress('check', callerAddress(c));
  const catalog = advertisingCatalog(siteSnapshot().publication);
  const upload = await readUpload(c.req.raw, 'file', LARGEST_UPLOAD);
  const [fields, file] = [upload.fields, requireFile(upload, LARGEST_UPLOAD)];
  if (fields.what === 'words') {
    const brief = validateForm(briefSchema, { text: fields.text ?? '', url: fields.url ?? '' }, LABELS);
    return { words: { ...brief, findings: checkBrief(brief, mostWords(catalog)) } };
  }
  const creative = catalog.creatives.find(({ id }) => id === fields.creative);
  if (!creative)
    throw new Failure('bad_request', 'Choose what the file is for.', {
      hint: 'Choose a creative and send the form again.',
    });
  if (file.byteLength === 0) throw new Failure('bad_request', 'There is no file.', { hint: 'Choose a PNG or a JPEG.' });
  return { picture: { creative, bytes: file.byteLength, ...(await checkCreative(creative, file, 'anybody')) } };
}

async function renderPage(status: number, page: AdCheckPage, retryAfter?: number): Promise<Response> {
  const { publication } = siteSnapshot();
  return new Response(await adCheckHtml(publication, advertisingCatalog(publication), page), {
    status,
    headers: {
      'Content-Type': HTML,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      'Content-Security-Policy': READER_POLICY.replace("img-src 'self'", "img-src 'self' data:"), // the picture that was sent
      ...(retryAfter !== undefined && { 'Retry-After': String(Math.ceil(retryAfter)) }),
    },
  });
}
