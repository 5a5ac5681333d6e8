import { act, cleanup, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { useAddress } from '../../../../renderer/components/use-address.ts';

afterEach(cleanup);

type Put = ReturnType<typeof useAddress>['put'];
const puts: Record<string, Put> = {};

function Part({ name }: { readonly name: string }) {
  const { put } = useAddress();
  useLayoutEffect(() => {
    puts[name] = put;
  });
  return null;
}

function Page() {
  const { search, put } = useAddress();
  useLayoutEffect(() => {
    puts['page'] = put;
  });
  return <>{search.get('tab') === 'definition' && <Part name="form" />}<output>{useLocation().search}</output></>;
}

const start = (search: string) => render(<MemoryRouter initialEntries={[`/dags/a${search}`]}><Page /></MemoryRouter>);
const shown = () => screen.getByRole('status').textContent;

test('changes what it names and leaves the rest; nothing and null take a name away', () => {
  start('?tab=definition&edit=1&find=x');
  act(() => puts['form']!({ edit: null, find: '', line: '7' }));
  expect(shown()).toBe('?tab=definition&line=7');
});

test('a form that saved after its user went on to another tab does not fetch them back', () => {
  start('?tab=definition&edit=1');
  act(() => puts['page']!({ tab: 'versions', edit: null }));
  act(() => puts['form']!({ edit: null }));
  expect(shown()).toBe('?tab=versions');
});

test('a change goes on from one that is not shown yet, and not from one that the user has left', () => {
  start('?tab=definition');
  act(() => {
    puts['form']!({ line: '7' });
    puts['page']!({ only: '1' });
  });
  expect(shown()).toBe('?tab=definition&line=7&only=1');
  act(() => puts['page']!({ line: null, only: null }));
  act(() => puts['page']!({ find: 'x' }));
  expect(shown()).toBe('?tab=definition&find=x');
});
