import type { AdvertisingCatalog } from '#ads/catalog/catalog-schema.ts';
import { shownAt } from '#ads/pages/advertise-html.ts';
import { priceWords } from '#ads/pages/inquiry-form.ts';
import { HOW_LISTED, PAID } from '#ads/pages/suppliers-html.ts';
import type { ListedSupplier } from '#ads/suppliers/directory.ts';
import { articleForms, pagePath } from '#article/addresses.ts';
import { archiveMarkdown } from '#article/archive-words.ts';
import type { Hero } from '#article/hero.ts';
import type { Publication } from '#config/config.ts';
import { escapeHeading, escapeMarkdown, frontMatter, markdownAddress } from '#html/markdown/markdown.ts';
import { titleOfPage } from '#html/page-html.ts';
import { addressAt, creditOf } from '#media/pages/picture-html.ts';
import { listingLine, pagesMarkdown } from './article-markdown.ts';
import type { CorrectionsPage } from './corrections-html.ts';
import type { Byline } from './front-html.ts';

export type MarkdownPage = {
  path: string;
  title: string;
  description: string;
  /** In Markdown; empty parts are omitted. */
  parts: readonly string[];
};

/** A page as Markdown: front matter, pointer to the index, title, text. */
export function pageMarkdown(publication: Publication, { path, title, description, parts }: MarkdownPage): string {
  const { baseUrl: base, language, name } = publication;
  const facts = frontMatter({ title: `${title} · ${name}`, description, url: base + path, language });
  const pointer = `> Index of this magazine for agents: [${base}/llms.txt](${base}/llms.txt)`;
  const all = [pointer, `# ${escapeHeading(title)}`, escapeMarkdown(description), ...parts];
  return `${facts}\n${all.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The advertising catalog as Markdown. */
export function advertiseMarkdown(publication: Publication, catalog: AdvertisingCatalog): string {
  const { audience, effectiveAt, units, creatives, howToBuy, terms, desk } = catalog;
  const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
  const prices = units.map(
    ({ title, term, listPriceCents, summary }) => `**${title}**, ${term}: ${priceWords(listPriceCents)}. ${summary}`,
  );
  const sizes = creatives.map(
    (one) =>
      `**${one.name}**: shown at ${shownAt(one)}; sent as ${one.widthPx} × ${one.heightPx} px (${one.ratio}), ${one.mimeTypes.join(' or ')}, at most ${one.maxBytes} bytes, ${one.safeAreaPx} px kept clear inside the crop. ${one.placement} The label stands: ${one.labelPlacement.replace(/^./, (first) => first.toLowerCase())}`,
  );
  return pageMarkdown(publication, {
    path: '/advertise',
    title: 'Advertise',
    description: `List prices, sizes and terms of advertising in ${publication.name}.`,
    parts: [
      `Read by: ${audience} The same as JSON: <${publication.baseUrl}/api/v1/advertise>`,
      `## Prices\n\nUS dollars, list, from ${effectiveAt}.\n\n${list(prices)}`,
      `## Placements\n\n${list(sizes)}`,
      `## How to buy\n\n${list(howToBuy)}\n\n${desk.note} The ad desk: <${desk.email}>. People can also ask with the form: <${publication.baseUrl}/advertise/inquiry>\n\nFree dates: <${publication.baseUrl}/api/v1/advertise/availability>\n\nTry a creative before you send it: <${publication.baseUrl}/advertise/check>, or \`POST /api/v1/advertise/check?unit=…\`.`,
      `## Terms\n\n${list(terms)}`,
    ],
  });
}

/** A page of the articles of a byline as a list of Markdown addresses, newest first. */
export function authorMarkdown(publication: Publication, byline: Byline): string {
  const { slug, name, biography, portrait, articles, page, hasMore } = byline;
  const path = `/authors/${slug}`;
  return pageMarkdown(publication, {
    path: pagePath(path, page),
    title: titleOfPage({ title: name, page }),
    description: `Everything ${publication.name} has published under the byline ${name}.`,
    parts: [
      portrait ? portraitMarkdown(publication, portrait) : '',
      biography ? escapeMarkdown(biography) : '',
      'Published under this byline, newest first.',
      articles.map((article) => listingLine(publication, article)).join('\n'),
      pagesMarkdown(publication, { path, page, hasMore }),
    ],
  });
}

/** The portrait of an author as a link, with its alternative text. */
function portraitMarkdown({ baseUrl }: Publication, portrait: Hero): string {
  const address = `${baseUrl}${addressAt(portrait, 480, 'jpg')}`;
  return `Portrait: [${escapeMarkdown(portrait.alt)}](${address}). ${escapeMarkdown(creditOf(portrait))}`;
}

/** The corrections of the whole magazine as a list, latest first. */
export function correctionsMarkdown(
  publication: Publication,
  { corrections, earlier, retractions }: CorrectionsPage,
): string {
  const lines = corrections.map((one) => {
    const link = `[${escapeMarkdown(one.headline)}](${articleForms(publication, one).markdown})`;
    const mark = one.archive ? ` ${archiveMarkdown(one.archive)}` : '';
    return `- Correction ${one.seq}, ${one.at.slice(0, 10)}, ${link}: ${escapeMarkdown(one.note)}${mark}`;
  });
  const notices = retractions.map(
    ({ at, section, slug, notice }) =>
      `- ${at.slice(0, 10)}, \`/${section}/${slug}\`: ${escapeMarkdown(notice.replace(/\s+/g, ' '))}`,
  );
  const more = `[Earlier corrections](${publication.baseUrl}/corrections.md?before=${earlier})`;
  return pageMarkdown(publication, {
    path: '/corrections',
    title: 'Corrections',
    description: `Every correction ${publication.name} has made to a published article.`,
    parts: [
      lines.length > 0 ? lines.join('\n') : 'No correction has been made yet.',
      notices.length > 0 ? `## No longer published\n\n${notices.join('\n')}` : '',
      earlier === null ? '' : more,
      publication.contact === null ? '' : `Tell us of a mistake: <${publication.contact}>`,
    ],
  });
}

type Page = { suppliers: readonly ListedSupplier[]; nextCursor: string | null };

/** The supplier directory as Markdown, without logos. */
export function suppliersMarkdown(publication: Publication, { suppliers, nextCursor }: Page): string {
  const rows = suppliers.map(
    ({ name, what, place, url, paid }) =>
      `- [${escapeMarkdown(name)}](${markdownAddress(url)}): ${escapeMarkdown(what)} ${escapeMarkdown(place)}.${paid ? ` **${PAID}.**` : ''}`,
  );
  return pageMarkdown(publication, {
    path: '/suppliers',
    title: 'Suppliers',
    description: `The supplier directory of ${publication.name}: who makes and rents what, and where.`,
    parts: [
      `${HOW_LISTED} The same as JSON: <${publication.baseUrl}/api/v1/suppliers>`,
      rows.length > 0 ? rows.join('\n') : 'No supplier is listed yet.',
      ...(nextCursor === null ? [] : [`More: <${publication.baseUrl}/suppliers.md?cursor=${nextCursor}>`]),
    ],
  });
}

/** The supplier directory as JSON. */
export function suppliersJson({ suppliers, nextCursor }: Page) {
  return {
    suppliers: suppliers.map(({ name, what, place, url, paid }) => ({ name, what, place, url, paid })),
    nextCursor,
  };
}
