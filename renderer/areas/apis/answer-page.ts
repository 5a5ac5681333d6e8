/** A page of somebody else, made harmless before it is shown; the sandbox and the content policy would stop it as well. */

const unwanted = 'script, iframe, frame, frameset, object, embed, applet, base, link, meta, noscript, template, audio, video, source, track, portal, form[action]';
const addresses = new Set(['href', 'src', 'srcset', 'action', 'formaction', 'poster', 'background', 'data', 'xlink:href', 'ping', 'cite', 'longdesc', 'manifest']);

/** Styles without what would be fetched. */
const ownStyle = (css: string) => css.replaceAll(/@import[^;]*;?/gi, '').replaceAll(/@font-face\s*\{[^}]*\}/gi, '').replaceAll(/(?:url|image-set|-webkit-image-set|src)\s*\((?!\s*["']?data:)[^)]*\)?/gi, 'none').replaceAll('</', '<\\/');

/** A tag whose styles are told by other names: even a parser that shows nothing is held to the content policy. */
const withoutStyles = (tag: string) => tag.replace(/^<style\b/i, '<textarea data-sheet').replace(/^<\/style\b/i, '</textarea').replaceAll(/([\s"'])style(?=\s*=)/gi, '$1data-style');

/** HTML without scripts, frames and anything that is fetched from elsewhere; its styles carry `nonce`, as the content policy asks. */
export function safePage(html: string, nonce: string): string {
  const page = new DOMParser().parseFromString(html.replaceAll(/<[^<>]*>/g, withoutStyles), 'text/html');
  const styles: string[] = [];
  for (const element of page.querySelectorAll(unwanted)) element.remove();
  for (const style of page.querySelectorAll('textarea[data-sheet]')) {
    styles.push(ownStyle(style.textContent));
    style.remove();
  }
  let styled = 0;
  for (const element of page.querySelectorAll('*')) {
    for (const { name, value } of Array.from(element.attributes)) {
      const isPicture = name === 'src' && element.localName === 'img' && /^data:image\//i.test(value);
      if (name.startsWith('on') || (addresses.has(name) && !isPicture)) element.removeAttribute(name);
    }
    const own = element.getAttribute('data-style');
    if (own === null) continue;
    element.removeAttribute('data-style');
    element.setAttribute('data-styled', String(styled));
    styles.push(`[data-styled="${styled}"]{${ownStyle(own).replaceAll(/[{}]/g, '')}}`);
    styled += 1;
  }
  const sheet = page.createElement('style');
  sheet.setAttribute('nonce', nonce);
  sheet.textContent = `html{background:#fff;color:#000;font-family:sans-serif}\n${styles.join('\n')}`;
  page.head.prepend(sheet);
  return `<!doctype html>${page.documentElement.outerHTML}`;
}
