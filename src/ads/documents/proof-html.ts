import { html } from 'hono/html';
import { titleOf } from '#ads/catalog/catalog.ts';
import type { Proof, ProofPart } from '#ads/runs/proof.ts';
import type { Html } from '#html/html.ts';
import { outcomeText, PROOF_NOTES, sendText, utc } from './proof-text.ts';

/** The parts of a proof, for the newsroom and for the advertiser. `pdf` is the address of the same as a file. */
export function proofBody(proof: Proof, pdf: string): Html {
  const { order, madeAt, parts } = proof;
  return html`<p>Order ${order.reference}, ${order.advertiser}, ${titleOf(order.unit)}: ${order.startsOn} to ${order.endsOn}. As of ${utc(madeAt)}; all times are UTC. <a href="${pdf}">The same as PDF</a></p>
${parts.map((part) => partSection(part))}
<h2>How it is known</h2>
${PROOF_NOTES.map((note) => html`<p>${note}</p>`)}`;
}

function partSection(part: ProofPart): Html {
  const { place, pages, gaps, sends } = part;
  return html`<h2>${titleOf(place)}</h2>
<p>${outcomeText(part)}</p>
${sends.map((send) => html`<p>${sendText(send)}</p>`)}
${pages.length > 0 ? html`<h3>Pages</h3><ul>${pages.map(({ path, from, to }) => html`<li><a href="${path}">${path}</a>: ${utc(from)} to ${utc(to)}</li>`)}</ul>` : ''}
${gaps.length > 0 ? html`<h3>Gaps</h3><ul>${gaps.map(({ from, to, because }) => html`<li>${utc(from)} to ${utc(to)}: ${because}</li>`)}</ul>` : ''}`;
}
