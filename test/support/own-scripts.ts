/** A page without the tags of the newsroom's own scripts, whose addresses nobody else chooses: no other script may be on it. */
export function withoutOwnScripts(page: string): string {
  return page.replace(/<script type="module" src="\/newsroom\/script\/[a-z-]+-[0-9a-f]{16}\.js"><\/script>/g, '');
}
