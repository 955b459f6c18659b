import { html } from 'hono/html';
import type { AdvertisingCatalog, Creative } from '#ads/catalog/catalog-schema.ts';
import type { CreativeCheck, CreativeFile, EncodedCreative, PixelBox } from '#ads/creatives/creative-check.ts';
import { type Finding, hasNoBlock } from '#ads/creatives/findings.ts';
import type { Failure } from '#core/failure.ts';
import { assetPath } from '#html/assets/assets.ts';
import type { Html } from '#html/html.ts';
import { pageHtml } from '#html/page-html.ts';
import type { Publication } from '#runtime/config/config.ts';

/** The content of the page above its forms: the findings, or the reason why nothing was checked. */
export type AdCheckPage = {
  picture?: CreativeCheck & { creative: Creative; bytes: number };
  words?: { text: string; url: string; findings: Finding[] };
  refused?: Failure;
};

/** The page on which an advertiser checks a creative before sending it. */
export function adCheckHtml(
  publication: Publication,
  catalog: AdvertisingCatalog,
  { picture, words, refused }: AdCheckPage,
): Promise<string> {
  const isAnswer = picture ?? words ?? refused;
  return pageHtml(publication, {
    title: 'Try a creative',
    description: `Hold an ad against the catalog of ${publication.name} before you send it.`,
    ...(!isAnswer && { canonical: `${publication.baseUrl}/advertise/check` }),
    head: html`<link rel="stylesheet" href="${assetPath('advertise.css')}">`,
    main: html`<h1>Try a creative</h1>
<p class="dek">Check whether a file or the words of a Field Brief fit <a href="/advertise">the catalog</a> before you send them. Nothing is stored.</p>
${refused ? refusal(refused) : ''}
${picture ? pictureResult(picture) : ''}
${words ? wordsResult(words) : ''}
${forms(catalog, picture?.creative.id, words)}`,
  });
}

function refusal({ message, detail }: Failure): Html {
  return html`<section class="hang found" aria-labelledby="found"><h2 class="label" id="found">Not checked</h2>
<div role="alert"><p class="verdict">${message}</p><p>${detail.hint ?? ''}</p></div></section>`;
}

function pictureResult({ creative, bytes, findings, margin, made }: NonNullable<AdCheckPage['picture']>): Html {
  return html`<section class="hang found" aria-labelledby="found"><div class="label"><h2 id="found">${creative.name}</h2><p>Your file of ${bytes.toLocaleString('en-US')} bytes</p></div>
<div role="status">${verdict(findings)}
${made ? preview(creative, made, margin) : ''}
${findingsTable(findings)}
${made ? html`<p>The magazine makes new pictures without the metadata of your file and sends readers the size that fits their screen: ${made.files.map(copyWords).join('; ')}. The words “${creative.label}” are added by the magazine, outside the picture; an editor checks that nothing in the picture imitates them.</p>` : ''}</div></section>`;
}

function wordsResult({ findings }: NonNullable<AdCheckPage['words']>): Html {
  return html`<section class="hang found" aria-labelledby="found"><h2 class="label" id="found">Field Brief words</h2>
<div role="status">${verdict(findings)}
${findingsTable(findings)}</div></section>`;
}

function verdict(findings: readonly Finding[]): Html {
  const blocks = findings.filter(({ severity }) => severity === 'block').length;
  if (!hasNoBlock(findings))
    return html`<p class="verdict">It does not fit yet: ${blocks === 1 ? 'one thing needs' : `${blocks} things need`} correction.</p>`;
  const more = findings.length === 0 ? '' : ' Look at what is marked below.';
  return html`<p class="verdict">It fits the catalog.${more} An editor still has to accept it.</p>`;
}

export function findingsTable(findings: readonly Finding[]): Html | string {
  if (findings.length === 0) return '';
  return html`<div class="wide"><table class="findings">
<thead><tr><th scope="col">Finding</th><th scope="col">Measured</th><th scope="col">Required</th></tr></thead>
<tbody>${findings.map(
    ({ severity, message, measured, asked }) => html`
<tr><th scope="row"><strong>${severity === 'block' ? 'Correct' : 'Check'}</strong> ${message}</th><td data-is="Measured">${measured}</td><td data-is="Required">${asked}</td></tr>`,
  )}
</tbody></table></div>`;
}

