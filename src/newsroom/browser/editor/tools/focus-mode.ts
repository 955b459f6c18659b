import { find, tell } from '#newsroom/browser/editor/page.ts';

/** Hides all but the sheet, or shows it again. Escape and Ctrl . lead back. */
export function toggleFocusMode(): void {
  const page = find('edit-page');
  const isOn = page.classList.toggle('focus-mode');
  tell(isOn ? 'Only the sheet. Ctrl . or the button at the foot leads back.' : 'All bars are back.');
}
