/** A page without the script tags of the newsroom itself: a test then checks that no other script is left. */
export function withoutOwnScripts(page: string): string {
  return page.replace(/<script type="module" src="\/newsroom\/script\/[a-z-]+-[0-9a-f]{16}\.js"><\/script>/g, '');
}
