import { type PictureVersions, readVersions } from '#article/hero.ts';
import type { Tx } from '#db/database.ts';
import { filesOf } from '#media/renditions.ts';
import type { Files } from '#runtime/files/files.ts';
import type { ExportSink } from './export-sink.ts';
import { compare } from './read-articles.ts';

/** Most pictures read in one query. */
const AT_ONCE = 200;

/** A picture in `media.json`; `files` are the paths of its files in the export. */
export type ExportedPicture = {
  hash: string;
  width: number;
  height: number;
  title: string;
  alt: string;
  credit: string;
  licence: string;
  source: string;
  ends_on: string | null;
  made_with_ai: boolean;
  focal_point: { x: number; y: number };
  is_diagram: boolean;
  versions: PictureVersions;
  files: string[];
};

/** The pictures with these hashes, or all of the library, in the order of their hashes. */
export async function listPictures(tx: Tx, hashes: ReadonlySet<string> | 'all'): Promise<ExportedPicture[]> {
  const pictures: ExportedPicture[] = [];
  const wanted = hashes === 'all' ? null : [...hashes];
  for (let from = 0; wanted === null ? from === 0 : from < wanted.length; from += AT_ONCE) {
    const rows = await tx
      .selectFrom('picture')
      .selectAll()
      .$if(wanted !== null, (query) => query.where('hash', 'in', wanted?.slice(from, from + AT_ONCE) ?? []))
      .execute();
    for (const row of rows) {
      const versions = readVersions(row.versions);
      const { hash, width, height, title, alt, credit, licence, source, ends_on } = row;
      pictures.push({
        hash,
        width,
        height,
        title,
        alt,
        credit,
        licence,
        source,
        ends_on,
        made_with_ai: row.is_ai_made === 1,
        focal_point: { x: row.focal_x, y: row.focal_y },
        is_diagram: row.is_diagram === 1,
        versions,
        files: filesOf({ hash, width, versions }).sort(compare),
      });
    }
  }
  return pictures.sort((picture, other) => compare(picture.hash, other.hash));
}

/** Adds the files of these pictures to the sink. Returns the pictures with the files that are in the store, and the missing names. */
export async function addMedia(
  sink: Pick<ExportSink, 'add'>,
  files: Files,
  pictures: readonly ExportedPicture[],
): Promise<{ pictures: ExportedPicture[]; missing: string[] }> {
  const missing: string[] = [];
  const added: ExportedPicture[] = [];
  for (const picture of pictures) {
    const kept: string[] = [];
    for (const name of picture.files) {
      const bytes = await files.get(name);
      if (!bytes) missing.push(name);
      else {
        await sink.add(`media/${name}`, bytes);
        kept.push(`media/${name}`);
      }
    }
    added.push({ ...picture, files: kept });
  }
  return { pictures: added, missing };
}
