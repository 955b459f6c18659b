import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

// A reporter for node:test that writes one line for each skipped test: file, name and reason, separated by tabs.

export const NO_REASON = 'no reason is given';

// biome-ignore lint/style/noDefaultExport: node:test uses the default export of a reporter module
export default async function* skippedTests(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of source) {
    if (type !== 'test:pass' || data.skip === undefined) continue;
    const why = typeof data.skip === 'string' && data.skip !== '' ? data.skip : NO_REASON;
    yield `${[relative(process.cwd(), data.file ?? ''), data.name, why].map(inOneLine).join('\t')}\n`;
  }
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
