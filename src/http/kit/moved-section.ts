import { currentSections, type RetiredSection, retiredDesk } from '../../article/model/desk.ts';
import type { Context } from './context.ts';

/** The path that replaces one below a retired section: the same in the section that follows it, else that of the whole magazine. */
export function movedPath(c: Context, { slug, movedTo }: RetiredSection): string {
  const rest = c.req.path.slice(slug.length + 1); // '', '.md', '/rss.xml' …
  const target = openTarget(movedTo);
  if (target !== null) return `/${target}${rest}`;
  if (rest === '' || rest.startsWith('.')) return rest === '' ? '/' : `/index${rest}`;
  return rest;
}

/** The open section that a chain of retired ones ends at, so that readers are redirected once; null is the home page. */
function openTarget(movedTo: string | null): string | null {
  for (let target = movedTo, steps = currentSections().retired.length; target !== null && steps >= 0; steps--) {
    const next = retiredDesk(target);
    if (!next) return target;
    target = next.movedTo;
  }
  return null;
}
