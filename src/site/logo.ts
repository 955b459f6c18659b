import { createHash } from 'node:crypto';
import { type Actor, requireChief } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { imageError } from '#media/images/image-errors.ts';
import { runInChild } from '#runtime/child-process.ts';
import type { Logo } from '#runtime/config/site-config.ts';
import type { Deps } from '#runtime/deps.ts';
import { storeSiteSettings } from './site-settings.ts';

/** Largest file of a logo, in bytes. */
export const LARGEST_LOGO = 1024 * 1024;
/** The row of `site_setting` with the file, as JSON of Base64: a backup has it with the other settings. */
const FILE = 'logoFile';

export type LogoJob = { file: Uint8Array };
export type DrawnLogo = { png: Uint8Array; width: number; height: number };
export type LogoResult = { drawn: DrawnLogo } | { refused: { message: string; hint: string } };

const CHILD = new URL('./logo-child.ts', import.meta.url);

/**
 * Replaces the logo by a PNG. It is decoded and drawn again in a child process, at most 240 pixels high.
 * @throws forbidden, unsupported_media_type, validation_failed with what is wrong with the file
 */
export async function saveLogo(deps: Deps, actor: Actor, file: Uint8Array): Promise<Logo> {
  requireChief(actor, 'change the logo');
  const done = await runInChild<LogoJob, LogoResult>(CHILD, { file });
  if (!done) throw imageError('The logo needs too much time or memory.', 'Export it smaller, as a plain PNG.');
  if ('refused' in done) throw imageError(done.refused.message, done.refused.hint);
  const { png, width, height } = done.drawn;
  const hash = createHash('sha256').update(png).digest('hex').slice(0, 16);
  const logo = { hash, width, height };
  const value = JSON.stringify(Buffer.from(png).toString('base64'));
  await deps.db.write(async (tx) => {
    await tx
      .insertInto('site_setting')
      .values({ name: FILE, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    await storeSiteSettings(deps, tx, actor, { logo });
  });
  return logo;
}

/** Removes the logo: pages show the name. @throws forbidden */
export async function removeLogo(deps: Deps, actor: Actor): Promise<void> {
  requireChief(actor, 'remove the logo');
  await deps.db.write(async (tx) => {
    await tx.deleteFrom('site_setting').where('name', '=', FILE).execute();
    await storeSiteSettings(deps, tx, actor, { logo: null });
  });
}

/** The file of the logo with this hash; null when it is not the logo any more. */
export async function readLogo(tx: Tx, hash: string): Promise<Uint8Array | null> {
  const rows = await tx.selectFrom('site_setting').selectAll().where('name', 'in', [FILE, 'logo']).execute();
  const find = (wanted: string) => rows.find(({ name }) => name === wanted)?.value ?? 'null';
  const logo = JSON.parse(find('logo')) as Logo | null;
  const file = JSON.parse(find(FILE)) as string | null;
  return logo?.hash === hash && file !== null ? Buffer.from(file, 'base64') : null;
}
