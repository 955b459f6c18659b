import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fetchPicture } from '../../src/exchange/import/fetch-picture.ts';
import { plain } from '../support/pictures.ts';
import { BASE, openSite } from '../support/site.ts';

test('a picture comes from the hosts of the plan alone, by https, and its bytes say what it is', async (t) => {
  const site = await openSite(t);
  const png = await plain(900, 600).png().toBuffer();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    if (request.url === '/away') response.writeHead(302, { Location: 'https://evil.example/crane.png' }).end();
    else if (request.url === '/near') response.writeHead(302, { Location: '/crane.png' }).end();
    else if (request.url === '/page.png')
      response.writeHead(200, { 'Content-Type': 'image/png' }).end('<svg onload="x">');
    else if (request.url === '/crane.png') response.writeHead(200, { 'Content-Type': 'text/plain' }).end(png);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const rehearsal = { 'cdn.old.example': port, 'evil.example': port };
  const fetchAt = (address: string, hosts = ['cdn.old.example']) =>
    fetchPicture(
      site.deps,
      { address, alt: 'A crane at dawn', caption: '', credit: 'Old Site' },
      { hosts, baseUrl: BASE, rehearsal },
    );
  const got = await fetchAt('https://cdn.old.example/crane.png');
  assert.ok('id' in got, JSON.stringify(got));
  assert.deepEqual(
    await fetchAt('https://cdn.old.example/near'),
    got,
    'a redirect on the same host, to the same picture',
  );
  const row = await site.deps.db.read.selectFrom('picture').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([row.alt, row.credit, row.added_by_name], ['A crane at dawn', 'Old Site', 'Import']);

  const refused: [string, RegExp][] = [
    ['https://cdn.old.example/away', /evil\.example, which is not one of the hosts/],
    ['https://cdn.old.example/page.png', /./],
    ['https://cdn.old.example/none.png', /answers 404/],
    ['http://cdn.old.example/crane.png', /plain https/],
    ['https://other.example/crane.png', /does not allow pictures from other\.example/],
    ['file:///etc/passwd', /does not allow/],
  ];
  for (const [address, why] of refused) {
    const answer = await fetchAt(address);
    assert.ok('trouble' in answer, address);
    assert.match(answer.trouble, why, address);
  }
  const inside = await fetchAt('https://127.0.0.1/crane.png', ['127.0.0.1']);
  assert.ok('trouble' in inside && /not public/.test(inside.trouble), 'an address of the own network');
  assert.ok(!asked.some((one) => one.startsWith('evil.example')), 'the other host was never asked');
  assert.equal((await site.deps.db.read.selectFrom('picture').select('id').execute()).length, 1);
});
