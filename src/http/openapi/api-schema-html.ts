import { html } from 'hono/html';
import { type Html, inlineHtml } from '../../render/html/html.ts';
import { type JsonObject, nameOfRef } from './parts.ts';

/** A named schema with its members and an example. */
export function schemaHtml(name: string, schema: JsonObject): Html {
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
export function typeHtml(schema: JsonObject): Html {
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
  if (Array.isArray(schema.enum)) return html`one of ${listed(schema.enum.map((one) => html`<code>${one}</code>`))}`;
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
export function exampleHtml(value: unknown): Html {
  return html`<pre><code>${JSON.stringify(value, null, 2)}</code></pre>`;
}
