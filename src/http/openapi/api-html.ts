import { html } from 'hono/html';
import type { Publication } from '../../config.ts';
import { blockHtml, type Html, inlineHtml } from '../../render/html/html.ts';
import { pageHtml } from '../../render/html/page-html.ts';
import { operationHtml, sharedAnswerHtml } from './api-operation-html.ts';
import { schemaHtml } from './api-schema-html.ts';
import type { OpenApi } from './openapi.ts';
import { type Listed, listOperations } from './openapi-look-up.ts';
import { HEADERS } from './openapi-parts.ts';

/** The API reference for people, printed from the API description: an anchor for every operation, answer and schema. */
export function apiHtml(publication: Publication, api: OpenApi): Promise<string> {
  const operations = listOperations(api);
  const { responses, schemas } = api.components;
  return pageHtml(publication, {
    title: 'API reference',
    description: `Every route of ${publication.name}: parameters, bodies, answers and an example of each.`,
    canonical: `${publication.baseUrl}/api`,
    head: html`<link rel="stylesheet" href="/static/api.css">
<link rel="service-desc" type="application/json" href="/openapi.json">`,
    main: html`<h1>API reference</h1>
<p class="dek">Version ${api.info.version}, at <code>${publication.baseUrl}</code>. For programs: <a href="/openapi.json">openapi.json</a>, in OpenAPI ${api.openapi}.</p>
${introductionHtml(api.info.description)}
${contentsHtml(api, operations)}
${api.tags.map((tag) => tagHtml(api, tag, operations))}
<section aria-labelledby="answers">
<h2 id="answers">Answers that many share</h2>
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
<section aria-labelledby="schemas">
<h2 id="schemas">Schemas</h2>
${Object.entries(schemas).map(([name, schema]) => schemaHtml(name, schema))}
</section>`,
  });
}

function tagHtml(api: OpenApi, { name, description }: OpenApi['tags'][number], operations: Listed[]): Html {
  return html`<section aria-labelledby="tag-${name}">
<h2 id="tag-${name}">${name}</h2>
<p>${description}</p>
${operations.filter(({ operation }) => operation.tags.includes(name)).map((one) => operationHtml(api, one))}
</section>
`;
}

/** Paragraphs and lists, as the description has them between blank lines. */
function introductionHtml(description: string): Html {
  const blocks = description.split('\n\n').map((text, index) => {
    const type = text.startsWith('- ') ? ('list' as const) : ('paragraph' as const);
    return blockHtml({ id: String(index), type, text });
  });
  return html`${blocks}`;
}

function contentsHtml(api: OpenApi, operations: Listed[]): Html {
  const lines = (tag: string) =>
    operations
      .filter(({ operation }) => operation.tags.includes(tag))
      .map(
        ({ method, path, operation }) => html`
<li><a href="#${operation.operationId}"><code>${method} ${path}</code></a> ${operation.summary}</li>`,
      );
  return html`<nav class="contents" aria-label="Operations">
${api.tags.map(
  ({ name }) => html`<h2><a href="#tag-${name}">${name}</a></h2>
<ul>${lines(name)}
</ul>
`,
)}
</nav>`;
}
