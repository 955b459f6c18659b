// Use: node sitemaps.ts BASE_URL PATH … : validates every sitemap with the schemas of sitemaps.org and of Google News.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';
import { report } from './report.ts';

const FOLDER = join(import.meta.dirname, '..');
const schema = (folder: string, fileName: string) => ({
  fileName,
  contents: readFileSync(join(FOLDER, folder, fileName), 'utf8'),
});

const [, , baseUrl = '', ...paths] = process.argv;
const findings: string[] = [];
let addresses = 0;
for (const path of paths) {
  const contents = await (await fetch(baseUrl + path)).text();
  addresses += contents.split('<loc>').length - 1;
  const { valid, rawOutput } = await validateXML({
    xml: [{ fileName: 'sitemap.xml', contents }],
    schema: [schema('schemas', 'sitemaps.xsd')],
    preload: [schema('node_modules/sitemap/schema', 'sitemap.xsd'), schema('schemas', 'sitemap-news.xsd')],
  });
  if (!valid) findings.push(`${path}: ${rawOutput}`);
}
report(findings, `${paths.length} sitemaps, ${addresses} addresses`);
