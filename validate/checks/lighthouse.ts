import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '../../test/support/chromium.ts';
import type { Check, Target } from '../check.ts';
import { withDefect } from '../defect.ts';
import { FULL_ARTICLE } from '../full-article.ts';
import { runTool } from '../run.ts';

const tool = 'Lighthouse, mobile';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo', 'agentic-browsing'];
/** Milliseconds until the largest contentful paint: a picture, which shares a slow line with the fonts. */
const LONGEST_LCP = 1400;
/** A page counts as slow only after this many measurements, because other programs share the processor. */
const TRIES = 5;
/** The benchmark index that the mobile profile assumes for a computer, and how many times slower the phone is. */
const COMPUTER = 1500;
const SLOWDOWN = 4;

type Measurement = { scores: Record<string, number>; lcp: number; cls: number; missing: string; index: number };
type Report = {
  environment: { benchmarkIndex: number };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; numericValue?: number; displayValue?: string }>;
};

/** The home page and an article, without how fast they load. */
const pages: readonly Check[] = [checkPage('home', '/'), checkPage('article with a picture', FULL_ARTICLE)];

/** How fast they load, on a phone with a slow network: nothing else may run at the same time. */
const measured: readonly Check[] = [measurePage('home', '/'), measurePage('article with a picture', FULL_ARTICLE)];

/** A page with defects. Work beside it makes this page slower, which it must be found to be. */
const defective: readonly Check[] = [
  {
    tool,
    subject: 'marks down a page without a language and with a heavy style sheet',
    run: (target) =>
      withDefect(target.baseUrl, addDefects, async (address) => {
        const found = await measure(target, address, 'defective');
        const { performance = 0, accessibility = 0, seo = 0 } = found.scores;
        if (performance === 100 || accessibility === 100 || seo === 100 || found.lcp <= LONGEST_LCP)
          throw new Error(`the tool accepted the defects: ${summaryOf(found)}`);
        return summaryOf(found);
      }),
  },
];

export const lighthouse = { pages, measured, defective };

function checkPage(name: string, path: string): Check {
  return {
    tool,
    subject: name,
    run: async (target) => {
      const found = await measure(target, target.baseUrl + path, `page-${name.split(' ')[0]}`);
      const { performance: _, ...scores } = found.scores;
      if (Object.values(scores).some((score) => score < 100)) throw new Error(`${summaryOf(found)}${found.missing}`);
      return Object.values(scores).join(' ');
    },
  };
}

function measurePage(name: string, path: string): Check {
  return {
    tool,
    subject: `${name}, how fast`,
    run: async (target) => {
      const found: Measurement[] = [];
      while (found.length < TRIES) {
        const slowdown = slowdownOf(found.at(-1)?.index ?? COMPUTER);
        const one = await measure(target, target.baseUrl + path, name.split(' ')[0] ?? name, slowdown);
        if (isGood(one)) return summaryOf(one);
        found.push(one);
      }
      throw new Error(found.map((one) => `${summaryOf(one)}, benchmark ${one.index}${one.missing}`).join('\n'));
    },
  };
}

/** How many times the processor is slowed down: less on a slow machine, so that the simulated phone stays the same. */
function slowdownOf(index: number): number {
  return Math.min(SLOWDOWN, Math.max(1, (SLOWDOWN * index) / COMPUTER));
}

function isGood({ scores, lcp, cls }: Measurement): boolean {
  return Object.values(scores).every((score) => score === 100) && lcp <= LONGEST_LCP && cls === 0;
}

function summaryOf({ scores, lcp, cls }: Measurement): string {
  return `${Object.values(scores).join(' ')}, LCP ${Math.round(lcp)} ms, CLS ${Number(cls.toFixed(3))}`;
}

async function measure({ out }: Target, address: string, name: string, slowdown = SLOWDOWN): Promise<Measurement> {
  const file = join(out, `lighthouse-${name}.json`);
  const browser = await findBrowser();
  const environment =
    'executablePath' in browser ? { ...browser.env, CHROME_PATH: browser.executablePath } : { ...process.env };
  const flags = '--headless --no-sandbox --disable-gpu --disable-dev-shm-usage';
  const parameters = ['--quiet', '--no-enable-error-reporting', `--chrome-flags=${flags}`, '--output=json'];
  parameters.push(`--throttling.cpuSlowdownMultiplier=${slowdown}`);
  const ran = await runTool('lighthouse', [address, ...parameters, `--output-path=${file}`], { environment });
  if (ran.status !== 0) throw new Error(ran.output);
  const report: Report = JSON.parse(readFileSync(file, 'utf8'));
  const scores = CATEGORIES.map((id) => [id, Math.round((report.categories[id]?.score ?? 0) * 100)] as const);
  return {
    scores: Object.fromEntries(scores),
    lcp: report.audits['largest-contentful-paint']?.numericValue ?? Number.POSITIVE_INFINITY,
    cls: report.audits['cumulative-layout-shift']?.numericValue ?? Number.POSITIVE_INFINITY,
    missing: missing(report),
    index: report.environment.benchmarkIndex,
  };
}

/** The audits that cost points. */
function missing({ categories, audits }: Report): string {
  const counted = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
  return counted
    .map(({ id }) => audits[id])
    .filter((audit) => audit && audit.score !== null && audit.score < 1)
    .map((audit) => `\n${audit?.title}${audit?.displayValue ? `: ${audit.displayValue}` : ''}`)
    .join('');
}

function addDefects(text: string, path: string): string {
  if (/^\/static\/style\.[0-9a-f]+\.css$/.test(path)) return `${text}/* ${'plumb '.repeat(100_000)} */`;
  return text.replace(/<html lang="[^"]*">/, '<html>').replace(/<meta name="description"[^>]*>/, '');
}
