import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

// An export of WordPress with 10,000 posts and 300 MB is read in a process of its own, which uses little memory.

const ITEMS = 10_000;
const ITEM_BYTES = 30_000;
const MOST_MEGABYTES = 400;

test('10,000 posts of a WordPress export of 300 MB are read with at most 400 MB of memory', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-wxr-'));
  try {
    const file = join(folder, 'big.xml');
    await writeExport(file);
    const { counted, peak, seconds } = await readInChild(file);
    console.log(
      `${statSync(file).size} bytes, ${counted}, at most ${peak.toFixed(0)} MB (PSS), ${seconds.toFixed(1)} s`,
    );
    assert.match(counted, new RegExp(`"articles":${ITEMS},"others":${ITEMS},`));
    assert.ok(peak > 0 && peak <= MOST_MEGABYTES, `${peak} MB`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function writeExport(file: string): Promise<void> {
  const out = createWriteStream(file);
  const write = async (text: string) => {
    if (!out.write(text)) await once(out, 'drain');
  };
  await write(
    '<?xml version="1.0"?>\n<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Big</title><link>https://big.example</link>',
  );
  const paragraph = `<p>The arm sorted <strong>412</strong> parcels, says <a href="https://example.org/r">a report</a>.</p>\n<ul><li>one</li><li>two</li></ul>\n`;
  for (let at = 1; at <= ITEMS; at++) {
    const body = `${paragraph.repeat(Math.ceil(ITEM_BYTES / paragraph.length))}<img src="https://big.example/${at}.jpg">`;
    await write(
      `<item><title>Post ${at}</title><link>https://big.example/${at}/</link><wp:post_id>${at}</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_name>post-${at}</wp:post_name><content:encoded><![CDATA[${body}]]></content:encoded><wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>${ITEMS + at}</wp:meta_value></wp:postmeta></item>\n` +
        `<item><title>a${at}.jpg</title><wp:post_id>${ITEMS + at}</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://big.example/a${at}.jpg</wp:attachment_url></item>\n`,
    );
  }
  out.end('</channel></rss>');
  await once(out, 'finish');
}

const PROGRAM = `
const { openSource } = await import(process.env.ROOT + '/src/exchange/import/read/source.ts');
const { findReader } = await import(process.env.ROOT + '/src/exchange/import/read/readers.ts');
const { bodyToCopy } = await import(process.env.ROOT + '/src/exchange/import/read/to-blocks.ts');
const source = await openSource(process.env.FILE);
const reader = await findReader(source);
const { url } = await reader.site(source);
const counts = { articles: 0, others: 0, blocks: 0 };
for await (const item of reader.read(source)) {
  if ('article' in item) { counts.articles++; counts.blocks += bodyToCopy(item.article.body, { url }).blocks.length; }
  else counts.others++;
}
console.log(JSON.stringify(counts));`;

async function readInChild(file: string): Promise<{ counted: string; peak: number; seconds: number }> {
  const started = performance.now();
  const root = join(import.meta.dirname, '..', '..', '..');
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    env: { ...process.env, ROOT: root, FILE: file },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let counted = '';
  child.stdout.on('data', (part) => {
    counted += part;
  });
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, proportionalMegabytes(child.pid ?? 0));
  }, 100);
  const [code] = await once(child, 'exit');
  clearInterval(watch);
  assert.equal(code, 0);
  return { counted: counted.trim(), peak, seconds: (performance.now() - started) / 1000 };
}

function proportionalMegabytes(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0; // it has just ended
  }
}
