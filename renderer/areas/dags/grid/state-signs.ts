import { useEffect, useSyncExternalStore } from 'react';
import shapes from './state-signs.svg';

/** States in the order of the picture, which has one cell for each. */
const order = [
  'scheduled', 'queued', 'running', 'success', 'failed', 'up_for_retry', 'up_for_reschedule', 'upstream_failed', 'skipped', 'removed', 'restarting', 'deferred', 'none',
];

/** CSS pixels of a cell. */
const size = { width: 20, height: 18 };

/** A rule for each state, whose sign is drawn once as pixels, `scale` for a CSS pixel: as shapes, thousands of them take most of a frame. */
async function rulesAt(scale: number): Promise<string> {
  const image = new Image();
  image.src = shapes;
  await image.decode();
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d')!;
  return order.map((state, at) => {
    context.clearRect(0, 0, width, height);
    context.drawImage(image, 0, size.height * at, size.width, size.height, 0, 0, width, height);
    // As large as its pixels are on the screen: what is stretched is blurred.
    return `.grid-sign-${state} { background: url('${canvas.toDataURL()}') 0 0 / ${width / scale}px ${height / scale}px no-repeat; }`;
  }).join('\n');
}

/** Tells whenever the screen that the window is on, or its zoom, has changed the pixels for a CSS pixel. */
function follow(tell: () => void): () => void {
  const stop = new AbortController();
  // A question about one resolution tells once: when it is no longer that one.
  const listen = () => window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`).addEventListener('change', () => {
    tell();
    listen();
  }, { once: true, signal: stop.signal });
  listen();
  return () => stop.abort();
}

/** Lets cells show the signs of their states, as sharp as the screen is. */
export function useStateSigns(): void {
  const scale = useSyncExternalStore(follow, () => window.devicePixelRatio);
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    void rulesAt(scale).then((rules) => sheet.replace(rules));
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [scale]);
}
