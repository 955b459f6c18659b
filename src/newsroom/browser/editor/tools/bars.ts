import { find } from '#newsroom/browser/editor/page.ts';

// The bar above the sheet and the bar at the foot of a phone: they stay in sight.

/** Tells the style sheet how high the upper bar is, and how much of the window the keyboard of a telephone covers. */
export function openBars(): void {
  const root = document.documentElement;
  const top = find('edit-top');
  new ResizeObserver(() => root.style.setProperty('--bar', `${top.offsetHeight}px`)).observe(top);
  const seen = visualViewport;
  const lift = () => {
    const covered = seen && seen.scale === 1 ? Math.max(0, innerHeight - seen.height - seen.offsetTop) : 0;
    root.style.setProperty('--keyboard', `${covered}px`);
  };
  seen?.addEventListener('resize', lift);
  seen?.addEventListener('scroll', lift);
}
