import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { PairsField, type Pairs } from '../../../../renderer/components/resource/pairs-field.tsx';

const said: { now?: Pairs } = {};

function Field({ initial }: { readonly initial: Pairs }) {
  const [value, setValue] = useState(initial);
  useEffect(() => void (said.now = value), [value]);
  return <PairsField one="header" secret="chosen" value={value} onChange={setValue} />;
}

afterEach(cleanup);

describe('headers of which some are secrets', () => {
  it('show what is stored as a secret with a mark alone, under a name that stays', () => {
    render(<Field initial={{ 'X-Key': { $secret: true }, Accept: 'text/plain' }} />);
    expect(screen.getByText('Stored, unchanged')).toBeTruthy();
    expect(screen.getByLabelText('Name of X-Key')).toHaveProperty('readOnly', true);
    expect(screen.getByLabelText('Value of Accept')).toHaveProperty('value', 'text/plain');
    fireEvent.click(screen.getByRole('button', { name: 'Replace Value of X-Key' }));
    fireEvent.change(screen.getByLabelText('Value of X-Key'), { target: { value: 'another' } });
    expect(said.now?.['X-Key']).toEqual({ value: 'another', secret: true });
    fireEvent.click(screen.getByRole('button', { name: 'Keep the stored one' }));
    expect(said.now?.['X-Key']).toEqual({ $secret: true });
  });

  it('can be marked, and shown again before they are saved', () => {
    render(<Field initial={{ 'X-Colour': 'blue' }} />);
    fireEvent.click(screen.getAllByRole('button', { name: 'Keep as a secret' })[0]!);
    expect(said.now?.['X-Colour']).toEqual({ value: 'blue', secret: true });
    expect(screen.getByLabelText('Value of X-Colour')).toHaveProperty('type', 'password');
    fireEvent.click(screen.getAllByRole('button', { name: 'Keep as a secret' })[0]!);
    expect(said.now?.['X-Colour']).toBe('blue');
  });
});
