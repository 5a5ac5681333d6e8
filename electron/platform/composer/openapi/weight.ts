/**
 * About how many bytes of heap the reading of a text takes at most, told from its characters alone.
 *
 * A reader in native code (JSON.parse) does not stop where a thread's heap ends: it ends the whole process. In Electron
 * the platform cannot start a process of its own for this (it is a utility process, and RunAsNode is off by fuse), so
 * what would come near to that limit is refused before anything is read. The weights were measured on the worst that
 * each character can stand for: objects that share no shape, keys that are all different, empty lists.
 */
export function weightOf(text: string, isJson: boolean): number {
  const weights = isJson ? json : yaml;
  let bytes = 0;
  let wide = 1;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 255) wide = 2;
    if (code > 125) continue;
    if (quoted) {
      if (code === backslash) at += 1;
      else if (code === quote) quoted = false;
    } else if (code === quote && isJson) quoted = true;
    else bytes += weights[code]!;
  }
  // Once as the text, and once more as the strings that are read out of it.
  return bytes + 2 * wide * text.length;
}

const quote = 0x22;
const backslash = 0x5c;
const table = (weights: Readonly<Record<string, number>>) => Uint16Array.from({ length: 126 }, (_, code) => weights[String.fromCharCode(code)] ?? 0);
const json = table({ '{': 200, '[': 64, ':': 72, ',': 16 });
/** Of each node an event is kept, too, until all have been read. */
const yaml = table({ '{': 320, '[': 190, ':': 200, ',': 140, '\n': 140, '-': 60 });
