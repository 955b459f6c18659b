import { currentSections } from '../article/model/desk.ts';
import { pathAfter } from '../render/addresses.ts';
import { deskFiles } from '../render/public-resources.ts';

/** The paths of retired sections: their pages, feeds and overviews, each with the path that replaces it. */
export function listSectionRedirects(): { from: string; to: string }[] {
  return currentSections().retired.flatMap((section) => {
    const { slug } = section;
    const paths = [`/${slug}`, `/${slug}.md`, ...deskFiles(slug).map(({ path }) => path)];
    return paths.map((from) => ({ from, to: pathAfter(section, from.slice(slug.length + 1)) }));
  });
}
