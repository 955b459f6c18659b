import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { drawing, photo, plain, upload } from '../../support/pictures.ts';
import { openSite } from '../../support/site.ts';

// Telephones append a film, depth or a second picture to a photograph.

const MARK = 'what follows the picture';
const FILM = Buffer.from(`\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\x20mdat${MARK}`, 'latin1');

const PICTURES = {
  JPEG: () => photo(700, 200),
  PNG: () => drawing(700, 200),
  WebP: () => plain(700, 200).webp().toBuffer(),
  GIF: () => plain(700, 200).gif().toBuffer(),
  AVIF: () => plain(700, 200).avif().toBuffer(),
};

for (const [form, picture] of Object.entries(PICTURES)) {
  test(`a ${form} with a film behind it is taken, and nothing of the film is stored`, async (t) => {
    const site = await openSite(t);
    const sent = Buffer.concat([await picture(), FILM]);
    assert.equal((await upload(site, await site.person('editor'), sent)).status, 303);
    const { mediaDir } = site.config;
    const files = readdirSync(mediaDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    assert.ok(files.length > 0);
    for (const { parentPath, name } of files) {
      const bytes = readFileSync(join(parentPath, name));
      assert.ok(!bytes.includes(MARK));
    }
  });
}
