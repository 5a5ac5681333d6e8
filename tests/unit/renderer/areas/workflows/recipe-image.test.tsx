import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { fitted } from '../../../../../renderer/areas/workflows/recipe/shrunk-image.ts';
import { RecipeImage } from '../../../../../renderer/areas/workflows/recipes/recipe-image.tsx';

afterEach(cleanup);

const small = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The header of a PNG that says that it is this large; nobody has to decode the rest to know better. */
function png(width: number, height: number): string {
  const bytes = Buffer.from(small.split(',')[1]!, 'base64');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

const shown = (recipe_image: string) => render(<RecipeImage row={{ id: 'r', recipe_image }} />).container;

describe('the image of a recipe', () => {
  it('is drawn where its header says that it is a small picture', async () => {
    const container = shown(small);
    await waitFor(() => expect(container.querySelector('img')?.src).toBe(small));
  });

  it.each([
    ['a bomb', png(60_000, 60_000), /60000 × 60000 pixels/],
    ['an SVG with script', `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')}`, /SVG can hold script/],
    ['an address', 'https://evil.example/pixel.png', /must stand in the recipe itself/],
    ['something else under the name of a picture', `data:image/png;base64,${btoa('<html>')}`, /damaged/],
  ])('of %s is not handed to the browser, and the reason is said [F-14]', async (_what, url, reason) => {
    const container = shown(url);
    await screen.findByText(reason);
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toContain('Image not shown');
  });

  it('that is chosen is drawn so that all of it fits, and never larger than it is', () => {
    expect(fitted({ width: 6400, height: 400 })).toEqual({ width: 640, height: 40 });
    expect(fitted({ width: 400, height: 4000 })).toEqual({ width: 40, height: 400 });
    expect(fitted({ width: 30, height: 20 })).toEqual({ width: 30, height: 20 });
    expect(fitted({ width: 10_000, height: 1 })).toEqual({ width: 640, height: 1 });
  });
});
