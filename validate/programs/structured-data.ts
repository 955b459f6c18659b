// Use: node structured-data.ts BASE_URL PATH … : checks the structured data of pages by Google's rules for rich results.
import Validator from '@adobe/structured-data-validator';
import WebAutoExtractor from '@marbec/web-auto-extractor';
import { report } from './report.ts';

const [, , baseUrl = '', ...paths] = process.argv;
const findings: string[] = [];
const kinds = new Set<string>();
for (const path of paths) {
  const page = await (await fetch(baseUrl + path, { headers: { Accept: 'text/html' } })).text();
  const data = new WebAutoExtractor({ addLocation: true }).parse(page);
  for (const kind of Object.keys(data.jsonld)) kinds.add(kind);
  const issues = await new Validator().validate(data);
  findings.push(...issues.map(({ issueMessage, path: place }) => `${path}: ${issueMessage} ${JSON.stringify(place)}`));
}
report(findings, [...kinds].join(', '));
