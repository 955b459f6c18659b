import { countChanges } from '#newsroom/browser/kit/changes.ts';
import { countCharacters } from '#newsroom/browser/kit/characters.ts';
import { moveRows } from '#newsroom/browser/kit/rows.ts';
import { followSwatches } from '#newsroom/browser/kit/swatch.ts';
import { tellZoneTimes } from '#newsroom/browser/kit/zone-times.ts';

// The controls of the kit, made quicker: all of them work without this script.

moveRows();
followSwatches();
tellZoneTimes();
countCharacters();
countChanges();
