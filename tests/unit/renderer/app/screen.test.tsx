import { cleanup, render, screen as page } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, test } from 'vitest';
import { codeOf, screen } from '../../../../renderer/app/screen.tsx';

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

afterEach(cleanup);

test('a screen whose code is there is drawn at once, without its fallback', async () => {
  const Ready = screen(async () => ({ default: Greeting }));
  await codeOf(Ready);
  render(<Suspense fallback="Loading"><Ready name="you" /></Suspense>);
  expect(page.getByText('Hello you')).toBeDefined();
});

test('a screen whose code is still on its way shows the fallback first', async () => {
  const Late = screen(async () => ({ default: Greeting }));
  render(<Suspense fallback="Loading"><Late name="you" /></Suspense>);
  expect(page.getByText('Loading')).toBeDefined();
  expect(await page.findByText('Hello you')).toBeDefined();
});

test('a screen whose code cannot be loaded says so only when it is drawn', async () => {
  const Broken = screen<object>(() => Promise.reject(new Error('gone')));
  await expect(codeOf(Broken)).resolves.toBeUndefined();
});
