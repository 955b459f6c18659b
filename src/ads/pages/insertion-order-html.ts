import { html } from 'hono/html';
import type { InsertionOrderState } from '#ads/orders/accept-insertion-order.ts';
import type { InsertionOrder } from '#ads/orders/insertion-orders.ts';
import { currencyName, formatAmount } from '#core/money.ts';
import { type Html, longDate } from '#html/html.ts';
import { pageHtml } from '#html/page-html.ts';
import type { Publication } from '#runtime/config/config.ts';

export type InsertionOrderPage = InsertionOrder & {
  state: InsertionOrderState;
  /** The address of this page; the form posts to it. */
  path: string;
  /** The SHA-256 of the PDF. */
  pdf: string;
};

export type RefusedAcceptance = { typed: { name?: string; maySign?: string }; problem: string };

/** The page that the link of an insertion order opens: what it says, and the button that accepts it. */
export function insertionOrderHtml(
  publication: Publication,
  page: InsertionOrderPage,
  refused: RefusedAcceptance | null,
): Promise<string> {
  const { number, document, path, pdf, state } = page;
  const { publication: name, from, to, order, title, days, category, creatives, terms, adDesk } = document;
  return pageHtml(publication, {
    title: `Insertion order ${number}`,
    description: `An insertion order of ${name}.`,
    main: html`<h1>Insertion order ${number}</h1>
${stateHtml(page)}
<section class="hang" aria-labelledby="what"><h2 class="label" id="what">The order</h2>
<div><p><strong>${title}</strong>, ${days} (UTC days, first and last included). Order ${order}, product category: ${category}.</p>
<p>From: ${from.join(', ')}</p>
<p>To: ${to.join(', ')}</p>
<table class="prices"><thead><tr><th scope="col">What</th><th scope="col">${currencyName(document.currency)}</th></tr></thead>
<tbody>${[...document.lines, ...(document.tax ? [document.tax] : [])].map(({ what, cents }) => html`<tr><td>${what}</td><td>${formatAmount(cents, document.currency)}</td></tr>`)}
<tr><th scope="row">Total</th><td>${formatAmount(document.totalCents, document.currency)}</td></tr></tbody></table>
<p><a href="${path}/pdf">${number} as PDF</a>. <span class="fact">Its SHA-256: <code>${pdf.slice(0, 32)}<wbr>${pdf.slice(32)}</code></span></p></div></section>
${creatives.length > 0 ? html`<section class="hang" aria-labelledby="send"><h2 class="label" id="send">What you send</h2><div><ul class="rows">${creatives.map((line) => html`<li>${line}</li>`)}</ul></div></section>` : ''}
<section class="hang" aria-labelledby="terms"><h2 class="label" id="terms">Terms</h2><div><ul class="rows">${terms.map((line) => html`<li>${line}</li>`)}</ul></div></section>
${state === 'open' ? acceptance(page, refused) : ''}
<p class="fact">Questions and changes: write to <a href="mailto:${adDesk}">${adDesk}</a> and name order ${order}.</p>`,
  });
}

function stateHtml({ state, document, acceptedAt, acceptedName, withdrawnReason }: InsertionOrderPage): Html {
  const { acceptUntil, adDesk } = document;
  switch (state) {
    case 'open':
      return html`<p class="dek">It waits for you: read it, then accept it at the end of this page, until <time datetime="${acceptUntil}">${longDate(acceptUntil)}</time>. Nothing is accepted by opening this page.</p>`;
    case 'accepted':
      return html`<p class="dek" role="status">Accepted on <time datetime="${acceptedAt ?? ''}">${longDate((acceptedAt ?? '').slice(0, 10))}, ${(acceptedAt ?? '').slice(11, 16)} (UTC)</time>, under the name ${acceptedName}. Both sides got an email with the PDF.</p>`;
    case 'withdrawn':
      return closed(`It was withdrawn: ${withdrawnReason}`, adDesk);
    case 'expired':
      return closed(`Its last day, ${longDate(acceptUntil)}, has passed.`, adDesk);
    case 'changed':
      return closed('The order has changed since, so this insertion order can no longer be accepted.', adDesk);
    default:
      return closed('The order has ended.', adDesk);
  }
}

function closed(words: string, adDesk: string): Html {
  return html`<p class="dek" role="status">${words}</p>
<p>For a new one, write to <a href="mailto:${adDesk}">${adDesk}</a>.</p>`;
}

function acceptance({ path, pdf, document }: InsertionOrderPage, refused: RefusedAcceptance | null): Html {
  const problem = refused?.problem;
  return html`<section class="hang subscribe" aria-labelledby="accept"><h2 class="label" id="accept">Accept it</h2>
<div>${problem ? html`<p class="wrong" role="alert" id="accept-problem">${problem}</p>` : ''}
<form method="post" action="${path}#accept">
<input type="hidden" name="pdf" value="${pdf}">
<p><label for="accept-name">Your name</label>
<input id="accept-name" name="name" type="text" value="${refused?.typed.name ?? ''}" minlength="2" maxlength="120" autocomplete="name" required${problem ? html` aria-describedby="accept-problem"` : ''}></p>
<p class="choice"><input type="checkbox" id="accept-may" name="maySign" value="yes" required${refused?.typed.maySign === 'yes' ? html` checked` : ''}> <label for="accept-may">I may sign for ${document.facts.advertiser}.</label></p>
<p><button type="submit">Accept insertion order ${document.number}</button></p>
</form>
<p class="fact">We record the time, your name and the SHA-256 of the PDF.</p></div></section>`;
}

/** The same page for every link that leads to no insertion order. */
export function noInsertionOrderHtml(publication: Publication, adDesk: string): Promise<string> {
  return pageHtml(publication, {
    title: 'No insertion order',
    description: 'This link leads to no insertion order.',
    main: html`<h1>No insertion order</h1>
<p>This link leads to no insertion order. Look whether your mail program cut it off, or write to <a href="mailto:${adDesk}">${adDesk}</a>.</p>`,
  });
}
