import type { Check, Target } from '../check.ts';
import { type TextChange, withDefect } from '../defect.ts';
import { FULL_ARTICLE } from '../full-article.ts';
import { requirePassed, requireRefused, runProgram } from '../run.ts';

const FEEDS = [
  ...['', '/robotics'].flatMap((section) => ['rss.xml', 'atom.xml', 'feed.json'].map((name) => `${section}/${name}`)),
  '/brief/rss.xml',
  ...['rss.xml', 'atom.xml', 'feed.json'].map((name) => `/tags/layout/${name}`),
];
const SITEMAPS = ['/sitemap.xml', '/news-sitemap.xml'];

/** Checks in a browser, and checks of feeds, sitemaps, robots.txt and Content-Security-Policies. */
export const pages: readonly Check[] = [
  accepts('axe', 'axe', 'every page, two widths, light and dark', pathsOf),
  refuses('axe', 'axe', 'refuses text with too little contrast', ['/about'], /color-contrast/, (text, path) =>
    path.endsWith('.css') ? `${text}main p { color: #b0b0b0 }\n` : text,
  ),
  accepts('pa11y', 'pa11y', 'every page', pathsOf),
  refuses('pa11y', 'pa11y', 'refuses a field without a label', ['/search'], /H91/, (text) =>
    text.replace('<label for="q">', '<label for="p">'),
  ),
  accepts('weight', 'page weight', 'article with a picture', [FULL_ARTICLE]),
  refuses(
    'weight',
    'page weight',
    'refuses a style sheet of 12 KB',
    [FULL_ARTICLE],
    /Stylesheet \d+ bytes/,
    (text, path) => (path.endsWith('.css') ? text + 'a { color: red }\n'.repeat(800) : text),
  ),
  accepts('csp', 'csp_evaluator', 'every page', pathsOf),
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
  accepts('feeds', 'feedsmith, feed-parser', 'every kind of feed', FEEDS),
  refuses('feeds', 'feedsmith, feed-parser', 'refuses a feed without dates', FEEDS, /has no date/, (text) =>
    text.replaceAll(/<pubDate>.*?<\/pubDate>/g, ''),
  ),
  accepts('sitemaps', 'xmllint', 'the sitemaps', SITEMAPS),
  refuses(
    'sitemaps',
    'xmllint',
    'refuses a sitemap with an invalid date',
    SITEMAPS,
    /'yesterday' is not a valid/,
    (text) => text.replace(/<lastmod>[^<]*/, '<lastmod>yesterday'),
  ),
  refuses('sitemaps', 'xmllint', 'refuses news without a title', SITEMAPS, /Missing child element/, (text) =>
    text.replace(/<news:title>[^<]*<\/news:title>/, ''),
  ),
  accepts('robots', 'robots-parser', 'rules for crawlers', []),
  refuses('robots', 'robots-parser', 'refuses rules that exclude crawlers', [], /may not read/, (text) =>
    text.replace('Allow: /', 'Disallow: /'),
  ),
];

function pathsOf({ pages }: Target): string[] {
  return Object.values(pages);
}

function accepts(
  program: string,
  tool: string,
  subject: string,
  paths: readonly string[] | ((target: Target) => string[]),
): Check {
  return {
    tool,
    subject,
    run: async (target) => {
      const asked = typeof paths === 'function' ? paths(target) : paths;
      const ran = await runProgram(program, [target.baseUrl, ...asked]);
      return requirePassed(ran, ran.output.trim());
    },
  };
}

function refuses(
  program: string,
  tool: string,
  subject: string,
  paths: readonly string[],
  reason: RegExp,
  change: TextChange,
): Check {
  return {
    tool,
    subject,
    run: ({ baseUrl }) =>
      withDefect(baseUrl, change, async (address) =>
        requireRefused(await runProgram(program, [address, ...paths]), reason),
      ),
  };
}
