import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { approveClaim, findClaim } from '#agents/claims.ts';
import { FULL_TERMS } from '#agents/terms.ts';
import { freshFolder } from '../support/fresh-folder.ts';
import { openOnPort } from '../support/port.ts';

// Runs the examples of /agents as they are on the page, each in an empty folder, with an editor who enters the codes.

test('each example of /agents asks an editor for access and files a draft', async (t) => {
  const { baseUrl, site } = await openOnPort(t);
  const editor = await site.person('editor');
  const page = await (await site.fetch('/agents.md')).text();
  const exampleOf = (heading: string) =>
    new RegExp(`#{2,3} ${heading}\n[^]*?\`\`\`\\w+\n([^]*?)\n\`\`\``).exec(page)?.[1] ?? '';

  const runs: [slug: string, file: string, content: string, command: string][] = [
    ['draft-with-curl', 'curl.sh', exampleOf('curl'), 'sh'],
    ['draft-with-typescript', 'example.ts', exampleOf('TypeScript'), process.execPath],
  ];
  const done = runs.map(async ([slug, file, content, command]) => {
    const folder = freshFolder(t);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, file), `${content}\n`);
    const child = spawn(command, [file], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    let isApproved = false;
    const hear = async (part: Buffer) => {
      said += part;
      const code = /enter (?:the code )?([A-Z]{4}-[A-Z]{4})/.exec(said)?.[1];
      if (!code || isApproved) return;
      isApproved = true;
      assert.match(said, new RegExp(`${baseUrl}/agent/claim`));
      const claim = await findClaim(site.deps, code);
      assert.ok(claim, `no claim has the code ${code}`);
      await approveClaim(site.deps, editor, claim.id, { ...FULL_TERMS, renewal: 'once' });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const code = await new Promise((resolve) => child.on('close', resolve));
    assert.equal(code, 0, `${file}: ${said}`);
    assert.match(said, new RegExp(`${baseUrl}/newsroom/articles/`), `${file}: ${said}`);
    return slug;
  });
  const slugs = await Promise.all(done);
  const stored = await site.deps.db.read.selectFrom('revision').select('slug').execute();
  assert.deepEqual(stored.map(({ slug }) => slug).sort(), slugs.sort());
});
