import { html } from 'hono/html';
import { assetPath } from '#html/assets/assets.ts';
import { blockHtml, type Html, inlineHtml } from '#html/html.ts';
import { pageHtml } from '#html/page-html.ts';
import {
  HEADERS,
  type JsonObject,
  type ListedOperation,
  listOperations,
  lookUp,
  mediaOf,
  nameOfRef,
  type OpenApi,
  type Operation,
} from '#http/api-description.ts';
import { declared } from '#http/declared.ts';
import type { Publication } from '#runtime/config/config.ts';
import { curl, typescript } from './code-samples.ts';

/** The API reference for people, rendered from the API description, with an anchor for every operation, response and schema. */
export function apiHtml(publication: Publication, api: OpenApi): Promise<string> {
  const operations = listOperations(api);
  const { responses, schemas } = api.components;
  return pageHtml(publication, {
    title: 'API reference',
    description: `The API of ${publication.name}: parameters, bodies, answers and an example of each.`,
    canonical: `${publication.baseUrl}/api`,
    head: html`<link rel="stylesheet" href="${assetPath('api.css')}">
<link rel="service-desc" type="application/json" href="/openapi.json">`,
    main: html`<h1>API reference</h1>
<p class="dek">Version ${api.info.version}, at <code>${publication.baseUrl}</code>. For agents: <a href="/openapi.json">openapi.json</a>, in OpenAPI ${api.openapi}.</p>
${introductionHtml(api.info.description)}
${contentsHtml(api, operations)}
${api.tags.map((tag) => tagHtml(api, tag, operations))}
<section aria-labelledby="answers">
<h2 id="answers">Shared responses</h2>
${Object.entries(responses).map(([name, answer]) => sharedAnswerHtml(name, answer))}
</section>
<section aria-labelledby="headers">
<h2 id="headers">Headers</h2>
<dl>${Object.entries(HEADERS).map(
      ([name, about]) => html`
<dt><code>${name}</code></dt>
<dd>${inlineHtml(about)}</dd>`,
    )}
</dl>
</section>
<section aria-labelledby="files">
<h2 id="files">Other addresses</h2>
<p>Feeds, overviews and documents by which programs find the service.</p>
<dl>${declared().files.map(({ path, type }) => html`\n<dt><code>${path}</code></dt>\n<dd><code>${type}</code></dd>`)}
</dl>
</section>
<section aria-labelledby="schemas">
<h2 id="schemas">Schemas</h2>
${Object.entries(schemas).map(([name, schema]) => schemaHtml(name, schema))}
</section>`,
  });
}

function tagHtml(api: OpenApi, { name, description }: OpenApi['tags'][number], operations: ListedOperation[]): Html {
  return html`<section aria-labelledby="tag-${name}">
<h2 id="tag-${name}">${name}</h2>
<p>${description}</p>
${operations.filter(({ operation }) => operation.tags.includes(name)).map((operation) => operationHtml(api, operation))}
${hooksOf(api, name).map((hook) => hookHtml(api, hook))}
</section>
`;
}

function hooksOf(api: OpenApi, tag: string): Operation[] {
  return Object.values(api.webhooks).flatMap(({ post }) => (post.tags.includes(tag) ? [post] : []));
}

/** Renders the paragraphs and lists of a description, which blank lines separate. */
function introductionHtml(description: string): Html {
  const blocks = description.split('\n\n').map((text, index) => {
    const type = text.startsWith('- ') ? ('list' as const) : ('paragraph' as const);
    return blockHtml({ id: String(index), type, text });
  });
  return html`${blocks}`;
}

function contentsHtml(api: OpenApi, operations: ListedOperation[]): Html {
  const lines = (tag: string) =>
    operations
      .filter(({ operation }) => operation.tags.includes(tag))
      .map(
        ({ method, path, operation }) => html`
<li><a href="#${operation.operationId}"><code>${method} ${path}</code></a> ${operation.summary}</li>`,
      );
  const hooks = (tag: string) =>
    hooksOf(api, tag).map(({ operationId, summary }) => html`\n<li><a href="#${operationId}">${summary}</a></li>`);
  return html`<nav class="contents" aria-label="Operations">
${api.tags.map(
  ({ name }) => html`<h2><a href="#tag-${name}">${name}</a></h2>
<ul>${lines(name)}${hooks(name)}
</ul>
`,
)}
</nav>`;
}

