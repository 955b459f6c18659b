import { countChanges } from '#newsroom/browser/kit/changes.ts';
import { countCharacters } from '#newsroom/browser/kit/characters.ts';
import { showPreview } from '#newsroom/browser/kit/live-preview.ts';
import { moveRows } from '#newsroom/browser/kit/rows.ts';
import { followSwatches } from '#newsroom/browser/kit/swatch.ts';
import { tellZoneTimes } from '#newsroom/browser/kit/zone-times.ts';
import { tellContrast } from '#newsroom/browser/settings/contrast.ts';

// The settings of the site: the controls of the kit, and the preview that follows what one types.

moveRows();
followSwatches();
tellZoneTimes();
countCharacters();
countChanges();
const form = document.querySelector<HTMLFormElement>('form[data-site-settings]');
if (form) {
  tellContrast(form);
  showPreview(form);
}
