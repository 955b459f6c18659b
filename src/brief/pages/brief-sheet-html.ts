import { html, raw } from 'hono/html';
import { articlePath } from '#article/own-page.ts';
import type { BriefParts } from '#brief/issues/archive.ts';
import type { BriefCorrection, BriefStory } from '#brief/issues/brief-record.ts';
import { numberHtml } from '#evidence/pages/number-of-the-week-html.ts';
import { bodyHtml, direction, type Html, partsHtml, shortDate } from '#html/html.ts';
import { readLetter } from '#html/inline.ts';
import { cropHtml } from '#media/pages/picture-html.ts';
import type { Publication } from '#runtime/config/config.ts';

/** A brief as a sheet. */
export type BriefSheet = {
  date: Html | string;
  subject: Html | string;
  /** The heading of the text. */
  title: Html | string;
  /** Whether the title is the heading of the page. */
  isPage: boolean;
  parts: BriefParts;
  sponsor: Html | string;
};

const PICTURE_SIZES = '(min-width: 46rem) 568px, 90vw';

/** A brief on the page, in the order of its email. */
export function sheetHtml({ name, timeZone }: Publication, sheet: BriefSheet): Html {
  const { date, subject, title, isPage, parts, sponsor } = sheet;
  const { intro, stories, corrections, numberOfTheWeek, picture } = parts;
  const [titleTag, storyTag] = (isPage ? ['h1', 'h2'] : ['h2', 'h3']).map((tag) => raw(tag));
  const story = ({ headline, section, slug, sentence, dek, disclosure }: BriefStory) => {
    const words = sentence || dek;
    return html`<${storyTag} class="story"${direction(headline)}><a href="${articlePath({ section, slug })}">${headline}</a></${storyTag}>
<p${direction(words)}>${words}</p>${disclosure ? html`<p class="fact">Sponsorship: ${disclosure}</p>` : ''}`;
  };
  const [first, ...others] = stories;
  return html`<div class="mail"><article>
<dl class="fact"><dt>From</dt><dd>${name}: Field Brief</dd><dt>Date</dt><dd>${date}</dd><dt>Subject</dt><dd><b>${subject}</b></dd></dl>
<${titleTag}>${title}</${titleTag}>
${intro.length > 0 ? html`<div class="body">${bodyHtml(intro, (text) => partsHtml(readLetter(text)))}</div>` : ''}
${first && picture ? html`<a class="picture" href="${articlePath(first)}" tabindex="-1" aria-hidden="true">${cropHtml(picture, PICTURE_SIZES, true)}</a>` : ''}
${first ? story(first) : ''}
${others.length > 0 ? html`<ul>${others.map((other) => html`\n<li>${story(other)}</li>`)}\n</ul>` : ''}
${numberOfTheWeek ? numberHtml('Number of the week', numberOfTheWeek) : ''}
${corrections.map((correction) => correctionHtml(correction, timeZone))}
${sponsor}
</article></div>`;
}

function correctionHtml({ seq, at, note, headline, section, slug }: BriefCorrection, timeZone: string): Html {
  return html`
<div class="corrected"><span class="mark">${seq}</span><p><b>Corrected <time datetime="${at}">${shortDate(at, timeZone)}</time>.</b> <span${direction(note)}>${note}</span> <a href="${articlePath({ section, slug })}"${direction(headline)}>${headline}</a></p></div>`;
}
