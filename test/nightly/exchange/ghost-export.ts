import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeZip, type ZipEntry } from '../../support/make-zip.ts';
import { photo, plain } from '../../support/pictures.ts';

// Makes the ZIP of a Ghost site: the JSON of a real export of Ghost 6 as the shape, and pictures in content/images.

const FIXTURE = join(import.meta.dirname, '../../fixtures/imports/ghost-6.json');
const SITE = 'https://gazette.example';

type Row = Record<string, unknown>;

/** A JPEG with a comment of its own: another file, with another hash. */
function withComment(jpeg: Buffer, comment: string): Buffer {
  const text = Buffer.from(comment);
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(text.byteLength + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)]);
}

/** Writes the ZIP. Each post has a main picture; every third one a picture in its text, every fifth one the same picture as others. */
export async function writeGhostExport(path: string, count: number): Promise<{ pictures: number; bytes: number }> {
  const real = JSON.parse(readFileSync(FIXTURE, 'utf8'));
  const shape = real.db[0].data;
  const [photograph, shared] = [await photo(1600, 1067), await plain(1200, 800, '#305060').jpeg().toBuffer()];
  const files: ZipEntry[] = [];
  let bytes = 0;
  let pictures = 0;
  const add = (name: string, data: Buffer) => {
    files.push({ path: `content/images/2021/${name}`, data });
    bytes += data.byteLength;
    pictures++;
  };
  add('shared.jpg', shared);
  const [model, tag, user] = [shape.posts.find((one: Row) => one.slug === 'the-arm'), shape.tags[0], shape.users[0]];
  const posts: Row[] = [];
  const posts_meta: Row[] = [];
  for (let at = 1; at <= count; at++) {
    const id = `6b03d618${String(at).padStart(16, '0')}`;
    add(`hero-${at}.jpg`, withComment(photograph, `hero ${at}`));
    if (at % 3 === 0) add(`inside-${at}.jpg`, withComment(photograph, `inside ${at}`));
    posts.push({
      ...model,
      ...{ id, uuid: id, comment_id: id, title: `Field note ${at}: what the crew saw`, slug: `field-note-${at}` },
      ...{ lexical: null, html: bodyOf(at, count), custom_excerpt: `Note ${at} of the crew.`, plaintext: '' },
      published_at: new Date(Date.UTC(2021, 0, at, 9)).toISOString().slice(0, 19).replace('T', ' '),
      feature_image: `__GHOST_URL__/content/images/2021/hero-${at}.jpg`,
    });
    const caption = `The site on day ${at}. <a href="https://photo.example/${at}">Photo: Bob</a>`;
    posts_meta.push({
      ...shape.posts_meta[0],
      ...{ id: `m${at}`, post_id: id, feature_image_alt: `The site on day ${at}`, feature_image_caption: caption },
    });
  }
  const data = {
    ...shape,
    posts,
    posts_meta,
    tags: [tag],
    posts_tags: posts.map(({ id }) => ({ id: `t${id}`, post_id: id, tag_id: tag.id, sort_order: 0 })),
    posts_authors: posts.map(({ id }) => ({ id: `a${id}`, post_id: id, author_id: user.id, sort_order: 0 })),
  };
  files.push({ path: 'the-gazette.ghost.2026-11-23.json', data: JSON.stringify({ db: [{ ...real.db[0], data }] }) });
  writeFileSync(path, makeZip(files));
  return { pictures, bytes };
}

function bodyOf(at: number, count: number): string {
  const next = (at % count) + 1;
  const image = (name: string, alt: string) =>
    `<figure class="kg-card kg-image-card"><img src="__GHOST_URL__/content/images/2021/${name}" class="kg-image" alt="${alt}" loading="lazy" width="1600" height="1067"><figcaption>${alt}, by the crew</figcaption></figure>`;
  return [
    `<p>The crew came at seven. It saw <strong>what it came for</strong>, says <a href="https://agency.example/report/${at}">the report</a>.</p>`,
    `<h2 id="what-it-saw">What it saw</h2><p>The next day is in <a href="${SITE}/field-note-${next}/">the next note</a>.</p>`,
    at % 3 === 0 ? image(`inside-${at}.jpg`, `The hoist on day ${at}`) : '',
    at % 5 === 0 ? image('shared.jpg', 'The map of the site') : '',
    '<ul><li>A crane</li><li>A hoist</li></ul><blockquote>It never sleeps.</blockquote><p>That was all.</p>',
  ].join('');
}
