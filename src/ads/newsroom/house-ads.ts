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
import { renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { drawFields, formFields, refusalSummary } from '#html/newsroom/kit/form.ts';
import { pill } from '#html/newsroom/kit/pill.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { readUpload, requireFile } from '#http/upload.ts';
import { AD_STYLES, catalogOf, numberWarning, orderTabs } from './ad-labels.ts';
import { readFileForm } from './order-forms.ts';

/** The largest upload, in bytes; the limit of every creative is smaller. */
const LARGEST_FILE = 2 * 1024 * 1024;

/** `GET /newsroom/ads/house-ads`: the house ads of each place, and the forms that add and remove them. */
export function showHouseAds(c: Context): Promise<Response> {
  return houseAdsPage(c, null);
}

type Refused = { typed: URLSearchParams; failure: Failure; status: number };

async function houseAdsPage(c: Context, refused: Refused | null, warnings: readonly Finding[] = []): Promise<Response> {
  const ads = await listHouseAds(c.var.deps.db.read);
  const mayChange = isEditorial(c.var.actor);
  const done = DONE[c.req.query('done') ?? ''];
  return newsroomPage(c, {
    title: refused ? 'House ad not added' : 'House ads',
    status: refused?.status ?? 200,
    styles: AD_STYLES,
    toast: done && !refused ? { text: done } : null,
    head: { title: 'House ads' },
    main: html`${orderTabs('house')}
<p class="hint">While no advertiser’s ad runs at a place, readers see a house ad there, with the label “From the publisher”. A sold ad replaces it on its first day. House ads of one place take turns by the day (UTC). ${mayChange ? '' : 'Editors add and remove them.'}</p>
${refusalSummary(refused?.failure, refused ? `add-${refused.typed.get('place')}-` : '')}
${warnings.length > 0 ? html`<div class="number-warning" role="status"><p><b>The house ad is added. Look at it once more:</b></p><ul>${warnings.map(({ message, measured }) => html`<li>${message} There is: ${measured}.</li>`)}</ul></div>` : ''}
${catalogOf()
  .creatives.filter(({ id }) => HOUSE_PLACES.some((place) => place === id))
  .map((creative) =>
    placeSection(creative, ads, mayChange, refused?.typed.get('place') === creative.id ? refused : null),
  )}`,
  });
}

function placeSection(
  creative: Creative,
  ads: readonly ListedHouseAd[],
  mayChange: boolean,
  refused: Refused | null,
): Html {
  const { id, name } = creative;
  const own = ads.filter(({ place }) => place === id);
  return html`<section class="creative" aria-labelledby="place-${id}"><h2 id="place-${id}">${name}</h2>
${own.length === 0 ? html`<p class="hint">No house ad. While nothing is sold, this place is empty.</p>` : own.map((ad, at) => kept(ad, creative, at + 1, mayChange))}
${mayChange && own.length < MOST_HOUSE_ADS ? form(creative, refused) : ''}</section>`;
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
<figcaption><p>${isNext ? html`${pill('its turn')} ` : ''}added ${formatTime(addedAt)} (UTC) by ${addedBy}</p>
<p>Links to <a href="${url}" rel="noopener noreferrer">${url}</a></p>
<p>Text for readers who cannot see it: ${alt}</p>
${numberWarning('This text', [alt])}
${mayChange ? html`<form method="post" action="/newsroom/ads/house-ads/${id}/remove"><p>${button({ text: `Remove house ad ${nth} of the ${name.toLowerCase()}`, weight: 'danger' })}</p></form>` : ''}</figcaption></figure>`;
}

function form({ id, name, widthPx, heightPx, maxBytes, safeAreaPx }: Creative, refused: Refused | null): Html {
  const file = {
    file: {
      kind: 'file',
      label: 'File of the house ad',
      hint: `PNG or JPEG, exactly ${widthPx} × ${heightPx} px, at most ${maxBytes / 1000} kB, type and logos ${safeAreaPx} px inside.`,
      accept: 'image/png,image/jpeg',
    },
  } as const;
  const { typed, failure } = refused ?? { typed: new URLSearchParams(), failure: null };
  return html`<details${refused ? html` open` : ''}><summary>Add a house ad to the ${name.toLowerCase()} …</summary>
<form class="entry" method="post" action="/newsroom/ads/house-ads" enctype="multipart/form-data">
<input type="hidden" name="place" value="${id}">
${drawFields({ ...file, ...WORDS }, { typed, failure }, { ids: `add-${id}-` })}<p>${button({ text: 'Check and add the house ad', weight: 'plain' })}</p>
</form></details>`;
}

const { shape } = houseAdTextSchema;
const WORDS = formFields({
  url: {
    label: 'Address of the link',
    hint: 'A path of this site, such as /advertise, or an address that begins with https://.',
    schema: shape.url,
    subject: 'The address',
  },
  alt: {
    label: 'Text for readers who cannot see it',
    schema: shape.alt,
    subject: 'The text for readers who cannot see it',
  },
});

const DONE: Record<string, string> = {
  added: 'The house ad is added.',
  removed: 'The house ad is removed from every page.',
};

/** `POST /newsroom/ads/house-ads`. */
export async function postHouseAd(c: Context): Promise<Response> {
  let typed = new URLSearchParams();
  try {
    const upload = await readUpload(c.req.raw, 'file', LARGEST_FILE);
    typed = new URLSearchParams(upload.fields);
    const { words, file } = readFileForm(WORDS, upload, requireFile(upload, LARGEST_FILE));
    const { findings } = await addHouseAd(c.var.deps, c.var.actor, {
      creative: requirePlace(upload.fields.place),
      words,
      file,
    });
    if (findings.length > 0) return houseAdsPage(c, null, findings);
    return redirect('/newsroom/ads/house-ads?done=added');
  } catch (error) {
    return renderFormError(error, (failure, status) => houseAdsPage(c, { failure, status, typed }));
  }
}

/** `POST /newsroom/ads/house-ads/{houseAdId}/remove`. */
export async function postHouseAdRemoval(c: Context): Promise<Response> {
  await removeHouseAd(c.var.deps, c.var.actor, c.req.param('houseAdId') ?? '');
  return redirect('/newsroom/ads/house-ads?done=removed');
}

function requirePlace(asked: string | undefined): Creative {
  const place = HOUSE_PLACES.find((candidate) => candidate === asked);
  const creative = catalogOf().creatives.find(({ id }) => id === place);
  if (creative) return creative;
  throw new Failure('validation_failed', 'No such place shows house ads.', {
    hint: `Choose one of: ${HOUSE_PLACES.join(', ')}.`,
  });
}
