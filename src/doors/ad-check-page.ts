import { briefSchema, checkBrief } from '../advertising/brief-check.ts';
import { advertisingCatalog } from '../advertising/catalog.ts';
import { checkCreative } from '../advertising/creative-check.ts';
import { type AdCheckPage, adCheckHtml } from '../editions/ad-check-html.ts';
import { Failure } from '../ground/failure.ts';
import { HTML } from '../newsstand/copy.ts';
import { LARGEST_SENT, mostWords } from './ad-check.ts';
import { answer } from './answer.ts';
import { callerKey } from './caller.ts';
import type { Ctx } from './env.ts';
import { requireFields } from './newsroom/form.ts';
import { statusOfFailure } from './refusal.ts';
import { READING } from './security-headers.ts';
import { readUpload, requireFile } from './upload.ts';

const LABELS = { text: 'The copy', url: 'The address' };

/** `GET /advertise/check`: two forms, one for a file and one for words. */
export async function showAdCheck(c: Ctx): Promise<Response> {
  const { publication } = c.var.config;
  const body = await adCheckHtml(publication, advertisingCatalog(publication), {});
  return answer(c, { status: 200, type: HTML, body, about: [] });
}

/** `POST /advertise/check`: the same page with what was found. Nothing is kept, and the page is nobody else's. */
export async function postAdCheckPage(c: Ctx): Promise<Response> {
  try {
    return await printPage(c, 200, await checkForm(c));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return printPage(c, statusOfFailure(error), { refused: error }, error.detail.retryAfter);
  }
}

async function checkForm(c: Ctx): Promise<AdCheckPage> {
  await c.var.limits.spend('adCheck', callerKey(c));
  const catalog = advertisingCatalog(c.var.config.publication);
  const upload = await readUpload(c.req.raw, 'file', LARGEST_SENT);
  const [fields, file] = [upload.fields, requireFile(upload, LARGEST_SENT)];
  if (fields.what === 'words') {
    const brief = requireFields(briefSchema, { text: fields.text ?? '', url: fields.url ?? '' }, LABELS);
    return { words: { ...brief, findings: checkBrief(brief, mostWords(catalog)) } };
  }
  const creative = catalog.creatives.find(({ id }) => id === fields.creative);
  if (!creative) throw new Failure('bad_request', 'Choose what the file is for.', { hint: 'Send the form again.' });
  if (file.byteLength === 0) throw new Failure('bad_request', 'There is no file.', { hint: 'Choose a PNG or a JPEG.' });
  return { picture: { creative, bytes: file.byteLength, ...(await checkCreative(creative, file, 'anybody')) } };
}

async function printPage(c: Ctx, status: number, page: AdCheckPage, retryAfter?: number): Promise<Response> {
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
