/** The way to a value in an answer, as it is written elsewhere. */

type Path = readonly (string | number)[];

const plainName = /^[A-Za-z_]\w*$/;

/** As the tests of an endpoint take it (JSONata). */
export const jsonataOf = (path: Path): string =>
  path.map((one, at) => (typeof one === 'number' ? `${at === 0 ? '$' : ''}[${one}]` : `${at === 0 ? '' : '.'}${plainName.test(one) ? one : `\`${one}\``}`)).join('') || '$';

/** As RFC 9535 has it. */
export const jsonPathOf = (path: Path): string =>
  `$${path.map((one) => (typeof one === 'number' ? `[${one}]` : plainName.test(one) ? `.${one}` : `['${JSON.stringify(one).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}']`)).join('')}`;
