import { type Actor, requireChief } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { lockPublications } from '#db/schema/dialect.ts';
import { isPartOfName } from '#evidence/figures/numbered-names.ts';
import type { PlacedFigure } from '#evidence/figures/place-figures.ts';
import { knownNames, readKnownNames, readNames } from '#evidence/known-names.ts';
import type { Publication } from '#runtime/config/config.ts';
import type { Deps } from '#runtime/deps.ts';
import { logPlacement } from '#runtime/publication-log.ts';
import { changeDeclaredSetting } from '#site/declared-settings.ts';

/**
 * Adds the name of which a figure is part to the list of names. A name that is on the list already changes nothing.
 * @throws forbidden, validation_failed when it cannot be on the list, or the figure is not part of it
 */
export async function listName(
  deps: Deps,
  actor: Actor,
  publication: Publication,
  { name, figure }: { name: string; figure: PlacedFigure },
): Promise<void> {
  requireChief(actor, 'change the list of names');
  const added = readNames(name);
  if (!isPartOfName(figure, added))
    throw new Failure('validation_failed', `“${figure.text}” is not part of the name “${name}” in its sentence.`, {
      hint: 'Write the whole name with its number, as the sentence has it.',
    });
  await deps.db.write(async (tx) => {
    await lockPublications(deps.db.kind, tx); // of two chiefs who list a name at the same time, no one loses it
    const value = readNames([...(await readKnownNames(tx)), ...added].join('\n'));
    const isChanged = await changeDeclaredSetting(deps, tx, actor, { setting: knownNames, publication, value });
    if (isChanged) await logPlacement(deps, tx, 'site');
  });
}
