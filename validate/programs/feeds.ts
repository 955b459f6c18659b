// Use: node feeds.ts BASE_URL PATH … : reads every feed with two parsers and checks the items.
import { parseFeed as parseOther } from '@rowanmanning/feed-parser';
import { parseFeed } from 'feedsmith';
import { report } from './report.ts';

/** What every item must have, in every feed format. */
type Item = { address: string | undefined; title: string | undefined; at: string | undefined; hasText: boolean };

const [, , baseUrl = '', ...paths] = process.argv;
const findings: string[] = [];
let items = 0;
for (const path of paths) {
  const text = await (await fetch(baseUrl + path)).text();
  try {
    const read = readItems(text, path);
    items += read.length;
    if (read.length === 0) findings.push(`${path}: it has no items`);
    for (const { address, title, at, hasText } of read) {
      const where = `${path}: ${address}`;
      if (!address?.startsWith(`${baseUrl}/`)) findings.push(`${where} is not an address of this site`);
      if (!title) findings.push(`${where} has no title`);
      if (!at || Number.isNaN(Date.parse(at))) findings.push(`${where} has no date`);
      if (!hasText) findings.push(`${where} has no text`);
    }
    if (!path.endsWith('.json')) compare(path, text, read);
  } catch (error) {
    findings.push(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}
report(findings, `${paths.length} feeds, ${items} items`);

/** An item of the brief's feed has a line about it; all others have their whole text. */
function readItems(text: string, path: string): Item[] {
  const { format, feed } = parseFeed(text);
  switch (format) {
    case 'rss':
      return (feed.items ?? []).map((item) => ({
        address: item.link,
        title: item.title,
        at: item.pubDate,
        hasText: Boolean(path === '/brief/rss.xml' ? item.description : item.content?.encoded),
      }));
    case 'atom':
      return (feed.entries ?? []).map((entry) => ({
        address: entry.links?.find(({ rel, type }) => rel !== 'self' && type !== 'text/markdown')?.href,
        title: entry.title?.value,
        at: entry.published,
        hasText: Boolean(entry.content?.value),
      }));
    case 'json':
      return (feed.items ?? []).map((item) => ({
        address: item.url,
        title: item.title,
        at: item.date_published,
        hasText: Boolean(item.content_html),
      }));
    default:
      throw new Error(`the parser took it for ${format}`);
  }
}

/** The other parser must find the same articles with the same titles. */
function compare(path: string, text: string, read: readonly Item[]): void {
  const other = parseOther(text);
  const toText = (pairs: readonly (readonly [unknown, unknown])[]) => JSON.stringify(pairs);
  const [one, two] = [
    toText(read.map(({ address, title }) => [address, title])),
    toText(other.items.map(({ url, title }) => [url, title])),
  ];
  if (one !== two) findings.push(`${path}: the two parsers do not agree: ${one} ${two}`);
}