/** The picture as readers would get it, with the safe area drawn on it and everything outside that area hatched. */
function preview(creative: Creative, made: EncodedCreative, margin: readonly PixelBox[]): Html {
  const { widthPx: width, heightPx: height, safeAreaPx: inset } = creative;
  const file = shownFile(made);
  const data = `data:${file?.type};base64,${Buffer.from(file?.bytes ?? []).toString('base64')}`;
  const words = margin.length === 0 ? 'nothing is in the margin' : `${margin.length} parts of the margin are marked`;
  const stroke = width / 480;
  return html`<figure class="tried"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Your picture with the area kept clear drawn on it; ${words}">
<image href="${data}" width="${width}" height="${height}"/>
<path class="under" stroke-width="${stroke * 2}" d="${outline(inset, inset, width - 2 * inset, height - 2 * inset)}"/>
<path class="clear" stroke-width="${stroke}" stroke-dasharray="${stroke * 4}" d="${outline(inset, inset, width - 2 * inset, height - 2 * inset)}"/>
${margin.map((box) => html`<path class="marked" stroke-width="${stroke}" d="${outline(box.x, box.y, box.width, box.height)}"/>`)}
</svg><figcaption>The dashed line lies ${inset} px inside the crop: type and logos stay within it.${margin.length > 0 ? ' Marked: hard edges in the margin.' : ''}</figcaption></figure>`;
}

/** The copy whose colours differ most from the file; if none differs, the one in its display size. */
function shownFile({ files }: EncodedCreative): CreativeFile | undefined {
  const [furthest] = [...files].sort((file, other) => other.difference - file.difference);
  return furthest && furthest.difference > 0 ? furthest : (files[1] ?? files[0]);
}

function copyWords({ type, width, bytes, difference }: CreativeFile): string {
  const loss =
    difference === 0 ? 'no colour is lost' : `colours are off by ${difference.toFixed(1)} of 255 on the mean`;
  return `${width} px wide, ${bytes.byteLength.toLocaleString('en-US')} bytes of ${type === 'image/png' ? 'PNG' : 'JPEG'}, ${loss}`;
}

function outline(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}

function forms({ creatives }: AdvertisingCatalog, chosen: string | undefined, words: AdCheckPage['words']): Html {
  return html`<section class="hang" aria-labelledby="a-file"><h2 class="label" id="a-file">A file</h2>
<form class="try" method="post" action="/advertise/check" enctype="multipart/form-data">
<input type="hidden" name="what" value="file">
<p><label for="creative">What it is for</label>
<select id="creative" name="creative">${creatives.map(
    ({ id, name, widthPx, heightPx }) =>
      html`<option value="${id}"${id === chosen ? html` selected` : ''}>${name}, ${widthPx} × ${heightPx} px</option>`,
  )}</select></p>
<p><label for="file">The file</label>
<input id="file" name="file" type="file" accept="image/png,image/jpeg" required></p>
<p><button type="submit">Check the file</button></p>
</form></section>
<section class="hang" aria-labelledby="words"><h2 class="label" id="words">Words of a Field Brief</h2>
<form class="try" method="post" action="/advertise/check" enctype="multipart/form-data">
<input type="hidden" name="what" value="words">
<p><label for="text">The copy, without an address</label>
<textarea id="text" name="text" rows="4" maxlength="2000" required>${words?.text ?? ''}</textarea></p>
<p><label for="url">The one address</label>
<input id="url" name="url" type="text" inputmode="url" autocomplete="off" spellcheck="false" value="${words?.url ?? ''}" required></p>
<p><button type="submit">Check the words</button></p>
</form></section>
<section class="hang" aria-labelledby="programs"><h2 class="label" id="programs">For agents</h2>
<p>The same by <code>POST /api/v1/advertise/check?unit=in-article</code>, the file as the body; described in <a href="/api">the API reference</a>.</p></section>`;
}
