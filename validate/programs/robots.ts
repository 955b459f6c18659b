// Use: node robots.ts BASE_URL : who may go where, as a parser of RFC 9309 reads robots.txt.
import robotsParser from 'robots-parser';
import { tell } from './tell.ts';

const READERS = ['GPTBot', 'ClaudeBot', 'PerplexityBot', 'Googlebot'];
const OPEN = ['/', '/robotics', '/llms.txt', '/api', '/api/public/articles', '/sitemap.xml'];
const SHUT = ['/api/admin/articles', '/agent/claim'];

const [, , baseUrl = ''] = process.argv;
const address = `${baseUrl}/robots.txt`;
const parse = robotsParser as unknown as typeof robotsParser.default; // its types name a default it does not have
const robots = parse(address, await (await fetch(address)).text());
const findings = READERS.flatMap((reader) => [
  ...OPEN.filter((path) => !robots.isAllowed(baseUrl + path, reader)).map((path) => `${reader} may not read ${path}`),
  ...SHUT.filter((path) => robots.isAllowed(baseUrl + path, reader)).map((path) => `${reader} may ask for ${path}`),
]);
const maps = robots.getSitemaps();
if (!maps.includes(`${baseUrl}/sitemap.xml`)) findings.push(`the sitemap is not told: ${maps.join(' ')}`);
tell(findings, `${READERS.length} readers, ${OPEN.length + SHUT.length} places`);
