import { html } from 'hono/html';
import { type Html, inlineHtml } from '../../render/html/html.ts';
import { curl } from './api-curl.ts';
import { typeHtml } from './api-schema-html.ts';
import { typescript } from './api-typescript.ts';
import type { OpenApi } from './openapi.ts';
import { type Listed, lookUp, mediaOf, nameOfRef } from './openapi-look-up.ts';
import type { Json } from './openapi-parts.ts';

/** One operation: what it does, what it takes, what it answers, and a call of it in a shell and in a module. */
export function operationHtml(api: OpenApi, listed: Listed): Html {
  const { method, path, operation } = listed;
  const id = operation.operationId;
  return html`<section class="operation">
<h3 id="${id}"><code>${method} ${path}</code> <a href="#${id}">${operation.summary}</a></h3>
<p>${inlineHtml(operation.description)}</p>
${operation.security ? html`<p>Needs ${operation.security.map(needed).join(' or ')}.</p>` : ''}
${parameters(api, operation.parameters ?? [])}
${operation.requestBody ? html`<h4>Body</h4>\n<p>${mediaHtml(operation.requestBody)}</p>` : ''}
<h4>Answers</h4>
<dl>${Object.entries(operation.responses).map(([status, answer]) => answerHtml(status, answer))}
</dl>
${alsoHtml(Object.entries(operation.responses))}
<div class="examples">
<div><h4 id="${id}-curl"><a href="#${id}-curl">curl</a></h4>
<pre><code>${curl(api, listed)}</code></pre></div>
<div><h4 id="${id}-typescript"><a href="#${id}-typescript">TypeScript</a></h4>
<pre><code>${typescript(api, listed)}</code></pre></div>
</div>
</section>
`;
}

/** An answer that many operations share. */
export function sharedAnswerHtml(name: string, answer: Json): Html {
  return html`<section class="schema">
<h3 id="answer-${name}">${name}</h3>
<p>${inlineHtml(String(answer.description))} ${mediaHtml(answer)}${headersHtml(answer)}</p>
</section>
`;
}

const NEEDED: Record<string, string> = {
  bearerAuth: 'a bearer token',
  cookieSession: 'a session of the newsroom',
};

function needed(requirement: Record<string, string[]>): string {
  return Object.keys(requirement)
    .map((scheme) => NEEDED[scheme] ?? scheme)
    .join(' and ');
}

function parameters(api: OpenApi, given: Json[]): Html | string {
  if (given.length === 0) return '';
  const rows = given.map((one) => {
    const parameter = lookUp(api, one);
    return html`
<dt><code>${parameter.name}</code> <span>in the ${parameter.in}, ${parameter.required ? 'required' : 'optional'}</span></dt>
<dd>${typeHtml(parameter.schema as Json)}. ${inlineHtml(String(parameter.description ?? ''))}</dd>`;
  });
  return html`<h4>Parameters</h4>
<dl>${rows}
</dl>`;
}

/** Answers of the operation's own; those it shares are named in one line below. */
function answerHtml(status: string, answer: Json): Html | string {
  if (nameOfRef(answer)) return '';
  return html`
<dt><code>${status}</code></dt>
<dd>${inlineHtml(String(answer.description))} ${mediaHtml(answer)}${headersHtml(answer)}</dd>`;
}

function alsoHtml(answers: [string, Json][]): Html | string {
  const shared = answers.flatMap(([status, answer]) => {
    const name = nameOfRef(answer);
    return name ? [html`<a href="#answer-${name}">${status} ${name}</a>`] : [];
  });
  if (shared.length === 0) return '';
  return html`<p>Also ${shared.map((link, index) => (index === 0 ? link : html`, ${link}`))}.</p>`;
}

function mediaHtml(node: Json): Html {
  const media = mediaOf(node).map(([type, schema]) =>
    schema.type === 'string' ? html`<code>${type}</code>` : html`<code>${type}</code>: ${typeHtml(schema)}`,
  );
  return html`${media.map((one, index) => (index === 0 ? one : html`; ${one}`))}${media.length > 0 ? '.' : ''}`;
}

function headersHtml(answer: Json): Html | string {
  const names = Object.keys((answer.headers ?? {}) as Json);
  if (names.length === 0) return '';
  return html` Headers: ${names.map((name, index) => html`${index === 0 ? '' : ', '}<code>${name}</code>`)}.`;
}
