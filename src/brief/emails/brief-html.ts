import { html, raw } from 'hono/html';
import { articleUrl } from '#article/addresses.ts';
import type { BodyBlock } from '#article/copy.ts';
import { sectionName } from '#article/section.ts';
import type { BriefContent, BriefCorrection, BriefSponsor, BriefStory } from '#brief/issues/brief-record.ts';
import type { ShownNumber } from '#evidence/number-of-the-week.ts';
import { type Html, longDate, numberAttribute, partsHtml, printHtml } from '#html/html.ts';
import { blocksWithText, foldSpace, listCounters, listItems, readLetter } from '#html/inline.ts';
import type { Publication } from '#runtime/config/config.ts';

// The HTML part of the Field Brief. Mail programs know no style sheets, so tables lay it out and every element has its own
// style. Only the two personal addresses differ between subscribers.

/** An issue as it is emailed. */
export type BriefEmail = {
  publication: Pick<Publication, 'name' | 'baseUrl' | 'language' | 'timeZone'>;
  /** The line below the email that the law asks for; null while none is set. */
  postalAddress: string | null;
  content: BriefContent;
};

/** The addresses of one subscriber. */
export type BriefPersonal = { unsubscribeUrl: string; preferencesUrl: string };

/** The label above the sponsor's picture, as the advertising catalog has it. */
export const SPONSOR_LABEL = 'Advertisement';
/** The number of stories above the sponsor. */
export const STORIES_BEFORE_SPONSOR = 2;

const LIGHT = { paper: '#fbfaf7', ink: '#1b1d1e', grey: '#4d5357' };
const DARK = { paper: '#141617', ink: '#ecebe6', grey: '#b3b7b9' };
/** Seen on both papers. */
const RULE = '#8a8f8e';
const SERIF = "charter,'Bitstream Charter','Iowan Old Style',georgia,serif";
const SANS = "system-ui,-apple-system,'Segoe UI',roboto,arial,sans-serif";

const TEXT = `margin:0 0 14px;font:17px/1.5 ${SERIF};color:${LIGHT.ink}`;
const SMALL = `margin:0 0 8px;font:14px/1.5 ${SANS};color:${LIGHT.grey}`;
const LABEL = `margin:0 0 6px;font:600 13px/1.4 ${SANS};letter-spacing:.04em;color:${LIGHT.grey}`;
const HEADLINE = `margin:0 0 8px;font:600 22px/1.25 ${SERIF};color:${LIGHT.ink}`;
const LINK = `color:${LIGHT.ink};text-decoration:underline`;

/** Colours of a dark window. A mail program that knows no media queries keeps the light ones, or inverts them itself. */
const DARK_STYLES = `.paper{background-color:${DARK.paper}!important}.ink{color:${DARK.ink}!important}.grey{color:${DARK.grey}!important}`;

/**
 * The HTML part for one subscriber. `scheme` is for previews: it shows the email as in a light or a dark window, whatever the
 * window is.
 */
export function renderBriefHtml(
  { publication, postalAddress, content }: BriefEmail,
  personal: BriefPersonal,
  scheme: 'light' | 'dark' | null = null,
): Promise<string> {
  const { stories, sponsor } = content;
  const before = stories.slice(0, STORIES_BEFORE_SPONSOR);
  const after = stories.slice(STORIES_BEFORE_SPONSOR);
  const printed = (some: readonly BriefStory[]) => some.map((story) => storyRow(publication, story));
  const title = content.subject || `Field Brief ${content.number}`;
  return printHtml(html`<!DOCTYPE html>
<html lang="${publication.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${scheme ?? 'light dark'}">
<meta name="supported-color-schemes" content="${scheme ?? 'light dark'}">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${title}</title>
<style>:root{color-scheme:${scheme ?? 'light dark'}}${raw(darkStyles(scheme))}</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${LIGHT.paper}">
<div style="display:none;max-height:0;overflow:hidden" aria-hidden="true">${preheaderOf(content)}</div>
<div role="main" aria-roledescription="email" aria-label="${title}" lang="${publication.language}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" style="background-color:${LIGHT.paper}">
<tr><td align="center" style="padding:0">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;text-align:left">
${masthead(publication, content)}
${row(html`${blocksWithText(content.intro).map(introBlock)}`, content.intro.length > 0)}
${printed(before)}
${sponsor ? sponsorRow(publication, sponsor) : ''}
${printed(after)}
${numberRow(publication, content.numberOfTheWeek)}
${corrections(publication, content.corrections)}
${footer(publication, postalAddress, personal)}
</table>
</td></tr>
</table>
</div>
</body>
</html>
`);
}

