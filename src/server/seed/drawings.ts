import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SYSTEM } from '#core/actor.ts';
import { type HashedPicture, storePicture } from '#media/add-picture.ts';
import { FORMATS, type Rendition, widthsOf } from '#media/renditions.ts';
import type { Deps } from '#runtime/deps.ts';
import type { SamplePicture } from './sample-article.ts';

// The drawings of the sample articles. `scripts/sample-drawings.ts` makes them, in all sizes and formats: to convert a picture
// takes seconds, and a first start has to be quick. The folder of the same drawing by night ends in `-dark`.

/** The size of each drawing in pixels. */
export const DRAWING = { width: 1200, height: 800 } as const;
/** The folder with two folders for each drawing: by day, and by night. */
export const DRAWINGS = new URL('./drawings/', import.meta.url);

const CREDIT = 'Drawing: Plumbline';

/** Adds a drawing to the library, or finds it there. Returns its id. @throws storage_full */
export async function addDrawing(deps: Deps, { name, title, alt, focus }: SamplePicture): Promise<string> {
  const [day, dark] = await Promise.all([readDrawing(name), readDrawing(`${name}-dark`)]);
  const { picture } = await storePicture(deps, SYSTEM, { title, alt, credit: CREDIT }, { ...day, focus, dark });
  return picture.id;
}

async function readDrawing(name: string): Promise<HashedPicture> {
  const renditions = await Promise.all(
    widthsOf(DRAWING.width).flatMap((width) => FORMATS.map((form) => readRendition(name, width, form))),
  );
  const widest = renditions.find(({ width, form }) => width === DRAWING.width && form === 'jpg');
  const hash = createHash('sha256')
    .update(widest?.bytes ?? '')
    .digest('hex');
  return { hash, ...DRAWING, renditions };
}

async function readRendition(name: string, width: number, form: Rendition['form']): Promise<Rendition> {
  return { width, form, bytes: await readFile(new URL(`${name}/${width}.${form}`, DRAWINGS)) };
}
