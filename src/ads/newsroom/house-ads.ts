import { html } from 'hono/html';
import type { Creative } from '#ads/catalog/catalog-schema.ts';
import { fileFor } from '#ads/creatives/ad-files.ts';
import type { Finding } from '#ads/creatives/findings.ts';
import {
  addHouseAd,
  HOUSE_PLACES,
  houseAdTextSchema,
  type ListedHouseAd,
  listHouseAds,
  MOST_HOUSE_ADS,
  removeHouseAd,
} from '#ads/runs/house-ads.ts';
import { isEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { type RefusedForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { readUpload, requireFile } from '#http/upload.ts';
import { AD_STYLES, adNavigation, catalogOf, numberWarning } from './ad-labels.ts';

/** The largest upload, in bytes; the limit of every creative is smaller. */
const LARGEST_FILE = 2 * 1024 * 1024;

/** `GET /newsroom/ads/house-ads`: the house ads of each place, and the forms that add and remove them. */
export function showHouseAds(c: Context): Promise<Response> {
  return houseAdsPage(c, null);
}

async function houseAdsPage(
  c: Context,
  refused: RefusedForm | null,
  warnings: readonly Finding[] = [],
): Promise<Response> {
  const ads = await listHouseAds(c.var.deps.db.read);
  const mayChange = isEditorial(c.var.actor);
  return newsroomPage(c, {
    title: refused ? 'House ad not added' : 'House ads',
    status: refused?.status ?? 200,
    styles: AD_STYLES,
    main: html`<h1>House ads</h1>
${adNavigation('house')}
<p class="hint">While no advertiser’s ad runs at a place, readers see a house ad there, with the label “From the publisher”. A sold ad replaces it on its first day. House ads of one place take turns by the day (UTC). ${mayChange ? '' : 'Editors add and remove them.'}</p>
${refusalNote(refused?.failure ?? null)}
${warnings.length > 0 ? html`<div class="number-warning" role="status"><p><b>The house ad is added. Look at it once more:</b></p><ul>${warnings.map(({ message, measured }) => html`<li>${message} There is: ${measured}.</li>`)}</ul></div>` : ''}
${catalogOf(c)
  .creatives.filter(({ id }) => HOUSE_PLACES.some((place) => place === id))
  .map((creative) =>
    placeSection(creative, ads, mayChange, refused?.typed.place === creative.id ? refused.typed : {}),
  )}`,
  });
}

function placeSection(
  creative: Creative,
  ads: readonly ListedHouseAd[],
  mayChange: boolean,
  typed: Record<string, string>,
): Html {
  const { id, name } = creative;
  const own = ads.filter(({ place }) => place === id);
  return html`<section class="creative" aria-labelledby="place-${id}"><h2 id="place-${id}">${name}</h2>
${own.length === 0 ? html`<p class="none">No house ad. While nothing is sold, this place is empty.</p>` : own.map((ad, at) => kept(ad, creative, at + 1, mayChange))}
${mayChange && own.length < MOST_HOUSE_ADS ? form(creative, typed) : ''}</section>`;
}

function kept(
  ad: ListedHouseAd,
  { name, displayWidthPx: width, displayHeightPx: height }: Creative,
  nth: number,
  mayChange: boolean,
): Html {
  const { id, files, alt, url, addedAt, addedBy, isNext } = ad;
  return html`<figure class="placed"><p class="label">From the publisher</p>
<img src="${fileFor(files, width)?.path ?? ''}" width="${width}" height="${height}" alt="${alt}">
<figcaption><p>${isNext ? html`<b class="mark">its turn</b> ` : ''}added ${formatTime(addedAt)} (UTC) by ${addedBy}</p>
<p>Links to <a href="${url}" rel="noopener noreferrer">${url}</a></p>
<p>Text for readers who cannot see it: ${alt}</p>
${numberWarning('This text', [alt])}
${mayChange ? html`<form method="post" action="/newsroom/ads/house-ads/${id}/remove"><p><button class="plain">Remove house ad ${nth} of the ${name.toLowerCase()}</button></p></form>` : ''}</figcaption></figure>`;
}

function form({ id, name, widthPx, heightPx, maxBytes, safeAreaPx }: Creative, typed: Record<string, string>): Html {
  return html`<details${typed.place ? html` open` : ''}><summary>Add a house ad to the ${name.toLowerCase()} …</summary>
<form class="entry" method="post" action="/newsroom/ads/house-ads" enctype="multipart/form-data">
<input type="hidden" name="place" value="${id}">
<p class="field"><label for="file-${id}">File of the house ad</label>
<input id="file-${id}" name="file" type="file" accept="image/png,image/jpeg" required aria-describedby="file-${id}-hint">
<span class="hint" id="file-${id}-hint">PNG or JPEG, exactly ${widthPx} × ${heightPx} px, at most ${maxBytes / 1000} kB, type and logos ${safeAreaPx} px inside.</span></p>
<p class="field"><label for="url-${id}">Address of the link</label>
<input id="url-${id}" name="url" value="${typed.url ?? ''}" autocomplete="off" required aria-describedby="url-${id}-hint">
<span class="hint" id="url-${id}-hint">A path of this site, such as /advertise, or an address that begins with https://.</span></p>
<p class="field"><label for="alt-${id}">Text for readers who cannot see it</label><input id="alt-${id}" name="alt" value="${typed.alt ?? ''}" maxlength="300" autocomplete="off" required></p>
<p><button>Check and add the house ad</button></p>
</form></details>`;
}

const LABELS = { url: 'The address', alt: 'The text for readers who cannot see it' };

/** `POST /newsroom/ads/house-ads`. */
export async function postHouseAd(c: Context): Promise<Response> {
  let typed: Record<string, string> = {};
  try {
    const upload = await readUpload(c.req.raw, 'file', LARGEST_FILE);
    typed = upload.fields;
    const { url = '', alt = '' } = typed;
    const words = validateForm(houseAdTextSchema, { url, alt }, LABELS);
    const file = requireFile(upload, LARGEST_FILE);
    const { findings } = await addHouseAd(c.var.deps, c.var.actor, requirePlace(c, typed.place), words, file);
    if (findings.length > 0) return houseAdsPage(c, null, findings);
    return redirect('/newsroom/ads/house-ads');
  } catch (error) {
    return renderFormError(error, (failure, status) => houseAdsPage(c, { failure, status, typed }));
  }
}

/** `POST /newsroom/ads/house-ads/{houseAdId}/remove`. */
export async function postHouseAdRemoval(c: Context): Promise<Response> {
  await removeHouseAd(c.var.deps, c.var.actor, c.req.param('houseAdId') ?? '');
  return redirect('/newsroom/ads/house-ads');
}

function requirePlace(c: Context, asked: string | undefined): Creative {
  const place = HOUSE_PLACES.find((one) => one === asked);
  const creative = catalogOf(c).creatives.find(({ id }) => id === place);
  if (creative) return creative;
  throw new Failure('validation_failed', 'No such place shows house ads.', {
    hint: `Choose one of: ${HOUSE_PLACES.join(', ')}.`,
  });
}
