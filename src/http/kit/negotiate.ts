import { preferredForm } from '../../cache/negotiate.ts';
import type { Form } from '../../cache/public-response.ts';
import { houseLinks } from '../../render/addresses.ts';
import type { Context } from './context.ts';

// A page whose Markdown stands at `….md` beside it: the twin. `Accept` chooses it at the page's own address, too.

/** Whether the address asked for is that of the Markdown alone. */
export function isTwin(c: Context): boolean {
  return c.req.path.endsWith('.md');
}

export function formOf(c: Context): Form {
  return isTwin(c) ? 'markdown' : preferredForm(c.req.header('accept'));
}

/** The `Link` header of such a page; `json` is where it stands as JSON, if it does. */
export function linksOf(c: Context, path: string, json?: string): Record<string, string> {
  const base = c.var.config.publication.baseUrl;
  const links = [
    `<${base}${path}>; rel="canonical"`,
    `<${base}${path}.md>; rel="alternate"; type="text/markdown"`,
    ...(json ? [`<${json}>; rel="alternate"; type="application/json"`] : []),
    houseLinks(c.var.config.publication),
  ];
  return { Link: links.join(', ') };
}
