import { advertisingCatalog } from '../../ads/catalog/catalog.ts';
import { briefSchema, checkBrief } from '../../ads/creatives/brief-check.ts';
import { checkCreative } from '../../ads/creatives/creative-check.ts';
import { HTML } from '../../cache/public-response.ts';
import { Failure } from '../../core/failure.ts';
import { type AdCheckPage, adCheckHtml } from '../../render/html/ad-check-html.ts';
import { callerKey } from '../kit/client-address.ts';
import type { Context } from '../kit/context.ts';
import { statusOfFailure } from '../kit/error-response.ts';
import { sendPublic } from '../kit/respond.ts';
import { READING } from '../kit/security-headers.ts';
import { readUpload, requireFile } from '../kit/upload.ts';
import { validateForm } from '../newsroom/kit/form.ts';
import { LARGEST_SENT, mostWords } from './ad-check.ts';

const LABELS = { text: 'The copy', url: 'The address' };

/** `GET /advertise/check`: two forms, one for a file and one for words. */
export async function showAdCheck(c: Context): Promise<Response> {
  const { publication } = c.var.config;
  const body = await adCheckHtml(publication, advertisingCatalog(publication), {});
  return sendPublic(c, { status: 200, type: HTML, body, about: [] });
}

/** `POST /advertise/check`: the same page with what was found. Nothing is kept, and the page is nobody else's. */
export async function postAdCheckPage(c: Context): Promise<Response> {
  try {
    return await printPage(c, 200, await checkForm(c));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return printPage(c, statusOfFailure(error), { refused: error }, error.detail.retryAfter);
  }
}

async function checkForm(c: Context): Promise<AdCheckPage> {
  await c.var.limits.spend('adCheck', callerKey(c));
  const catalog = advertisingCatalog(c.var.config.publication);
  const upload = await readUpload(c.req.raw, 'file', LARGEST_SENT);
  const [fields, file] = [upload.fields, requireFile(upload, LARGEST_SENT)];
  if (fields.what === 'words') {
    const brief = validateForm(briefSchema, { text: fields.text ?? '', url: fields.url ?? '' }, LABELS);
    return { words: { ...brief, findings: checkBrief(brief, mostWords(catalog)) } };
  }
  const creative = catalog.creatives.find(({ id }) => id === fields.creative);
  if (!creative) throw new Failure('bad_request', 'Choose what the file is for.', { hint: 'Send the form again.' });
  if (file.byteLength === 0) throw new Failure('bad_request', 'There is no file.', { hint: 'Choose a PNG or a JPEG.' });
  return { picture: { creative, bytes: file.byteLength, ...(await checkCreative(creative, file, 'anybody')) } };
}

async function printPage(c: Context, status: number, page: AdCheckPage, retryAfter?: number): Promise<Response> {
  const { publication } = c.var.config;
  return new Response(await adCheckHtml(publication, advertisingCatalog(publication), page), {
    status,
    headers: {
      'Content-Type': HTML,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      'Content-Security-Policy': READING.replace("img-src 'self'", "img-src 'self' data:"), // the picture that was sent
      ...(retryAfter !== undefined && { 'Retry-After': String(Math.ceil(retryAfter)) }),
    },
  });
}
