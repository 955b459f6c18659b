// Use: node robots.ts BASE_URL : reads robots.txt with a parser of RFC 9309 and checks who may crawl what.
import robotsParser from 'robots-parser';
import { report } from './report.ts';

const CRAWLERS = ['GPTBot', 'ClaudeBot', 'PerplexityBot', 'Googlebot'];
const ALLOWED = ['/', '/robotics', '/llms.txt', '/api', '/api/public/articles', '/sitemap.xml'];
const FORBIDDEN = ['/api/admin/articles', '/agent/claim'];

const [, , baseUrl = ''] = process.argv;
const address = `${baseUrl}/robots.txt`;
const parse = robotsParser as unknown as typeof robotsParser.default; // its types declare a default export that it does not have
const robots = parse(address, await (await fetch(address)).text());
const findings = CRAWLERS.flatMap((crawler) => [
  ...ALLOWED.filter((path) => !robots.isAllowed(baseUrl + path, crawler)).map(
    (path) => `${crawler} may not read ${path}`,
  ),
  ...FORBIDDEN.filter((path) => robots.isAllowed(baseUrl + path, crawler)).map(
    (path) => `${crawler} may request ${path}`,
  ),
]);
const maps = robots.getSitemaps();
if (!maps.includes(`${baseUrl}/sitemap.xml`)) findings.push(`robots.txt does not name the sitemap: ${maps.join(' ')}`);
report(findings, `${CRAWLERS.length} crawlers, ${ALLOWED.length + FORBIDDEN.length} paths`);
