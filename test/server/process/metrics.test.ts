import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readConfig } from '#runtime/config/config.ts';
import { type FaultSite, prepareSite } from '../../support/faults/fault-site.ts';
import { type Server, until } from '../../support/faults/server.ts';
import { draft } from '../../support/site.ts';

// Metrics, log and health of a running server, and the data that they must not reveal.

type Open = FaultSite & { server: Server; figures: () => Promise<Map<string, number>> };

async function start(t: TestContext, settings: Record<string, string> = {}): Promise<Open> {
  const site = await prepareSite();
  const server = await site.start({ METRICS_ADDRESS: '127.0.0.1:0', ...settings });
  t.after(async () => {
    await server.end('SIGKILL');
    site.remove();
  });
  const told = () => /"address":"([^"]+)"/.exec(server.output())?.[1];
  if (!settings.LOG_LEVEL) await until(() => told() !== undefined, 10_000); // the log is written with a delay
  const address = told();
  const figures = async () => readFigures(await (await fetch(`http://${address}/metrics`)).text());
  return { ...site, server, figures };
}

/** Reads the Prometheus text format: each family is described before its samples, each sample occurs once. */
function readFigures(text: string): Map<string, number> {
  const told = new Map<string, string>();
  const figures = new Map<string, number>();
  for (const line of text.trimEnd().split('\n')) {
    const about = /^# (HELP|TYPE) ([a-z_]+) (.+)$/.exec(line);
    if (about) {
      if (about[1] === 'TYPE') told.set(about[2] ?? '', about[3] ?? '');
      continue;
    }
    const [, name = '', labels = '', value = ''] =
      /^([a-z_]+)(\{(?:[a-z]+="[^"\\\n]*",?)+\})? ([0-9.e+-]+)$/.exec(line) ?? assert.fail(line);
    const family = told.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '');
    assert.ok(told.has(family), line);
    assert.ok(!figures.has(name + labels), line);
    figures.set(name + labels, Number(value));
  }
  return figures;
}

test('responses are counted by route, method and status class, with their times', async (t) => {
  const { base, figures } = await start(t);
  for (const path of ['/no/such/thing', '/no/such/other', '/newsroom/sign-in']) await fetch(base + path);
  await fetch(`${base}/api/agent/identity`, { method: 'POST' });
  const told = await figures();
  const count = (labels: string) => told.get(`plumbline_requests_total{${labels}}`);
  assert.equal(count('route="none",method="GET",status="4xx"'), 2);
  assert.equal(count('route="/newsroom/sign-in",method="GET",status="2xx"'), 1);
  assert.equal(count('route="/api/agent/identity",method="POST",status="4xx"'), 1);
  const labels = 'route="none",method="GET",status="4xx"';
  assert.equal(told.get(`plumbline_request_seconds_count{${labels}}`), 2);
  assert.equal(told.get(`plumbline_request_seconds_bucket{${labels},le="+Inf"}`), 2);
  assert.ok((told.get(`plumbline_request_seconds_sum{${labels}}`) ?? 0) > 0);
});

test('responses from the cache and its entries are counted separately', async (t) => {
  const { base, paths, figures } = await start(t);
  const [path = ''] = paths;
  const first = await fetch(base + path);
  for (let n = 0; n < 5; n++) await (await fetch(base + path)).text();
  await fetch(base + path, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
  const told = await figures();
  assert.equal(told.get('plumbline_cache_answers_total{status="200"}'), 5);
  assert.equal(told.get('plumbline_cache_answers_total{status="304"}'), 1);
  assert.ok((told.get('plumbline_cache_copies') ?? 0) >= 1);
  assert.ok((told.get('plumbline_cache_bytes') ?? 0) > 1000);
  assert.ok((told.get('plumbline_cache_found_total') ?? 0) >= 6);
  assert.ok((told.get('plumbline_cache_missed_total') ?? 0) >= 1);
});

test('the metrics cover writes, publications, the database, the event loop and memory', async (t) => {
  const { base, headers, figures } = await start(t);
  const before = (await figures()).get('plumbline_writes_total{ended="done"}') ?? 0;
  const made = await fetch(`${base}/api/admin/articles`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(draft()),
  });
  assert.equal(made.status, 201);
  const told = await figures();
  assert.ok((told.get('plumbline_writes_total{ended="done"}') ?? 0) > before);
  assert.equal(told.get('plumbline_writes_waiting'), 0);
  assert.equal(told.get('plumbline_publications'), 5);
  assert.equal(told.get('plumbline_database_up{for="reading"}'), 1);
  assert.equal(told.get('plumbline_database_up{for="writing"}'), 1);
  assert.ok(told.has('plumbline_loop_delay_seconds{quantile="0.99"}'));
  assert.ok((told.get('plumbline_memory_bytes{kind="resident"}') ?? 0) > 10_000_000);
  assert.ok((told.get('plumbline_cpu_seconds_total') ?? 0) > 0);
});

test('the metrics address must be private unless it is allowed to be public', () => {
  for (const address of [
    '127.0.0.1:9464',
    'localhost:9464',
    '10.1.2.3:9464',
    '172.31.0.1:1',
    '[::1]:9464',
    '[fd00::1]:9464',
  ]) {
    assert.ok(readConfig({ METRICS_ADDRESS: address }).metrics, address);
  }
  assert.deepEqual(readConfig({ METRICS_ADDRESS: '[::1]:9464' }).metrics, { host: '::1', port: 9464 });
  for (const address of ['0.0.0.0:9464', '[::]:9464', '203.0.113.7:9464', 'metrics.example:9464', '172.32.0.1:1']) {
    assert.throws(() => readConfig({ METRICS_ADDRESS: address }), /METRICS_PUBLIC/, address);
    assert.ok(readConfig({ METRICS_ADDRESS: address, METRICS_PUBLIC: 'on' }).metrics, address);
  }
  for (const address of ['9464', '127.0.0.1', '127.0.0.1:99999', '::1:9464']) {
    assert.throws(() => readConfig({ METRICS_ADDRESS: address }), /HOST:PORT/, address);
  }
  assert.equal(readConfig({}).metrics, null);
});

test('the public address does not serve the metrics', async (t) => {
  const { base } = await start(t);
  assert.equal((await fetch(`${base}/metrics`)).status, 404);
});

test('the log has a line for each response that was not cached, and no secret, address or query', async (t) => {
  const { server, base, headers, paths } = await start(t);
  const secrets = [
    'pl_at_SecretOfAToken',
    'SecretOfALink',
    'secret@magazine.example',
    'SecretPassword',
    'SecretQuery',
    'clm_SecretOfAClaim',
    'SecretWords',
  ];
  const [token, link, email, password, query, claim, words] = secrets as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const form = (path: string, fields: Record<string, string>) =>
    fetch(base + path, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  await fetch(`${base}/newsroom/welcome/${link}`);
  await form(`/newsroom/welcome/${link}`, { email, name: words, password, contact: email });
  await form('/newsroom/sign-in', { email, password });
  await fetch(`${base}/api/public/articles?q=${query}`);
  await fetch(`${base}/${words}/${words}`, {
    headers: { 'User-Agent': words, Referer: `https://example.org/${words}` },
  });
  await form('/api/agent/token', { grant_type: 'urn:example:agent-auth:grant-type:claim', claim_token: claim });
  await fetch(`${base}/api/agent/identity`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ type: 'service_auth', login_hint: email }),
  });
  await fetch(`${base}/api/mcp`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: words, method: 'tools/list' }),
  });
  const made = await fetch(`${base}/api/admin/articles`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': words },
    body: JSON.stringify(draft({ headline: words })),
  });
  assert.equal(made.status, 201);
  await (await fetch(base + paths[0])).text();
  await (await fetch(base + paths[0])).text();
  const last = await fetch(`${base}/newsroom`, { headers });
  const id = last.headers.get('x-request-id');
  await until(() => server.output().includes(`${id}`), 2000);

  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  const answered = lines.filter(({ msg }) => msg === 'answered');
  for (const line of answered) {
    assert.deepEqual(Object.keys(line).sort(), [
      'bytes',
      'level',
      'method',
      'ms',
      'msg',
      'request',
      'route',
      'status',
      'time',
    ]);
  }
  const routes = answered.map(({ method, route, status }) => `${method} ${route} ${status}`);
  for (const route of [
    'GET /newsroom/welcome/:secret 404',
    'POST /newsroom/sign-in 422',
    'GET /api/public/articles 200',
    'GET /:section/:slug 404',
    'POST /api/mcp 401',
    'POST /api/admin/articles 201',
    'GET /newsroom 200',
  ]) {
    assert.ok(routes.includes(route), `${route} of ${routes.join(', ')}`);
  }
  assert.equal(
    routes.filter((route) => route === 'GET /:section/:slug 200').length,
    1,
    'printed once, handed out once',
  );
  const cookie = headers.Cookie?.split('=')[1] ?? '';
  for (const secret of [...secrets, cookie, '127.0.0.1:', 'redirected']) {
    const about = lines.filter(
      // the start announces the addresses of the site
      (line) =>
        !line.address && !line.msg.includes(base) && JSON.stringify(line).toLowerCase().includes(secret.toLowerCase()),
    );
    assert.deepEqual(about, [], secret);
  }
});

test('at level warn the log has no lines for responses', async (t) => {
  const { server, base } = await start(t, { LOG_LEVEL: 'warn', METRICS_ADDRESS: '' });
  await fetch(`${base}/no/such/thing`);
  await fetch(`${base}/newsroom/sign-in`);
  assert.doesNotMatch(server.output(), /"request"/);
});

test('/readyz also reports whether the newsroom can write', async (t) => {
  const { base } = await start(t);
  const ready = await fetch(`${base}/readyz`);
  assert.deepEqual([ready.status, await ready.json()], [200, { status: 'ready', writable: true }]);
});
