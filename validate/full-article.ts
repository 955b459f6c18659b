import { join } from 'node:path';
import sharp from 'sharp';
import { requestToken, signIn } from './agent-token.ts';
import { fetchJson } from './fetch.ts';
import { requirePassed, runScript } from './run.ts';
import type { RunningServer } from './server.ts';

/** The path of an article that has everything an article can have. */
export const FULL_ARTICLE = '/robotics/a-layout-robot-meets-a-wet-slab';

const NOTE = 'An earlier version said the crew stopped the robot on its second morning. It was the first.';

const COPY = {
  section: 'robotics',
  slug: 'a-layout-robot-meets-a-wet-slab',
  headline: 'A layout robot meets a wet slab',
  dek: 'The crew ran a layout robot on a live slab and wrote down every stop. Most were water, and one was a pallet jack.',
  bodyBlocks: [
    {
      id: 'b1',
      type: 'paragraph',
      text: 'The crew ran the machine on a *live* slab and wrote down **every stop**. What it could not mark was found by a superintendent with a tape, which is how most things on a site are found.',
    },
    { id: 'b2', type: 'heading', text: 'What stopped it' },
    {
      id: 'b3',
      type: 'list',
      text: '1. Standing water after the morning wash-down\n2. A total station knocked by a pallet jack\n3. Rebar caps the model did not know',
    },
    { id: 'b4', type: 'quote', text: 'I would take it again, but I would keep one person with a tape.' },
    { id: 'b5', type: 'subheading', text: 'The record' },
    {
      id: 'b6',
      type: 'paragraph',
      text: 'The record is public: see [the log](https://example.org/pilot-record), column `deviation`. Nobody measured the second pour, so nothing is said of it here.',
    },
    { id: 'b7', type: 'list', text: '- Ask for the log\n- Ask who held the tape' },
  ],
  sources: [
    {
      title: 'Site record of the pilot',
      url: 'https://example.org/pilot-record',
      publisher: 'Example Builders',
      note: 'The column of stops.',
    },
    { title: 'Layout tolerances for cast-in-place work', url: 'https://example.org/tolerances' },
  ],
  sponsorshipDisclosure: 'The maker lent the machine for the pilot. It saw this article when readers did.',
};

/**
 * Publishes an article that an agent drafted, with a picture, a disclosure and a correction. It uses the same requests and
 * commands as people and agents do.
 */
export async function publishFullArticle(server: RunningServer): Promise<void> {
  const { baseUrl } = server;
  const heroAssetId = await addPicture(server);
  const send = async (path: string, body: unknown) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${await requestToken(server)}` };
    return fetchJson<{ id: string }>(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  const { id } = await send('/api/admin/articles', { ...COPY, heroAssetId });
  await publish(server, id, 0);
  const corrected = { ...COPY, heroAssetId, correctionNote: NOTE, baseRevision: 0 };
  await send(`/api/admin/articles/${id}/revisions`, corrected);
  await publish(server, id, 1);
}

async function publish({ environment, editor }: RunningServer, id: string, revision: number): Promise<void> {
  const cli = join(import.meta.dirname, '..', 'src', 'cli', 'cli.ts');
  requirePassed(
    await runScript(cli, ['publish', id, '--revision', String(revision), '--by', editor.email], { environment }),
  );
}

async function addPicture(server: RunningServer): Promise<string> {
  const { baseUrl, editor } = server;
  const body = new FormData();
  body.set('title', 'Layout robot on the slab');
  body.set('alt', 'A wheeled machine draws a line on a wet concrete slab.');
  body.set('credit', 'Drawing: the newsroom');
  body.set('file', new File([new Uint8Array(await drawPicture())], 'slab.jpg'));
  const headers = { Origin: baseUrl, Cookie: await signIn(baseUrl, editor) };
  const taken = await fetch(`${baseUrl}/newsroom/pictures`, { method: 'POST', headers, body, redirect: 'manual' });
  const id = new URL(taken.headers.get('location') ?? '/', baseUrl).searchParams.get('added');
  if (!id) throw new Error(`the picture was not accepted: ${taken.status} ${await taken.text()}`);
  return id;
}

/** Draws gradients, edges and grain, so that the file is as large as a photograph. */
function drawPicture(width = 2400, height = 1350): Promise<Buffer> {
  const drawing = `<svg width="${width}" height="${height}"><defs><linearGradient id="g" x2="0" y2="1"><stop offset="0" stop-color="#9db4c0"/><stop offset="1" stop-color="#6b6a65"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)" opacity="0.85"/><path d="M0 900 L2400 700 L2400 1350 L0 1350 Z" fill="#8d8a83"/><rect x="900" y="620" width="420" height="260" rx="30" fill="#c2410c"/><circle cx="980" cy="890" r="60"/><circle cx="1240" cy="890" r="60"/><path d="M0 1100 L1000 900" stroke="#f3f0e8" stroke-width="8"/></svg>`;
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 14 };
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .composite([{ input: Buffer.from(drawing), blend: 'hard-light' }])
    .jpeg({ quality: 90 })
    .toBuffer();
}