/** One operation: its purpose, parameters, body and responses, and a call in a shell and in TypeScript. */
function operationHtml(api: OpenApi, listed: ListedOperation): Html {
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

/** A message that the server posts: its headers, its body, and what an answer means. */
function hookHtml(api: OpenApi, operation: Operation): Html {
  const { operationId: id, summary, description, requestBody = {}, responses } = operation;
  return html`<section class="operation">
<h3 id="${id}"><a href="#${id}">${summary}</a></h3>
<p>${inlineHtml(description)}</p>
${parameters(api, operation.parameters ?? [])}
<h4>Body</h4>
<p>${mediaHtml(requestBody)}</p>
<h4>Answers</h4>
<dl>${Object.entries(responses).map(([status, answer]) => answerHtml(status, answer))}
</dl>
</section>
`;
}

/** A response that many operations share. */
function sharedAnswerHtml(name: string, answer: JsonObject): Html {
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

function parameters(api: OpenApi, given: JsonObject[]): Html | string {
  if (given.length === 0) return '';
  const rows = given.map((entry) => {
    const parameter = lookUp(api, entry);
    return html`
<dt><code>${parameter.name}</code> <span>in the ${parameter.in}, ${parameter.required ? 'required' : 'optional'}</span></dt>
<dd>${typeHtml(parameter.schema as JsonObject)}. ${inlineHtml(String(parameter.description ?? ''))}</dd>`;
  });
  return html`<h4>Parameters</h4>
<dl>${rows}
</dl>`;
}

/** The operation's own responses; one line below names those it shares with others. */
function answerHtml(status: string, answer: JsonObject): Html | string {
  if (nameOfRef(answer)) return '';
  return html`
<dt><code>${status}</code></dt>
<dd>${inlineHtml(String(answer.description))} ${mediaHtml(answer)}${headersHtml(answer)}</dd>`;
}

function alsoHtml(answers: [string, JsonObject][]): Html | string {
  const shared = answers.flatMap(([status, answer]) => {
    const name = nameOfRef(answer);
    return name ? [html`<a href="#answer-${name}">${status} ${name}</a>`] : [];
  });
  if (shared.length === 0) return '';
  return html`<p>Also ${shared.map((link, index) => (index === 0 ? link : html`, ${link}`))}.</p>`;
}

function mediaHtml(node: JsonObject): Html {
  const media = mediaOf(node).map(([type, schema]) =>
    schema.type === 'string' ? html`<code>${type}</code>` : html`<code>${type}</code>: ${typeHtml(schema)}`,
  );
  return html`${media.map((part, index) => (index === 0 ? part : html`; ${part}`))}${media.length > 0 ? '.' : ''}`;
}

function headersHtml(answer: JsonObject): Html | string {
  const names = Object.keys((answer.headers ?? {}) as JsonObject);
  if (names.length === 0) return '';
  return html` Headers: ${names.map((name, index) => html`${index === 0 ? '' : ', '}<code>${name}</code>`)}.`;
}

/** A named schema with its members and an example. */
function schemaHtml(name: string, schema: JsonObject): Html {
  const [example] = (schema.examples ?? []) as unknown[];
  return html`<section class="schema">
<h3 id="schema-${name}">${name}</h3>
${typeof schema.description === 'string' ? html`<p>${inlineHtml(schema.description)}</p>` : ''}
${schema.properties ? membersHtml(schema) : html`<p>${typeHtml(schema)}</p>`}
${example === undefined ? '' : exampleHtml(example)}
</section>
`;
}

/** The requirements of a schema in words, with links to the schemas that it names. */
function typeHtml(schema: JsonObject): Html {
  const name = nameOfRef(schema);
  if (name) return html`<a href="#schema-${name}">${name}</a>`;
  const parts = [kindHtml(schema), ...limits(schema)];
  return html`${parts.map((part, index) => (index === 0 ? part : html`, ${part}`))}`;
}

function membersHtml(schema: JsonObject): Html {
  const properties = schema.properties as Record<string, JsonObject>;
  const required = (schema.required ?? []) as string[];
  const rows = Object.entries(properties).map(
    ([member, about]) => html`
<dt><code>${member}</code> <span>${required.includes(member) ? 'required' : 'optional'}</span></dt>
<dd>${typeHtml(about)}${typeof about.description === 'string' ? html`. ${inlineHtml(about.description)}` : ''}${nested(about)}</dd>`,
  );
  return html`<dl>${rows}
</dl>`;
}

/** The members of an object schema without a name. */
function nested(schema: JsonObject): Html | string {
  const inner = (schema.type === 'array' ? schema.items : schema) as JsonObject;
  return inner.properties ? membersHtml(inner) : '';
}

function kindHtml(schema: JsonObject): Html {
  if ('const' in schema) return html`always <code>${String(schema.const)}</code>`;
  if (Array.isArray(schema.enum))
    return html`one of ${listed(schema.enum.map((value) => html`<code>${value}</code>`))}`;
  const choice = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(choice)) return listed((choice as JsonObject[]).map(typeHtml), ' or ');
  if (schema.type === 'array') return html`list of ${typeHtml((schema.items ?? {}) as JsonObject)}`;
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'anything');
  return html`${type}${typeof schema.format === 'string' ? html` (${schema.format})` : ''}`;
}

function limits(schema: JsonObject): Html[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern } = schema;
  return [
    ...span(minLength, maxLength, ' characters'),
    ...span(minimum, maximum, ''),
    ...span(minItems, maxItems, ' items'),
    ...(typeof pattern === 'string' ? [html`matching <code>${pattern}</code>`] : []),
    ...('default' in schema ? [html`${String(schema.default)} where it is not sent`] : []),
  ];
}

function span(least: unknown, most: unknown, what: string): Html[] {
  if (least === undefined && most === undefined) return [];
  if (least === undefined) return [html`at most ${most}${what}`];
  if (most === undefined) return [html`at least ${least}${what}`];
  return [html`${least} to ${most}${what}`];
}

function listed(items: Html[], between = ', '): Html {
  return html`${items.map((item, index) => (index === 0 ? item : html`${between}${item}`))}`;
}

/** An example as JSON. */
function exampleHtml(value: unknown): Html {
  return html`<pre><code>${JSON.stringify(value, null, 2)}</code></pre>`;
}