/** Characters that inboxes show after the subject, at most. */
const LONGEST_PREHEADER = 140;

/** What an inbox shows after the subject, in place of the team: the first words of the intro, or the headlines. */
function preheaderOf({ intro, stories }: BriefContent): string {
  const [first] = blocksWithText(intro);
  const words = first
    ? readLetter(first.text).map((part) => (part.kind === 'text' || part.kind === 'code' ? part.text : ''))
    : [stories.map(({ headline }) => headline).join('. ')];
  const whole = foldSpace(words.join(''));
  return whole.length <= LONGEST_PREHEADER ? whole : `${whole.slice(0, LONGEST_PREHEADER).replace(/\s+\S*$/, '')} …`;
}

function darkStyles(scheme: 'light' | 'dark' | null): string {
  if (scheme === 'light') return '';
  return scheme === 'dark' ? DARK_STYLES : `@media (prefers-color-scheme:dark){${DARK_STYLES}}`;
}

/** A row whose text hangs from the line. */
function row(inside: Html, isShown = true): Html | string {
  if (!isShown) return '';
  return html`<tr><td style="padding:0 20px 0 12px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td style="border-left:1px solid ${RULE};padding:14px 0 14px 20px">
${inside}
</td></tr></table></td></tr>
`;
}

function masthead({ name, baseUrl }: BriefEmail['publication'], { day, number }: BriefContent): Html | string {
  return row(html`<p class="grey" style="${LABEL}"><a class="grey" href="${baseUrl}/" style="color:${LIGHT.grey};text-decoration:none">${name}</a></p>
<h1 class="ink" style="margin:0 0 6px;font:600 34px/1.1 ${SERIF};color:${LIGHT.ink}">Field Brief</h1>
<p class="grey" style="${SMALL};margin:0">No. ${number}, ${longDate(day)}. <a class="grey" href="${baseUrl}/brief/${day}" style="color:${LIGHT.grey};text-decoration:underline">Read it on the web</a></p>`);
}

function corrections(publication: BriefEmail['publication'], all: readonly BriefCorrection[]): Html | string {
  const line = (
    correction: BriefCorrection,
  ) => html`<p class="ink" style="${TEXT}"><a class="ink" href="${articleUrl(publication, correction)}" style="${LINK}">${correction.headline}</a>, ${longDate(correction.at, publication.timeZone)}: ${correction.note}</p>
`;
  return row(
    html`<h2 class="ink" style="${HEADLINE}">Corrections</h2>
${all.map(line)}`,
    all.length > 0,
  );
}

function storyRow(publication: BriefEmail['publication'], story: BriefStory): Html | string {
  const { section, headline, dek, sentence, disclosure } = story;
  return row(html`<p class="grey" style="${LABEL}">${sectionName(section)}</p>
<h2 class="ink" style="${HEADLINE}"><a class="ink" href="${articleUrl(publication, story)}" style="color:${LIGHT.ink};text-decoration:underline">${headline}</a></h2>
<p class="ink" style="${TEXT};margin:0">${sentence || dek}</p>${
    disclosure
      ? html`
<p class="grey" style="${SMALL};margin:8px 0 0">Sponsorship: ${disclosure}</p>`
      : ''
  }`);
}

function numberRow(publication: BriefEmail['publication'], shown: ShownNumber | null): Html | string {
  if (!shown) return '';
  const { text, sentence, quote, source } = shown;
  return row(html`<p class="grey" style="${LABEL}">Number of the week</p>
<h2 class="ink" style="margin:0 0 8px;font:600 44px/1.1 ${SERIF};color:${LIGHT.ink}">${text}</h2>
<p class="ink" style="${TEXT}">${sentence}</p>
<p class="ink" style="${TEXT};font-style:italic">“${quote}”</p>
<p class="grey" style="${SMALL};margin:0"><a class="grey" href="${source.url}" style="color:${LIGHT.grey};text-decoration:underline">${source.title}</a>${source.publisher ? `, ${source.publisher}` : ''}. <a class="grey" href="${articleUrl(publication, shown)}" style="color:${LIGHT.grey};text-decoration:underline">The story</a></p>`);
}

