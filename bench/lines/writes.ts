import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { bound, compare, type Line, line, loadOn, median, requestText, startOpponent } from '../measure.ts';
import { ARTICLE, openBenchSite } from '../site.ts';

/** 80 words with four figures. A draft of ten such blocks is what an agent usually files. */
const PARAGRAPH = [
  'The crew placed 42 marks on a *live* slab in 18 minutes and wrote down every stop of the machine that week.',
  'The tape and the robot differed by 3 mm at most, and the foreman checked 12 of them again by hand.',
  'The rest of the day went as planned: the machine waited for the concrete, the crew waited for the machine, and nobody',
  'measured anything else on the slab before the next pour was ready to begin.',
].join(' ');
export const DRAFT = JSON.stringify({
  headline: 'A layout robot on a live slab',
  dek: 'What estimators should check, number @@.', // a new text each time: figures of a known text come from a cache
  section: 'robotics',
  slug: 'measured-@@',
  bodyBlocks: Array.from({ length: 10 }, (_, n) => ({ id: `b${n}`, type: 'paragraph', text: PARAGRAPH })),
  sources: [{ title: 'Site record of the pilot', url: 'https://example.org/pilot-record' }],
});
/** The most processor time for such a draft, in microseconds. */
const MOST_CPU = 1200;

/** Draft creation on the real server, against a server that commits the same rows one at a time (`synchronous = FULL`). */
export async function writes(): Promise<Line[]> {
  const site = await openBenchSite();
  const rows = join(site.folder, 'floor.db');
  await site.look(async () => {}); // folds the write-ahead log into the file
  copyFileSync(join(site.folder, 'plumbline.db'), rows);
  const floor = await startOpponent('floor', rows);
  const server = await site.serve();
  const type = { 'Content-Type': 'application/json' };
  const request = requestText('POST', '/api/admin/articles', { ...type, Authorization: `Bearer ${site.token}` }, DRAFT);
  const bare = requestText('POST', '/', type, DRAFT);
  const hot = { connections: 8, status: 201, warmUp: 0, seconds: 5 };
  await loadOn(floor.port, { ...hot, request: bare });
  await loadOn(server.port, { ...hot, request });
  const lines: Line[] = [];
  for (const connections of [1, 8, 32]) {
    const asked = { connections, status: 201 };
    const rounds = await compare(server, floor, { ...asked, request }, { ...asked, request: bare });
    const name = `drafts, ${connections} client${connections > 1 ? 's' : ''}`;
    if (connections === 1) lines.push(line(name, rounds, 'p50', { atMost: 2.5 }));
    else lines.push(line(name, rounds, 'perSecond', connections === 8 ? { atLeast: 1 } : null));
    lines.push(line(name, rounds, 'cpu', null));
    if (connections === 8)
      lines.push(bound('CPU of a draft', median(rounds.ours.map(({ cpu }) => cpu)), MOST_CPU, 'µs'));
  }
  await floor.end();
  await server.end();
  site.remove();
  return lines;
}

/** Reading an article while 100 drafts a second are written, against reading it without writes. */
export async function readsBesideWrites(): Promise<Line[]> {
  const site = await openBenchSite();
  const server = await site.serve();
  const type = { 'Content-Type': 'application/json', Authorization: `Bearer ${site.token}` };
  const draft = requestText('POST', '/api/admin/articles', type, DRAFT);
  const asked = { connections: 8, status: 200, rate: 1000, seconds: 4, warmUp: 1 };
  const read = requestText('GET', `/${ARTICLE.section}/${ARTICLE.slug}`, { Accept: 'text/html' });
  const rounds: Parameters<typeof line>[1] = { ours: [], theirs: [] };
  for (let round = 0; round < 3; round++) {
    rounds.theirs.push({ ...(await loadOn(server.port, { ...asked, request: read })), cpu: 0 });
    const writing = loadOn(server.port, { ...asked, connections: 4, status: 201, rate: 100, request: draft });
    rounds.ours.push({ ...(await loadOn(server.port, { ...asked, request: read })), cpu: 0 });
    await writing;
  }
  await server.end();
  site.remove();
  return [line('reads at 1,000/s beside 100 drafts/s, to reads alone', rounds, 'p99', { atMost: 1.5 })];
}
