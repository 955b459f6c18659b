/** The page a form stands on: a form's own address is its page's, with what it does at the end. */
export function pageBehind(path: string): string {
  const article = /^\/newsroom\/articles\/[0-9a-f-]{36}(?=\/)/.exec(path);
  const page =
    /^\/(?:newsroom\/(?:agents|masthead|pictures|sessions|password|profile|second-factor|reset|sign-in)|agent\/claim)(?=\/|$)/.exec(
      path,
    );
  return (article ?? page)?.[0] ?? '/newsroom';
}
