/** What an OpenAPI document calls itself, in JSON or YAML, as far as that can be told without reading all of it; else nothing. */
export function documentTitle(text: string): string {
  const info = /(?:"info"\s*:\s*\{|^info:[ \t]*$)/m.exec(text);
  if (!info) return '';
  const inside = text.slice(info.index + info[0].length, info.index + info[0].length + 4000);
  const found = /(?:"title"\s*:\s*(?<json>"(?:[^"\\\n]|\\.)*")|^[ \t]+title:[ \t]*(?<yaml>.+)$)/m.exec(inside)?.groups;
  if (found?.['json'] !== undefined) return String(JSON.parse(found['json']));
  return (found?.['yaml'] ?? '').trim().replace(/^(?<quote>["'])(?<inner>.*)\k<quote>$/, '$<inner>');
}
