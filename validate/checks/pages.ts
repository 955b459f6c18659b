import type { Check } from '../check.ts';
import { PAGES } from '../pages.ts';
import { requirePassed, requireRefused, runProgram } from '../run.ts';
import { type Spoil, withSpoiled } from '../spoil.ts';
import { FULL_ARTICLE } from '../stock.ts';

const EVERY = Object.values(PAGES);
const FEEDS = ['', '/robotics'].flatMap((desk) =>
  ['rss.xml', 'atom.xml', 'feed.json'].map((name) => `${desk}/${name}`),
);
const MAPS = ['/sitemap.xml', '/news-sitemap.xml'];

/** What is looked at where it is served: by a browser, or by what reads feeds, maps and policies. */
export const pages: readonly Check[] = [
  looked('axe', 'axe', 'every page, two widths, light and dark', EVERY),
  refused('axe', 'axe', 'refuses text too pale to read', ['/about'], /color-contrast/, (text, path) =>
    path.endsWith('.css') ? text.replace('--ink: #1b1d1e', '--ink: #b0b0b0') : text,
  ),
  looked('pa11y', 'pa11y', 'every page', EVERY),
  refused('pa11y', 'pa11y', 'refuses a field without a label', ['/search'], /H91/, (text) =>
    text.replace('<label for="q">', '<label for="p">'),
  ),
  looked('weight', 'page weight', 'article with a picture', [FULL_ARTICLE]),
  refused('weight', 'page weight', 'refuses a sheet of 12 KB', [FULL_ARTICLE], /Stylesheet \d+ bytes/, (text, path) =>
    path.endsWith('.css') ? text + 'a { color: red }\n'.repeat(800) : text,
  ),
  looked('csp', 'csp_evaluator', 'every page', EVERY),
  {
    tool: 'csp_evaluator',
    subject: 'refuses a policy that lets any script run',
    run: async () =>
      requireRefused(
        await runProgram('csp', [
          'policy:',
          "default-src 'self'; script-src 'self' 'unsafe-inline'; object-src 'none'",
        ]),
        /'unsafe-inline' allows the execution/,
      ),
  },
  looked('feeds', 'feedsmith, feed-parser', 'every kind of feed', FEEDS),
  refused('feeds', 'feedsmith, feed-parser', 'refuses a feed without dates', FEEDS, /has no date/, (text) =>
    text.replaceAll(/<pubDate>.*?<\/pubDate>/g, ''),
  ),
  looked('sitemaps', 'xmllint', 'the sitemaps', MAPS),
  refused('sitemaps', 'xmllint', 'refuses a map whose date is none', MAPS, /'yesterday' is not a valid/, (text) =>
    text.replace(/<lastmod>[^<]*/, '<lastmod>yesterday'),
  ),
  refused('sitemaps', 'xmllint', 'refuses news without a title', MAPS, /Missing child element/, (text) =>
    text.replace(/<news:title>[^<]*<\/news:title>/, ''),
  ),
  looked('robots', 'robots-parser', 'who may go where', []),
  refused('robots', 'robots-parser', 'refuses rules that shut readers out', [], /may not read/, (text) =>
    text.replace('Allow: /', 'Disallow: /'),
  ),
];

function looked(program: string, tool: string, subject: string, paths: readonly string[]): Check {
  return {
    tool,
    subject,
    run: async ({ baseUrl }) => {
      const ran = await runProgram(program, [baseUrl, ...paths]);
      return requirePassed(ran, ran.output.trim());
    },
  };
}

function refused(
  program: string,
  tool: string,
  subject: string,
  paths: readonly string[],
  reason: RegExp,
  spoil: Spoil,
): Check {
  return {
    tool,
    subject,
    run: ({ baseUrl }) =>
      withSpoiled(baseUrl, spoil, async (address) =>
        requireRefused(await runProgram(program, [address, ...paths]), reason),
      ),
  };
}
