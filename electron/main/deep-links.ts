/** Addresses of screens: `trellis://dags/my_dag?tab=runs` is the screen `/dags/my_dag?tab=runs`. */
export const linkScheme = 'trellis';

const maxLength = 2000;

/** The path of the screen that a link names, or undefined if it is no such link. It can only ever be a path in the app. */
export function pathOfLink(link: string): string | undefined {
  const url = link.length <= maxLength ? URL.parse(link) : null;
  if (url?.protocol !== `${linkScheme}:` || url.username !== '' || url.port !== '') return undefined;
  const path = `/${url.host}${url.pathname}`.replace(/\/{2,}/g, '/');
  return path.includes('\\') ? undefined : `${path.length > 1 ? path.replace(/\/$/, '') : path}${url.search}`;
}

/** The link among a command line's arguments: how Windows and Linux hand one over. */
export function pathOfArguments(args: readonly string[]): string | undefined {
  const link = args.find((arg) => arg.startsWith(`${linkScheme}://`));
  return link === undefined ? undefined : pathOfLink(link);
}
