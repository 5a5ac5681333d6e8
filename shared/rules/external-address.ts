/** The parts of an address, as `URL` has them. */
interface Address {
  readonly protocol: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
}

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** May the browser open this? https, or http of this computer, as a provider under development has it; other schemes could start programs. */
export const isExternal = ({ protocol, hostname, username, password }: Address): boolean =>
  username === '' && password === '' && (protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname)));

export const externalOnlyText = 'Only https addresses are opened in the browser, and http of this computer';
