import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { SETTINGS } from '#config/env.ts';
import { fileVariable, SECRETS } from '#config/secret-files.ts';

// The files that install the service name settings that exist, and give it time to stop.

const root = join(import.meta.dirname, '..', '..');
const open = (file: string) => readFileSync(join(root, file), 'utf8');
const COMPOSE = ['compose.yaml', 'compose.sqlite.yaml'];
/** Variables that are no settings of the server: of Compose, PostgreSQL and Caddy. */
const OTHERS = ['HOST_NAME', 'POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD_FILE', 'SITE_ADDRESS', 'UPSTREAM'];
/** Seconds that a server takes to stop at most. */
const LONGEST_STOP = 15;

test('the image has the Node of package.json, and names its images by digest', () => {
  const { dependencies } = JSON.parse(open('package.json'));
  const file = open('Dockerfile');
  assert.match(
    file,
    new RegExp(`^ARG NODE_IMAGE=\\S+/node:${dependencies.node.replaceAll('.', '\\.')}-\\w+@sha256:[0-9a-f]{64}$`, 'm'),
  );
  for (const [line] of file.matchAll(/^ARG \w+_IMAGE=.*$/gm)) assert.match(line, /@sha256:[0-9a-f]{64}$/);
  assert.doesNotMatch(file, /^(?:CMD|ENTRYPOINT) (?!\[)|\bnpm (?:start|run)\b/m);
  assert.match(file, /^USER 65532:65532$/m);
});

test('the compose files and the unit name only settings that exist, and secrets by the name of a file', () => {
  for (const file of [...COMPOSE, 'deploy/plumbline.service', 'Dockerfile']) {
    const given = open(file).replace(/^\s*#.*$/gm, '');
    const names = [...given.matchAll(/^ {6}([A-Z_]+): |(?<=^Environment=.*|^ENV .*)\b([A-Z_]+)=/gm)].map(
      ([, one, other]) => one ?? other ?? '',
    );
    for (const name of names.filter((name) => !OTHERS.includes(name) && name !== 'PATH')) {
      assert.ok(SETTINGS.includes(name) || SECRETS.some((secret) => fileVariable(secret) === name), `${file}: ${name}`);
      assert.ok(!SECRETS.some((secret) => secret === name), `${file}: ${name} is a secret; use ${name}_FILE`);
    }
    assert.ok(file === 'Dockerfile' || names.length > 0, file);
  }
});

test('whatever stops the server gives it time for open requests', () => {
  for (const file of COMPOSE) {
    const [, service = ''] = /\n {2}plumbline:\n([\s\S]*?)(?=\n {2}\w|\n\w)/.exec(open(file)) ?? [];
    assert.ok(Number(/stop_grace_period: (\d+)s/.exec(service)?.[1]) > LONGEST_STOP, file);
    for (const line of ['init: true', 'read_only: true', 'cap_drop: [ALL]', 'healthcheck:'])
      assert.ok(service.includes(line), line);
  }
  const unit = open('deploy/plumbline.service');
  assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) > LONGEST_STOP);
  assert.doesNotMatch(unit, /^MemoryDenyWriteExecute=/m);
});

test('systemd accepts the unit and finds little that it could do', {
  skip: spawnSync('systemd-analyze', ['--version']).status === 0 ? false : 'systemd is not installed',
}, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-unit-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'plumbline.service');
  // A program of every machine takes the place of the one that an installation puts there.
  writeFileSync(file, open('deploy/plumbline.service').replace(/^ExecStart=\S+/m, `ExecStart=/bin/true`));
  const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  assert.equal(verified.status, 0, verified.stderr);
  assert.equal(
    verified.stderr
      .split('\n')
      .filter((line) => line.includes('plumbline'))
      .join('\n'),
    '',
  );
  const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', file], { encoding: 'utf8' });
  const [, level = '9'] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
  t.diagnostic(`systemd-analyze security: ${level}`);
  assert.ok(Number(level) <= 1.5, stdout);
});