/** The sponsor between two rules, without the line of the stories. Its picture has the size of the catalog, 600 × 200. */
function sponsorRow({ baseUrl }: BriefEmail['publication'], { picture, alt, text, url, name }: BriefSponsor): Html {
  return html`<tr><td style="padding:14px 0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-top:1px solid ${RULE};border-bottom:1px solid ${RULE}">
<tr><td style="padding:12px 20px 0"><p class="grey" style="${LABEL}">${SPONSOR_LABEL}</p></td></tr>
<tr><td style="padding:0"><a class="ink" href="${url}" rel="sponsored" style="${LINK}"><img class="ink" src="${baseUrl}${picture}" width="600" height="200" alt="${alt || name}" style="display:block;width:100%;max-width:600px;height:auto;border:0;text-indent:20px;font:16px/1.4 ${SANS};color:${LIGHT.ink}"></a></td></tr>
<tr><td style="padding:12px 20px 14px"><p class="ink" style="margin:0;font:16px/1.5 ${SANS};color:${LIGHT.ink}">${text} <a class="ink" href="${url}" rel="sponsored" style="${LINK}">${name}</a></p></td></tr>
</table>
</td></tr>
`;
}

function footer(
  { name, baseUrl }: BriefEmail['publication'],
  postalAddress: string | null,
  { unsubscribeUrl, preferencesUrl }: BriefPersonal,
): Html | string {
  const link = (to: string, words: string) =>
    html`<a class="grey" href="${to}" style="color:${LIGHT.grey};text-decoration:underline">${words}</a>`;
  return row(html`<p class="grey" style="${SMALL}">You get this because your address is on the list of the Field Brief of ${link(`${baseUrl}/`, name)}. It does not track whether you open it or what you click.</p>
<p class="grey" style="${SMALL}">${link(unsubscribeUrl, 'Unsubscribe')} or ${link(preferencesUrl, 'change what you get')}. ${link(`${baseUrl}/brief`, 'Earlier briefs')}</p>
${postalAddress ? html`<p class="grey" style="${SMALL};margin:0">${postalAddress}</p>` : ''}`);
}

function introBlock(block: BodyBlock): Html {
  const inline = (text: string) => inlineHtml(text);
  switch (block.type) {
    case 'paragraph':
      return html`<p class="ink" style="${TEXT}">${inline(block.text)}</p>\n`;
    case 'heading':
      return html`<h2 class="ink" style="${HEADLINE}">${inline(block.text)}</h2>\n`;
    case 'subheading':
      return html`<h3 class="ink" style="${HEADLINE};font-size:18px">${inline(block.text)}</h3>\n`;
    case 'quote':
      return html`<blockquote class="ink" style="${TEXT};padding:0 0 0 16px;border-left:3px solid ${RULE}">${inline(block.text)}</blockquote>\n`;
    case 'list': {
      const { ordered, items, numbers } = listItems(block.text);
      const { start, values } = listCounters(ordered ? numbers : []);
      const lines = items.map(
        (item, at) => html`<li style="margin:0 0 6px"${numberAttribute('value', values[at])}>${inline(item)}</li>`,
      );
      const style = `${TEXT};padding:0 0 0 24px`;
      return ordered
        ? html`<ol class="ink" style="${style}"${numberAttribute('start', start)}>${lines}</ol>\n`
        : html`<ul class="ink" style="${style}">${lines}</ul>\n`;
    }
  }
}

/** Inline marks; a link has its own style, because mail programs make links blue otherwise. */
function inlineHtml(text: string): Html {
  return html`${readLetter(text).map((part) =>
    part.kind === 'open' && part.mark === 'link'
      ? html`<a class="ink" href="${part.href}" style="${LINK}">`
      : partsHtml([part]),
  )}`;
}
