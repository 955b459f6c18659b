import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { approve, clientEnv, clientFolder, NODE } from '../support/agents/agent-client.ts';
import { openOnPort } from '../support/port.ts';

// Runs the examples of /agents as they are on the page, each in an empty folder, with an editor who enters the codes.

test('each example of /agents asks an editor for access and files a draft', async (t) => {
  const { baseUrl, site } = await openOnPort(t);
  const editor = await site.person('editor');
  const page = await (await site.fetch('/agents.md')).text();
  const exampleOf = (heading: string) =>
    new RegExp(`#{2,3} ${heading}\n[^]*?\`\`\`\\w+\n([^]*?)\n\`\`\``).exec(page)?.[1] ?? '';
  const python = await (await site.fetch('/clients/plumbline_agent.py')).text();

  const runs: [slug: string, file: string, content: string, command: string, more?: Record<string, string>][] = [
    ['a-first-draft', 'three.sh', exampleOf('Or run a program'), 'sh'],
    ['draft-with-curl', 'curl.sh', exampleOf('curl'), 'sh'],
    ['draft-with-typescript', 'example.ts', exampleOf('TypeScript'), NODE],
    ['draft-with-python', 'example.py', exampleOf('Python'), 'python3'],
  ];
  const done = runs.map(async ([slug, file, content, command]) => {
    const folder = clientFolder(t);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'plumbline_agent.py'), python);
    writeFileSync(join(folder, file), `${content}\n`);
    const env = clientEnv(folder, { npm_config_cache: join(folder, 'cache'), PYTHONUNBUFFERED: '1' });
    const child = spawn(command, [file], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    let isApproved = false;
    const hear = async (part: Buffer) => {
      said += part;
      const code = /enter (?:the code )?([A-Z]{4}-[A-Z]{4})/.exec(said)?.[1];
      if (!code || isApproved) return;
      isApproved = true;
      assert.match(said, new RegExp(`${baseUrl}/agent/claim`));
      await approve(site, editor, code);
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
