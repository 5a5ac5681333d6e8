/** The custom protocol from which the desktop app's page comes: no port to reach from outside, and an origin of its own. */
export const scheme = 'app';
export const pageHost = 'trellis';
export const origin = `${scheme}://${pageHost}`;

/** Whether an address is a page of ours. */
export function isOwn(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === `${scheme}:` && url.host === pageHost && url.username === '' && url.password === '';
}
