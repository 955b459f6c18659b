import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { VERSIONS } from '#article/hero.ts';
import { slug, text } from '#core/text.ts';
import { refuseFile } from '#import/read/source-limits.ts';
import type { ImportSource } from './import-item.ts';

// An export that is restored: its lists, and each file only when it is the one that the manifest names.

const line = (max: number) => text({ min: 1, max });
const sectionSchema = z.object({
  slug: slug.max(40),
  name: line(40),
  about: line(200),
  checklist: z.array(line(120)).max(12).exactOptional(),
});
const path = z.string().startsWith('/').max(2000);

const manifestSchema = z.object({
  format: z.literal('plumbline-export/1'),
  site: z.object({ name: line(120), url: z.url({ protocol: /^https?$/ }) }),
  sections: z.object({
    open: z.array(sectionSchema).min(1).max(12),
    retired: z.array(sectionSchema.extend({ movedTo: slug.nullable() })).max(1000),
  }),
  since: z.string().nullable(),
  files: z.record(z.string(), z.string()),
});
export type RestoreManifest = z.infer<typeof manifestSchema>;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const percent = z.int().min(0).max(100);

const pictureFile = z.object({ hash, width: z.int().min(1), height: z.int().min(1) });

const LISTS = {
  media: pictureFile.extend({
    title: text({ max: 200 }),
    alt: text({ max: 500 }),
    credit: text({ max: 200 }),
    licence: text({ max: 200 }),
    source: text({ max: 500 }),
    ends_on: z.iso.date().nullable(),
    made_with_ai: z.boolean(),
    focal_point: z.object({ x: percent, y: percent }),
    is_diagram: z.boolean().default(false),
    versions: z.partialRecord(z.enum(VERSIONS), pictureFile).default({}),
    files: z.array(z.string()),
  }),
  authors: z.object({
    slug,
    name: line(120),
    biography: text({ max: 1000, lines: true }).nullable(),
    portrait: hash.nullable(),
  }),
  tags: z.object({ slug, name: line(120), formerSlugs: z.array(slug) }),
  series: z.object({
    slug,
    name: line(200),
    description: text({ max: 1000, lines: true }),
    parts: z.array(z.object({ path, place: z.int().min(0) })),
  }),
  redirects: z.object({ from: path, to: path }),
};
type ListName = keyof typeof LISTS;
type ListItem<Name extends ListName> = z.infer<(typeof LISTS)[Name]>;
export type RestoredPicture = ListItem<'media'>;

export type ExportToRestore = {
  manifest: RestoreManifest;
  /** The paths of the histories, in order. */
  histories: string[];
  readList: <Name extends ListName>(name: Name) => Promise<ListItem<Name>[]>;
  readJson: <Schema extends z.ZodType>(path: string, schema: Schema) => Promise<z.infer<Schema>>;
  readFile: (path: string) => Promise<Buffer>;
};

const HISTORY = /^history\/[a-z0-9-]+\/[a-z0-9-]+\.json$/;

/**
 * Opens an export for a restore.
 * @throws validation_failed when it is none, has no histories, or holds only what changed since a day
 */
export async function openExport(source: ImportSource): Promise<ExportToRestore> {
  const read = manifestSchema.safeParse(
    parseJson(await source.open('manifest.json').then(buffer, () => Buffer.alloc(0))),
  );
  if (!read.success) throw refuseFile('This export cannot be restored: its manifest is missing or damaged.');
  const manifest = read.data;
  if (manifest.since !== null) throw refuseFile(`This export holds only what changed since ${manifest.since}.`);

  async function readFile(name: string): Promise<Buffer> {
    const bytes = await buffer(await source.open(name));
    const wanted = Object.hasOwn(manifest.files, name) ? manifest.files[name] : null;
    if (createHash('sha256').update(bytes).digest('hex') !== wanted)
      throw refuseFile(`The file ${name} of the export is not the one that its manifest names.`);
    return bytes;
  }

  async function readJson<Schema extends z.ZodType>(name: string, schema: Schema): Promise<z.infer<Schema>> {
    const given = parseJson(await readFile(name));
    const result = schema.safeParse(given);
    // As it is where nothing was changed or left out: the order of keys is a part of permanent bytes.
    if (result.success) return isDeepStrictEqual(result.data, given) ? (given as z.infer<Schema>) : result.data;
    const [issue] = result.error.issues;
    throw refuseFile(`${name} cannot be read: ${issue?.path.join('.')} ${issue?.message}.`);
  }

  const histories: string[] = [];
  for await (const { path: name } of source.entries()) if (HISTORY.test(name)) histories.push(name);
  return {
    manifest,
    histories,
    readFile,
    readJson,
    readList: (name) => readJson(`${name}.json`, z.array<z.ZodType>(LISTS[name])) as Promise<never[]>,
  };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}
