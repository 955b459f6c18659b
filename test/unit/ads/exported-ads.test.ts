import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { receiveCheckedCreative } from '#ads/creatives/receive-creative.ts';
import { acceptReplacement } from '#ads/creatives/stored-creatives.ts';
import { getOrder } from '#ads/orders/orders.ts';
import { createProof } from '#ads/runs/proofs.ts';
import { updateRuns } from '#ads/runs/update-runs.ts';
import { startExport } from '#export/site/start.ts';
import { createApp } from '#server/create-app.ts';
import { fetchOwnPages } from '#server/listener.ts';
import { closeServices, createServices } from '#services.ts';
import { ALL_TICKED, booked, DAY, openDesk, picture } from '../../support/ads/ad-desk.ts';
import { checkOnce, creativeOf } from '../../support/ads/creatives.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

test('where a web server serves the export, an ad is seen only in the exported page, and a picture that is not there is a warning', async (t) => {
  const desk = await openDesk(t);
  const { site, dana, catalog } = desk;
  const { deps } = site;
  const { publication } = site;
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-exported-ads-'));
  const config = { ...site.config, exportDir: folder, cacheBytes: 0 };
  const services = createServices(deps, config);
  t.after(() => {
    closeServices(services);
    rmSync(folder, { recursive: true, force: true });
  });
  const keep = () => updateRuns(deps, publication, fetchOwnPages(deps, config, quiet, services));
  const order = await booked(desk);
  site.pass(29 * DAY);
  await keep();
  const exporter = startExport(deps, { config, log: quiet, createApp }, folder);
  await exporter.settled();
  await exporter.stop();
  site.pass(61);
  await keep();
  assert.deepEqual([(await getOrder(deps.db.read, order.id)).state, await seen()], ['running', 1]);

  // The exporter is down, so the exported page keeps the first picture.
  const checked = await checkOnce(creativeOf('homepage-band'), await picture(catalog, 'homepage-band', '#1d4ed8'));
  const words = { kind: 'homepage-band', url: 'https://acme.example/new', alt: 'A robot.', copy: '' };
  await receiveCheckedCreative(deps, dana, publication, { catalog, orderId: order.id, words, checked });
  await acceptReplacement(deps, dana, publication, { orderId: order.id, ticked: ALL_TICKED });
  for (let round = 0; round < 3; round++) {
    site.pass(61);
    await keep();
  }
  assert.equal(await seen(), 1, 'readers never saw the second picture');
  assert.match((await getOrder(deps.db.read, order.id)).trouble ?? '', /it has started, but no page shows it/);
  const proof = await createProof(deps, dana, publication, {
    orderId: order.id,
    print: async () => new Uint8Array(),
    hasBrowser: false,
  });
  assert.equal(proof.document.parts[0]?.creatives.length, 1);
  assert.match(proof.document.method, /the exported file where a web server in front sends that/);

  async function seen(): Promise<number> {
    const rows = await deps.db.read.selectFrom('ad_sighting').select('sha256').distinct().execute();
    return rows.length;
  }
});
