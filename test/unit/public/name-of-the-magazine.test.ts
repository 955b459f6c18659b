import assert from 'node:assert/strict';
import { test } from 'node:test';
import MarkdownIt from 'markdown-it';
import { ROUTES } from '#server/routes.ts';
import { goLiveListed } from '../../support/live.ts';
import { openSite } from '../../support/site.ts';

const NAME = 'Rock & <b>Roll</b> *Weekly* [x](y)';
const commonmark = new MarkdownIt('commonmark', { html: true });

/** What a part of the name would become if a form did not escape it. */
function partsOfName(markdown: string): string[] {
  const text = markdown.replace(/^---\n[\s\S]*?\n---\n/, '');
  const all = commonmark.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  const isOfName = (token: (typeof all)[number], at: number) => {
    if (token.type === 'html_inline' || token.type === 'html_block') return /<\/?b>/.test(token.content);
    if (token.type === 'em_open') return all[at + 1]?.content === 'Weekly';
    return token.type === 'link_open' && token.attrGet('href') === 'y';
  };
  return all.filter(isOfName).map(({ type }) => type);
}

test('the name of the magazine is text in every form of every page, feed and file', async (t) => {
  const site = await openSite(t, { PUBLICATION_NAME: NAME, RATE_LIMITS: 'off' });
  await goLiveListed(site);
  const article = '/robotics/layout-robot-pilot';
  const fixed = ROUTES.filter(({ method, who, path }) => method === 'GET' && who === 'anyone' && !path.includes(':'));
  const paths = fixed
    .map(({ path }) => path)
    .filter((path) => !/^\/(?:newsroom|agent|oauth)|\.(?:tgz|png|ico|svg)$/.test(path));
  const others = [
    '/robotics',
    '/robotics.md',
    '/robotics/llms.txt',
    article,
    `${article}.md`,
    `${article}/r/0.md`,
    '/no-such',
  ];
  const forms = ['text/html', 'text/markdown', 'application/json'];
  const wrong = new Set<string>();
  for (const path of [
    ...paths,
    ...others,
    '/search.md?q=robot',
    '/quote.md?text=The%20crew',
    '/tags/layout.md',
    '/no-such.md',
  ])
    for (const Accept of forms) {
      const response = await site.fetch(path, { headers: { Accept } });
      const type = response.headers.get('content-type') ?? '';
      const text = await response.text();
      const isMarkdown = /markdown|llms/.test(type + path);
      const isBroken = isMarkdown
        ? partsOfName(text).length > 0
        : /html|xml/.test(type) && /<b>Roll/.test(text.replace(/<!\[CDATA\[.*?\]\]>/gs, ''));
      if (isBroken) wrong.add(`${path} as ${type}`);
    }
  assert.deepEqual([...wrong], []);
});
