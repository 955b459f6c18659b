import type { AdvertisingCatalog } from '#ads/catalog/catalog-schema.ts';
import { currencyName } from '#core/money.ts';
import { escapeMarkdown } from '#html/markdown/markdown.ts';
import { pageMarkdown } from '#html/markdown/page-markdown.ts';
import type { Publication } from '#runtime/config/config.ts';
import { audienceWords } from './audience-figure.ts';
import { priceWords } from './inquiry-form.ts';
import { shownAt } from './placed-ad.ts';

/** The advertising catalog as Markdown. */
export function advertiseMarkdown(
  publication: Publication,
  catalog: AdvertisingCatalog,
  readers: number | null,
): string {
  const { audience, currency, effectiveAt, units, creatives, howToBuy, terms, desk } = catalog;
  const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
  const prices = units.map(
    ({ title, term, listPriceCents, summary }) =>
      `**${title}**, ${term}: ${priceWords(listPriceCents, currency)}. ${escapeMarkdown(summary)}`,
  );
  const sizes = creatives.map(
    (creative) =>
      `**${creative.name}**: shown at ${shownAt(creative)}; sent as ${creative.widthPx} × ${creative.heightPx} px (${creative.ratio}), ${creative.mimeTypes.join(' or ')}, at most ${creative.maxBytes} bytes, ${creative.safeAreaPx} px kept clear inside the crop. ${creative.placement} Label, “${creative.label}”: ${creative.labelPlacement}`,
  );
  return pageMarkdown(publication, {
    path: '/advertise',
    title: 'Advertise',
    description: `List prices, sizes and terms of advertising in ${publication.name}.`,
    parts: [
      `${escapeMarkdown(audienceWords(audience, readers))} The same as JSON: <${publication.baseUrl}/api/v1/advertise>`,
      `## Prices\n\nList prices in ${currencyName(currency)}, from ${effectiveAt}.\n\n${list(prices)}`,
      `## Placements\n\n${list(sizes)}`,
      `## How to buy\n\n${list(howToBuy)}\n\n${escapeMarkdown(desk.note)} The ad desk: <${desk.email}>. People can also ask with the form: <${publication.baseUrl}/advertise/inquiry>\n\nFree dates: <${publication.baseUrl}/api/v1/advertise/availability>\n\nTry a creative before you send it: <${publication.baseUrl}/advertise/check>, or \`POST /api/v1/advertise/check?unit=…\`.`,
      `## Terms\n\n${list(terms)}`,
    ],
  });
}
