import type { Form, FormChoice, StoredForm } from './public-response.ts';

const TYPES: Record<Form, string> = { html: 'text/html', markdown: 'text/markdown', json: 'application/json' };
/** At equal q the first of these is chosen. */
const ORDER: readonly Form[] = ['markdown', 'json', 'html'];

/**
 * The form an `Accept` header asks for (RFC 9110, 12.5.1): the named type with the highest q, a tie going
 * to Markdown before JSON before HTML. A wildcard never beats a named type, and nothing named is HTML: never a 406.
 */
export function preferredForm(accept: string | null | undefined): Form {
  const named = namedTypes(accept);
  let best: Form = 'html';
  let bestQ = 0;
  for (const form of ORDER) {
    const q = named.get(TYPES[form]) ?? 0;
    if (q > bestQ) [best, bestQ] = [form, q];
  }
  return best;
}

/** Whether `Accept` names HTML and does not prefer JSON to it: the rule at `/api`, which is JSON otherwise. */
export function prefersPage(accept: string | null | undefined): boolean {
  const named = namedTypes(accept);
  const html = named.get(TYPES.html) ?? 0;
  return html > 0 && html >= (named.get(TYPES.json) ?? 0);
}

function namedTypes(accept: string | null | undefined): Map<string, number> {
  const named = new Map<string, number>();
  for (const element of (accept ?? '').split(',')) {
    const [type = '', ...parameters] = element.split(';').map((part) => part.trim().toLowerCase());
    const q = readQ(parameters);
    if (q !== null && /^[a-z]+\/[a-z0-9.+-]+$/.test(type)) named.set(type, Math.max(q, named.get(type) ?? 0));
  }
  return named;
}

/** q with at most three decimals, 1 when it is not given; null when it is malformed, so that the element is skipped. */
function readQ(parameters: string[]): number | null {
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  if (weight === undefined) return 1;
  return /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight.slice(2)) : null;
}

/** The form that a path with this rule sends for an `Accept` header. Results are kept by header value. */
export function formAt(choice: FormChoice, accept: string | null | undefined): StoredForm {
  if (choice === 'only' || choice === 'query') return 'only';
  const known = choice === 'api' ? API_FORMS : PAGE_FORMS;
  const header = accept ?? '';
  const cached = known.get(header);
  if (cached) return cached;
  const form = choice !== 'api' ? preferredForm(header) : prefersPage(header) ? 'html' : 'json';
  if (known.size >= 1000) known.clear();
  known.set(header, form);
  return form;
}

/** Caches of the form for each value of `Accept`. */
const PAGE_FORMS = new Map<string, Form>();
const API_FORMS = new Map<string, Form>();

/** Whether the query of `/` names a post or a feed of WordPress, `?p=12` or `?feed=rss2`, so that it does not ask for the home page. */
export function isOldPost(search: string): boolean {
  return /^\?(?:(?:p|page_id)=\d|feed=\w)/.test(search);
}
