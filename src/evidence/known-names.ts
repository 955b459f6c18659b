import * as z from 'zod';
import { Failure } from '#core/failure.ts';
import { issueWords, text } from '#core/text.ts';
import { prepared, type Tx } from '#db/database.ts';
import type { DeclaredSetting } from '#http/declared.ts';
import type { Publication } from '#runtime/config/config.ts';
import { findFigures } from './figures/find-figures.ts';
import { isQuantity } from './figures/numbered-names.ts';

// The list of the magazine: names that have numbers, such as "Spot 2" and "Form 300A". A number within one of them is settled.

const NAME = 'knownNames';
export const MOST_NAMES = 200;
export const LONGEST_NAME = 80;

const nameSchema = text({ max: LONGEST_NAME });

/** Reads one name on each line. @throws validation_failed that says which name is wrong */
export function readNames(typed: string): string[] {
  const lines = typed.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  const names = [...new Set(lines.filter((line) => line !== '').map(readName))];
  if (names.length <= MOST_NAMES) return names;
  throw new Failure('validation_failed', `The list has ${names.length} names; it can have ${MOST_NAMES}.`, {
    hint: 'Take out names that no article has.',
  });
}

function readName(line: string): string {
  const read = nameSchema.safeParse(line);
  const wrong = read.success ? wrongName(read.data) : issueWords(read.error.issues[0]);
  if (read.success && wrong === null) return read.data;
  throw new Failure('validation_failed', `“${line.slice(0, LONGEST_NAME)}” ${wrong}.`, {
    hint: 'Write one name on each line, with its number and its words, such as “Spot 2”.',
  });
}

/** Why a text cannot be on the list, as the end of a sentence; null when it can. */
function wrongName(name: string): string | null {
  const figures = findFigures(name);
  if (figures.length === 0) return 'has no number';
  if (figures.some((figure) => isQuantity(figure.text))) return 'states a quantity or a date';
  const words = figures.reduceRight(
    (rest, figure) => rest.slice(0, figure.at) + rest.slice(figure.at + figure.text.length),
    name,
  );
  const isWritten = figures.some((figure) => figure.looksLike === 'name' && /^\p{L}.*\d/u.test(figure.text));
  return /\p{L}/u.test(words) || isWritten ? null : 'is a number alone, which would settle every such number';
}

/** The list in the settings of a publication. */
export function knownNamesIn({ settings = {} }: Pick<Publication, 'settings'>): string[] {
  return z.array(z.string()).safeParse(settings[NAME]).data ?? [];
}

/** Reads the list from the database, so that the counts and publications of every process have a change at once. */
export async function readKnownNames(tx: Tx): Promise<string[]> {
  const { rows } = await findSetting(tx, { name: NAME });
  const [row] = rows;
  return row ? knownNamesIn({ settings: { [NAME]: JSON.parse(row.value) } }) : [];
}

const findSetting = prepared((tx, { name }: { name: string }) =>
  tx.selectFrom('site_setting').select('value').where('name', '=', name),
);

/** The list as a setting of the site. */
export const knownNames: DeclaredSetting = {
  name: NAME,
  label: 'Names with numbers',
  print: (publication) => knownNamesIn(publication).join('\n'),
  read: readNames,
  stored: recountDrafts,
};
export const settings: readonly DeclaredSetting[] = [knownNames];

/** Has the gates counted again of all articles in work or with open numbers, except those of an archive, which has too many. */
async function recountDrafts(tx: Tx): Promise<void> {
  await tx
    .updateTable('article')
    .set({ gate_blocks: null })
    .where('archive', 'is', null)
    .where('binned_at', 'is', null)
    .where((is) =>
      is.or([
        is('open_numbers', '>', 0),
        is('live_revision', 'is', null),
        is('live_revision', '<>', is.ref('latest_revision')),
      ]),
    )
    .execute();
}
