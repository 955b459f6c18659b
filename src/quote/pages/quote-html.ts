import { html } from 'hono/html';
import { archiveInList } from '#article/archive-words.ts';
import { sectionName } from '#article/section.ts';
import { wayHtml } from '#evidence/pages/evidence-html.ts';
import { withDays } from '#evidence/settlement-labels.ts';
import { direction, type Html, longDate } from '#html/html.ts';
import { pageHtml } from '#html/page-html.ts';
import type { FoundQuote, QuoteCheck, QuotePlace, QuoteSince } from '#quote/quote-check.ts';
import type { Publication } from '#runtime/config/config.ts';
import { quotePermalink, quoteUrl } from './quote-json.ts';
import { quotedPieces } from './quoted.ts';

/** The page: the text that was sent, and its check or its error. */
export type QuotePage = { text: string; check: QuoteCheck | null; wrong: string | null };

export const QUOTE_DEK = 'Whether an article says it word by word, and whether it still does.';
/** Longest text of the form, in UTF-16 units: an address can have it in every script. */
const LONGEST_TYPED = 1500;

/** `/quote`: the form, and the result. */
export function quoteHtml(publication: Publication, { text, check, wrong }: QuotePage): Promise<string> {
  const base = publication.baseUrl;
  const isForm = check === null && wrong === null;
  return pageHtml(publication, {
    title: 'Check a quote',
    description: QUOTE_DEK,
    ...(isForm && { canonical: `${base}/quote`, alternates: { markdown: `${base}/quote.md` } }),
    main: html`<h1>Check a quote</h1>
<p class="dek">${QUOTE_DEK}</p>
<form class="search" action="/quote">
<p><label for="text">The words as they are quoted</label><textarea id="text" name="text" rows="4" maxlength="${LONGEST_TYPED}" required>${text}</textarea></p>
<p><button type="submit">Check</button></p>
</form>
${wrong ? html`<p class="wrong" role="alert">${wrong}</p>` : ''}
${check ? result(publication, check) : help()}`,
  });
}

function help(): Html {
  return html`<p class="note">The words are compared with everything that was ever published here, also with what was corrected, changed or withdrawn since. An ellipsis stands for words that you left out. Drafts are never compared.</p>
<p class="note">Agents send <code>text</code> to <a href="/api#checkQuote">/api/v1/public/quote</a>, or read this page as <a href="/quote.md">Markdown</a>.</p>`;
}

/** The verdict in one sentence. */
export function verdictOf(check: QuoteCheck): string {
  if (check.match === 'not_found') return 'No article has these words.';
  const how =
    check.match === 'verbatim' ? 'An article says this word by word' : 'An article says something close to this';
  const since = {
    true: check.match === 'verbatim' ? ', and still does.' : ', and still does. The quote is not word by word.',
    corrected: ', but corrected it later.',
    changed: ', but no longer does.',
    withdrawn: '. It was withdrawn.',
  };
  return (check.stands === 'true' ? how : how.replace('says', 'said')) + since[check.stands];
}

function result(publication: Publication, check: QuoteCheck): Html {
  if (check.match === 'not_found')
    return html`<section class="hang" aria-labelledby="result"><h2 class="label" id="result">Result</h2>
<div><p class="dek">${verdictOf(check)}</p>
<p>Neither word by word nor nearly, in any revision that was ever published. Check the spelling, or send one sentence alone.</p></div></section>`;
  const { headline, places, differences, figures, since, revision, section } = check;
  return html`<section class="hang" aria-labelledby="result"><h2 class="label" id="result">Result</h2>
<div><p class="dek">${verdictOf(check)}</p>
${places.map(passage)}
${headline === null ? '' : html`<p>From <a href="${quoteUrl(publication, check)}">${headline}</a> <span class="fact">${sectionName(section)}.</span> <span class="fact"><a href="${quotePermalink(publication, check)}">Permanent link to revision ${revision}</a>.</span>${archiveInList(check.archive)}</p>`}
</div></section>
${differences.length === 0 ? '' : differs(check)}
${since === null ? '' : since.act === 'withdrawn' ? withdrawn(publication, since) : ended(publication, since)}
${
  figures.length === 0
    ? ''
    : html`<section class="hang" aria-labelledby="numbers"><h2 class="label" id="numbers">Numbers</h2>
<div><ul class="rows">${withDays(figures, publication.timeZone).map(
        (figure) => html`
<li><span><b>${figure.text}</b>: ${wayHtml(figure) || (figure.settlement === 'exempt' ? 'a date, a name or a small count' : 'not settled')}</span></li>`,
      )}</ul>
<p><a href="/method">How numbers are settled</a></p></div></section>`
}`;
}

function passage(place: QuotePlace): Html {
  return html`<div class="results"><p class="passage"${direction(place.text)}>${pieces(place)}</p></div>`;
}

function pieces(place: QuotePlace): Html {
  return html`${quotedPieces(place).map(({ text, isQuoted }) => (isQuoted ? html`<mark>${text}</mark>` : html`${text}`))}`;
}

function differs({ differences, stands }: FoundQuote): Html {
  const isHidden = stands === 'withdrawn';
  return html`<section class="hang" aria-labelledby="differs"><h2 class="label" id="differs">What differs</h2>
<div><table class="schedule"><thead><tr><th scope="col">Quote</th>${isHidden ? '' : html`<th scope="col">Article</th>`}</tr></thead>
<tbody>${differences.map(
    ({ quoted, original, isNumber }) => html`
<tr><td>${quoted || 'left out'}${isNumber ? html` <span class="fact">A number differs.</span>` : ''}</td>${isHidden ? '' : html`<td>${original || 'does not have it'}</td>`}</tr>`,
  )}</tbody></table></div></section>`;
}

function ended({ timeZone }: Publication, { at, act, revision, note, now }: QuoteSince): Html {
  return html`<section class="hang" aria-labelledby="since"><h2 class="label" id="since">Since then</h2>
<div><p>${act === 'corrected' ? 'Corrected' : 'Changed'} on <time datetime="${at}">${longDate(at, timeZone)}</time>, revision ${revision}.${note ? html` ${note}` : ''}</p>
${now.length > 0 ? html`<p>The article says now:</p>${now.map(passage)}` : html`<p>The article has nothing like it now.</p>`}</div></section>`;
}

function withdrawn({ timeZone }: Publication, { at, note }: QuoteSince): Html {
  return html`<section class="hang" aria-labelledby="since"><h2 class="label" id="since">Since then</h2>
<div><p>The article was withdrawn on <time datetime="${at}">${longDate(at, timeZone)}</time>, so its text is not repeated here.${note ? ' The editors say:' : ''}</p>
${(note ?? '').split(/\n+/).map((line) => (line === '' ? '' : html`<p>${line}</p>`))}</div></section>`;
}
