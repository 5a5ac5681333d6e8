/** Ways into a value as scripts write them and as JSONata does, where they only go on: by names and by places in lists. */

/** `.name`, `[0]` and `["a name"]` as JSONata; undefined for what would have to be run. */
export function jsonataOf(way: string): string | undefined {
  const steps = [...way.matchAll(/\.([A-Za-z_$][\w$]*)|\[(\d+)\]|\[(["'])([^"'\\`]*)\3\]/gy)];
  if (steps.map(([step]) => step).join('') !== way) return undefined;
  return steps.reduce((path, [, name, index, , quoted]) => {
    if (index !== undefined) return `${path === '' ? '$' : path}[${index}]`;
    const key = name ?? quoted ?? '';
    return `${path === '' ? '' : `${path}.`}${name !== undefined && !name.includes('$') ? name : `\`${key}\``}`;
  }, '');
}

/** The other way round; undefined for JSONata that does more than to go on. */
export function scriptWayOf(path: string): string | undefined {
  const from = path.replace(/^\$(?=\[|\.|$)/, '').replace(/^(?=[A-Za-z_`])/, '.');
  const steps = [...from.matchAll(/\.([A-Za-z_]\w*)|\.`([^`"'\\]+)`|\[(\d+)\]/gy)];
  if (steps.map(([step]) => step).join('') !== from) return undefined;
  return steps.map(([, name, quoted, index]) => (name !== undefined ? `.${name}` : quoted !== undefined ? `["${quoted}"]` : `[${index}]`)).join('');
}
