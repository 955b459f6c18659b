import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '../../test/support/chromium.ts';
import type { Check, Target } from '../check.ts';
import { runTool } from '../run.ts';
import { withSpoiled } from '../spoil.ts';
import { FULL_ARTICLE } from '../stock.ts';

const tool = 'Lighthouse, mobile';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo', 'agentic-browsing'];
/** Longest until the largest thing is there, in milliseconds. */
const LONGEST_LCP = 1200;
/** How often a page is measured before it counts as slow: the network is simulated, the processor is one others use, too. */
const TRIES = 5;
/** What the mobile profile takes a computer to be, by Lighthouse's own benchmark, and how many times slower the phone is. */
const COMPUTER = 1500;
const SLOWDOWN = 4;

type Measured = { scores: Record<string, number>; lcp: number; cls: number; wanting: string; index: number };
type Report = {
  environment: { benchmarkIndex: number };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; numericValue?: number; displayValue?: string }>;
};

/** Home and article as a phone on a slow network gets them. */
export const lighthouse: readonly Check[] = [
  measured('home', '/'),
  measured('article with a picture', FULL_ARTICLE),
  {
    tool,
    subject: 'marks down a page in no language whose sheet is heavy',
    run: (target) =>
      withSpoiled(target.baseUrl, spoilPage, async (address) => {
        const found = await measure(target, address, 'spoiled');
        const { performance = 0, accessibility = 0, seo = 0 } = found.scores;
        if (performance === 100 || accessibility === 100 || seo === 100 || found.lcp <= LONGEST_LCP)
          throw new Error(`it was let pass: ${figures(found)}`);
        return figures(found);
      }),
  },
];

function measured(name: string, path: string): Check {
  return {
    tool,
    subject: name,
    run: async (target) => {
      const found: Measured[] = [];
      while (found.length < TRIES) {
        const slowdown = slowdownOf(found.at(-1)?.index ?? COMPUTER);
        const one = await measure(target, target.baseUrl + path, name.split(' ')[0] ?? name, slowdown);
        if (isGood(one)) return figures(one);
        found.push(one);
      }
      throw new Error(found.map((one) => `${figures(one)}, benchmark ${one.index}${one.wanting}`).join('\n'));
    },
  };
}

/** How many times slower the processor is made: less where the machine is slow itself, so that the phone stays the same. */
function slowdownOf(index: number): number {
  return Math.min(SLOWDOWN, Math.max(1, (SLOWDOWN * index) / COMPUTER));
}

function isGood({ scores, lcp, cls }: Measured): boolean {
  return Object.values(scores).every((score) => score === 100) && lcp <= LONGEST_LCP && cls === 0;
}

function figures({ scores, lcp, cls }: Measured): string {
  return `${Object.values(scores).join(' ')}, LCP ${Math.round(lcp)} ms, CLS ${Number(cls.toFixed(3))}`;
}

async function measure({ out }: Target, address: string, name: string, slowdown = SLOWDOWN): Promise<Measured> {
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
    wanting: wanting(report),
    index: report.environment.benchmarkIndex,
  };
}

/** What cost points. */
function wanting({ categories, audits }: Report): string {
  const counted = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
  return counted
    .map(({ id }) => audits[id])
    .filter((audit) => audit && audit.score !== null && audit.score < 1)
    .map((audit) => `\n${audit?.title}${audit?.displayValue ? `: ${audit.displayValue}` : ''}`)
    .join('');
}

function spoilPage(text: string, path: string): string {
  if (path === '/static/style.css') return `${text}/* ${'plumb '.repeat(100_000)} */`;
  return text.replace(/<html lang="[^"]*">/, '<html>').replace(/<meta name="description"[^>]*>/, '');
}
