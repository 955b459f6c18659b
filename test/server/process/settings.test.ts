import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { publicHeaders } from '#http/security-headers.ts';
import { readConfig, readServerConfig } from '#runtime/config/config.ts';
import { misspelledSettings } from '#runtime/config/env.ts';
import { checkForwarding, createForwardingCheck } from '#server/guard.ts';

// Settings that are wrong, missing or misspelled, and proxies that do not match them.

test('in production a server without BASE_URL does not start, prints why, and creates nothing', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-settings-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: join(folder, 'data'), PORT: '0' };
  const main = join(import.meta.dirname, '..', '..', '..', 'src', 'main.ts');
  const { status, stderr } = spawnSync(process.execPath, [main], { env, encoding: 'utf8', timeout: 120_000 });
  assert.equal(status, 1);
  assert.match(stderr, /BASE_URL is not set\. With NODE_ENV=production it must be the public address/);
  assert.equal(existsSync(join(folder, 'data')), false);
});

test('commands that build no links need no BASE_URL in production', () => {
  assert.equal(readConfig({ NODE_ENV: 'production' }).production, true);
  assert.throws(() => readServerConfig({ NODE_ENV: 'production' }), /BASE_URL is not set/);
  assert.throws(() => readServerConfig({ NODE_ENV: 'production', BASE_URL: '' }), /BASE_URL is not set/);
  assert.equal(readServerConfig({ NODE_ENV: 'production', BASE_URL: 'https://m.example' }).production, true);
});

test('the error for a wrong number gives the allowed range', () => {
  for (const [name, given, range] of [
    ['PORT', 'eighty', 'a whole number from 0 to 65535'],
    ['PORT', '65536', 'a whole number from 0 to 65535'],
    ['TRUSTED_PROXIES', '-1', 'a whole number from 0 to 10'],
    ['JOBS_SECONDS', 'often', 'a number of seconds from 0.05 to 60'],
    ['CLAIM_EXPIRES_SECONDS', '601', 'a number of seconds from 1 to 600'],
  ] as const) {
    assert.throws(() => readConfig({ [name]: given }), new RegExp(`${name}: must be ${range}`), name);
  }
});

