import { sectionFiles } from '#article/public-resources.ts';
import { pathAfter } from './addresses.ts';
import { currentSections } from './section.ts';

/** The paths of retired sections: their pages, feeds and overviews, each with the path that replaces it. */
export function listSectionRedirects(): { from: string; to: string }[] {
  return currentSections().retired.flatMap((section) => {
    const { slug } = section;
    const paths = [`/${slug}`, `/${slug}.md`, ...sectionFiles(slug).map(({ path }) => path)];
    return paths.map((from) => ({ from, to: pathAfter(section, from.slice(slug.length + 1)) }));
  });
}