test('the warning for a misspelled setting names the correct one', () => {
  for (const [given, meant] of [
    ['PROT', 'PORT'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['BASEURL', 'BASE_URL'],
    ['DATA_DRI', 'DATA_DIR'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['worker', 'WORKERS'],
    ['PLUMBLINE_PORT', 'PORT'],
    ['data_dir', 'DATA_DIR'],
  ] as const) {
    const [warning = '', ...more] = misspelledSettings({ [given]: '1' });
    assert.ok(warning.includes(`${given} is not a setting and is ignored. Did you mean ${meant}?`), warning || given);
    assert.deepEqual(more, []);
  }
  assert.match(misspelledSettings({ PLUMBLINE_COLOUR: 'blue' })[0] ?? '', /PLUMBLINE_COLOUR is not a setting/);
});

test('known settings and variables of other software cause no warning', () => {
  const others = {
    PATH: '/bin',
    HOME: '/',
    TERM: 'dumb',
    LANG: 'C',
    SHELL: '/bin/sh',
    PWD: '/',
    HOSTNAME: 'm',
    EDITOR: 'vi',
  };
  const more = {
    npm_config_cache: '/c',
    npm_lifecycle_event: 'start',
    PGHOST: 'db',
    SMTP_HOST: 'm',
    NODE_OPTIONS: '--x',
    MAIL: '/m',
  };
  assert.deepEqual(misspelledSettings({ ...others, ...more, PORT: '3000', BASE_URL: 'https://m.example' }), []);
  assert.deepEqual(
    misspelledSettings({ PORT: '3000', PROT: '3001' }),
    [],
    'a variable beside the setting is another one',
  );
});

test('HSTS covers the host where the site has https', () => {
  const hsts = (settings: Record<string, string>) =>
    publicHeaders(readConfig({ BASE_URL: 'https://magazine.example', ...settings }), '')['Strict-Transport-Security'];
  assert.equal(hsts({}), 'max-age=31536000');
  assert.equal(hsts({ BASE_URL: 'http://magazine.example' }), undefined);
});

for (const { what, settings, headers, warning } of [
  {
    what: 'a proxy that does not pass Host on',
    settings: { TRUSTED_PROXIES: '1' },
    headers: { Host: '127.0.0.1:3000', 'X-Forwarded-For': '203.0.113.5' },
    warning: /does not pass the Host header on/,
  },
  {
    what: 'a proxy that sends no X-Forwarded-For',
    settings: { TRUSTED_PROXIES: '1' },
    headers: { Host: 'magazine.example' },
    warning: /fewer addresses in X-Forwarded-For than TRUSTED_PROXIES/,
  },
  {
    what: 'a proxy that no setting names',
    settings: {},
    headers: { Host: 'magazine.example', 'X-Forwarded-For': '203.0.113.5' },
    warning: /TRUSTED_PROXIES is 0/,
  },
  {
    what: 'a proxy that fits the settings',
    settings: { TRUSTED_PROXIES: '1' },
    headers: { Host: 'magazine.example', 'X-Forwarded-For': '203.0.113.5' },
    warning: null,
  },
]) {
  test(`${what} is ${warning ? 'logged once' : 'not logged'}`, async (t) => {
    const config = readConfig({ BASE_URL: 'https://magazine.example', HOST: '10.0.0.1', ...settings });
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (_: object, message: string) => void warnings.push(message), error: () => {} };
    const server = createServer(
      checkForwarding(createForwardingCheck(config, log), (_, outgoing) => void outgoing.end('served')),
    );
    await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
    t.after(() => server.close());
    const address = server.address();
    const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    for (const path of ['/', '/robotics', '/readyz']) assert.equal(await get(base + path, headers), 'served');
    assert.equal(warnings.length, warning ? 1 : 0, warnings.join());
    if (warning) assert.match(warnings[0] ?? '', warning);
  });
}

function get(url: string, headers: Record<string, string | undefined>): Promise<string> {
  return new Promise((resolve, reject) => {
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
    request(url, { headers: given }, (answer) => {
      let body = '';
      answer.on('data', (part) => (body += part));
      answer.on('end', () => resolve(body));
    })
      .on('error', reject)
      .end();
  });
}

test('a server in production does not start without rate limits', () => {
  const settings = { NODE_ENV: 'production', BASE_URL: 'https://magazine.example' };
  assert.throws(() => readServerConfig({ ...settings, RATE_LIMITS: 'off' }), /RATE_LIMITS=off is for measurements/);
  assert.equal(readServerConfig(settings).rateLimits, true);
});

test('a secret can be in the file that NAME_FILE names, and a file that cannot be used is named without its content', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-settings-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const stored = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const url = 'postgres://plumbline:secret-word@db.example/plumbline';
  assert.equal(readConfig({ DATABASE_URL_FILE: stored('one', `${url}\n`) }).databaseUrl, url);
  assert.equal(readConfig({ DATABASE_URL_FILE: stored('two', url) }).databaseUrl, url);
  assert.deepEqual(misspelledSettings({ DATABASE_URL_FILE: 'one' }), []);
  for (const [settings, why] of [
    [{ DATABASE_URL_FILE: join(folder, 'none') }, /DATABASE_URL_FILE: the file .*none cannot be read \(ENOENT\)/],
    [{ DATABASE_URL_FILE: stored('empty', '\n') }, /DATABASE_URL_FILE: the file .*empty is empty/],
    [{ DATABASE_URL_FILE: stored('long', `${url}\nmore`) }, /DATABASE_URL_FILE: the file .* has more than one line/],
    [{ DATABASE_URL_FILE: stored('both', url), DATABASE_URL: url }, /DATABASE_URL_FILE: DATABASE_URL is set, too/],
    [{ SMTP_URL_FILE: stored('mail', 'secret-word') }, /SMTP_URL/],
  ] as [Record<string, string>, RegExp][])
    assert.throws(
      () => readConfig(settings),
      (error: Error) => why.test(error.message) && !error.message.includes('secret-word'),
      String(why),
    );
});
